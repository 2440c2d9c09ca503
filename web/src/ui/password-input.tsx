import { ArrowBigUp, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { Input } from './input.tsx'

/** Shows a password field with a button to show its text, and a hint while caps lock is on. */
export function PasswordInput({ onBlur, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setIsShown] = useState(false)
  const [isCapsLockOn, setIsCapsLockOn] = useState(false)
  const noteCapsLock = (event: KeyboardEvent) =>
    setIsCapsLockOn(event.getModifierState?.('CapsLock') ?? false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div>
      <div className="relative">
        <Input
          {...rest}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className="pr-12"
          onKeyDown={noteCapsLock}
          onKeyUp={noteCapsLock}
          onBlur={(event) => {
            setIsCapsLockOn(false)
            onBlur?.(event)
          }}
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-label="Show password"
          onClick={() => setIsShown(!isShown)}
          className="absolute inset-y-0 right-0 flex w-control items-center justify-center rounded-control text-muted hover:text-text"
        >
          <Icon className="size-4" />
        </button>
      </div>
      <p role="status" className="text-xs text-muted">
        {isCapsLockOn && (
          <span className="flex items-center gap-1 pt-1.5">
            <ArrowBigUp className="size-4" />
            Caps lock is on
          </span>
        )}
      </p>
    </div>
  )
}
