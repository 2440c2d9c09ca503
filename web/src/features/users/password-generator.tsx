import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ShownSecret } from '../../ui/shown-secret.tsx'
import { Switch } from '../../ui/switch.tsx'

interface PasswordGeneratorProps {
  password: string
  onGenerate: (password: string) => void
  mustChange: boolean
  onMustChange: (mustChange: boolean) => void
}

/** Shown below a password that an administrator sets: generates one, and can require another one at sign-in. */
export function PasswordGenerator(props: PasswordGeneratorProps) {
  const { password, onGenerate, mustChange, onMustChange } = props
  const [generated, setGenerated] = useState<string>()
  const generate = () => {
    const made = generatePassword()
    setGenerated(made)
    onGenerate(made)
    onMustChange(true)
  }
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Button icon={<KeyRound />} onClick={generate}>
          Generate password
        </Button>
      </div>
      {generated !== undefined && generated === password && (
        <div role="status">
          <ShownSecret text={generated} copyLabel="Copy password" doneText="Password copied">
            Shown only now: copy it and hand it over before you close this.
          </ShownSecret>
        </div>
      )}
      <Switch
        label="Ask for a change"
        description="At the first sign-in with this password"
        checked={mustChange}
        onChange={onMustChange}
      />
    </div>
  )
}

/** 32 characters, none of which is mistaken for another. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 4

/** Returns a password to be handed over and then changed, in groups that can be read out: 80 bits. */
export function generatePassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(groups * groupLength))
  // 256 is a multiple of 32, so every character is as likely as another.
  const text = Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
  return text.replace(/.{4}(?=.)/g, '$&-')
}
