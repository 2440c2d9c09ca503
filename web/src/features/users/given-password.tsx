import { Check, Copy, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useCopy } from '../../ui/copy-text.ts'
import { Switch } from '../../ui/switch.tsx'
import { generatePassword } from './generate-password.ts'

interface GivenPasswordProps {
  /** What the password field holds. */
  password: string
  onGenerate: (password: string) => void
  mustChange: boolean
  onMustChange: (mustChange: boolean) => void
}

/** Below a password that an administrator gives: one can be made, and another one asked for at sign-in. */
export function GivenPassword(props: GivenPasswordProps) {
  const { password, onGenerate, mustChange, onMustChange } = props
  const [generated, setGenerated] = useState<string>()
  const generate = () => {
    const made = generatePassword()
    setGenerated(made)
    onGenerate(made)
  }
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Button icon={<KeyRound aria-hidden />} onClick={generate}>
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
  const { isCopied, copy, leaving } = useCopy('Password copied')
  return (
    <div
      role="status"
      className="flex animate-appear flex-wrap items-center gap-x-3 gap-y-1 rounded-control border bg-background px-3 py-2"
    >
      <code className="text-base font-semibold select-all">{password}</code>
      <Button
        icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        className="ml-auto"
        onClick={() => void copy(password)}
        {...leaving}
      >
        {isCopied ? 'Copied' : 'Copy password'}
      </Button>
      <p className="w-full text-xs text-muted">
        Shown only now: copy it and hand it over before you close this.
      </p>
    </div>
  )
}
