import { Switch as Primitive } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { useFieldWiring } from './field.tsx'

interface SwitchProps {
  label: ReactNode
  description: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  /** Refuses changes while the last one is saved; retains the focus. */
  busy?: boolean
}

/** Shows a switch; a click on its label or its description toggles it, too. */
export function Switch({
  label,
  description,
  checked,
  onChange,
  disabled,
  busy = false,
}: SwitchProps) {
  const ownId = useId()
  const { id = ownId } = useFieldWiring()
  const descriptionId = `${id}-description`
  return (
    <div className="relative flex min-h-control items-center gap-3">
      <Primitive.Root
        id={id}
        checked={checked}
        onCheckedChange={(next) => !busy && onChange(next)}
        disabled={disabled}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        aria-describedby={descriptionId}
        className="group h-6 w-10 shrink-0 rounded-full border border-border-strong bg-border-strong transition-colors duration-150 after:absolute after:inset-0 disabled:opacity-55 aria-disabled:opacity-55 data-[state=checked]:border-control data-[state=checked]:bg-control"
      >
        <Primitive.Thumb className="block size-4.5 translate-x-0.5 rounded-full bg-background transition-transform duration-150 data-[state=checked]:translate-x-4.5 data-[state=checked]:bg-on-control" />
      </Primitive.Root>
      <div className="min-w-0">
        <label htmlFor={id} className="relative cursor-pointer font-medium">
          {label}
        </label>
        <p id={descriptionId} className="text-xs text-muted">
          {description}
        </p>
      </div>
    </div>
  )
}
