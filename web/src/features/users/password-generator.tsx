import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
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
      {generated !== undefined && generated === password && <ShownOnce password={generated} />}
      <Switch
        label="Ask for a change"
        description="At the first sign-in with this password"
        checked={mustChange}
        onChange={onMustChange}
      />
    </div>
  )
}

function ShownOnce({ password }: { password: string }) {
  return (
    <div
      role="status"
      className="flex animate-appear flex-wrap items-center gap-x-3 gap-y-1 rounded-control border bg-background px-3 py-2"
    >
      <code className="text-base font-semibold select-all">{password}</code>
      <CopyButton
        text={password}
        label="Copy password"
        doneText="Password copied"
        className="ml-auto"
      />
      <p className="w-full text-xs text-muted">
        Shown only now: copy it and hand it over before you close this.
      </p>
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
