import { type ReactNode, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { ColorPicker } from './color-picker.tsx'

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
  const { label, hint, value, color, problem, showProblem, onChange, disabled } = props
  const { onPicking, children } = props
  const [wasLeft, setWasLeft] = useState(false)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field isRow label={label} hint={hint} error={wasLeft || showProblem ? problem : undefined}>
        <div className="flex gap-2">
          <ColorPicker
            label={label}
            color={color}
            onChange={onChange}
            onOpenChange={onPicking}
            disabled={disabled}
          />
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
