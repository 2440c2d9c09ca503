import { ChevronDown } from 'lucide-react'
import { Field, type FieldProps, useFieldWiring } from './field.tsx'

interface SelectOption<Value extends string> {
  value: Value
  label: string
  /** The option stays visible, but cannot be chosen. */
  disabled?: boolean
}

interface SelectProps<Value extends string> {
  /** Names the control where there is no `Field`. */
  label?: string
  options: readonly SelectOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  disabled?: boolean
}

/**
 * Shows the browser's own select in our style: phones show their picker, and assistive tools can still reach the page
 * around it while it is open, which Radix's hides.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, options, value, onChange, disabled } = props
  return (
    <div className="relative min-w-0">
      <select
        {...useFieldWiring()}
        aria-label={label}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as Value)}
        className="field-box block cursor-pointer appearance-none truncate pr-8"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted" />
    </div>
  )
}

type SelectFieldProps<Value extends string> = Omit<SelectProps<Value>, 'label'> &
  Pick<FieldProps, 'label' | 'hint' | 'error'>

/** Shows a select with its label above. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, hint, error, ...select } = props
  return (
    <Field label={label} hint={hint} error={error}>
      <Select {...select} />
    </Field>
  )
}
