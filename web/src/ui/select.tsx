import { ChevronDown } from 'lucide-react'
import { useFieldWiring } from './field.tsx'

interface SelectOption<Value extends string> {
  value: Value
  label: string
  /** Stays in sight, but cannot be chosen. */
  disabled?: boolean
}

interface SelectProps<Value extends string> {
  /** Names the control where no `Field` does. */
  label?: string
  options: readonly SelectOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  disabled?: boolean
}

/**
 * The browser's own select in our style: phones show their picker, and the page around it stays
 * reachable for assistive tools while it is open, which Radix's hides.
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
        className="field-box cursor-pointer appearance-none truncate pr-9"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </div>
  )
}
