import { Popover } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { HexColorPicker } from 'react-colorful'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

interface ColorFieldProps {
  label: string
  hint?: string
  value: string
  /** The color in the picker: the typed text once it is a color. */
  color: string
  /** Shown after the user has left the field, or at once when a save was refused. */
  problem: string | undefined
  showProblem: boolean
  onChange: (value: string) => void
  disabled?: boolean
  /** Called when the picker opens or closes; while it is open, nothing around the field should move. */
  onPicking?: (isPicking: boolean) => void
  children?: ReactNode
}

/** Shows a field for a color, by picker or as #RRGGBB text. */
export function ColorField(props: ColorFieldProps) {
  const { label, hint, value, problem, showProblem, onChange, disabled, children } = props
  const [wasLeft, setWasLeft] = useState(false)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field isRow label={label} hint={hint} error={wasLeft || showProblem ? problem : undefined}>
        <div className="flex gap-2">
          <ColorPicker {...props} />
          <Input
            value={value}
            disabled={disabled}
            maxLength={7}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="none"
            className="w-28 font-mono"
            onChange={(event) => {
              setWasLeft(false)
              onChange(event.target.value.trim())
            }}
            onBlur={() => setWasLeft(true)}
          />
        </div>
      </Field>
      {children}
    </div>
  )
}

/**
 * The picker shows its focus only by enlarging a handle a little, which few would notice; the strip below its square
 * would cut off the ring.
 */
const focusRing =
  '[&_[role=slider]:focus-visible]:outline-2! [&_[role=slider]:focus-visible]:outline-focus! ' +
  '[&>:first-child]:border-b-0!'

/** Shows a swatch that opens a picker; the color follows while the picker is dragged. */
function ColorPicker({ label, color, onChange, onPicking, disabled }: ColorFieldProps) {
  return (
    <Popover.Root onOpenChange={onPicking}>
      <Popover.Trigger
        aria-label={`Pick a color for ${label}`}
        disabled={disabled}
        className="size-control shrink-0 rounded-control border border-border-strong forced-color-adjust-none disabled:opacity-55"
        style={{ background: color }}
      />
      <Popover.Portal>
        <Popover.Content
          aria-label={`Color for ${label}`}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 animate-appear rounded-card border bg-surface-raised p-3 shadow-float"
        >
          <HexColorPicker color={color} onChange={onChange} className={focusRing} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
