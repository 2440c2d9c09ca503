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
  /**
   * The options are content of the page, and not a filter of it, so that the browser's text search finds them, too.
   * Other options have their words only as attributes, so that a search finds the content that they filter.
   */
  hasSearchableOptions?: boolean
}

/**
 * Shows the browser's own select in our style: phones show their picker, and assistive tools can still reach the page
 * around it while it is open, which Radix's hides. The select is transparent above the words of the chosen option, so
 * that these are text of the page.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, options, value, onChange, disabled, hasSearchableOptions = false } = props
  const chosen = options.find((option) => option.value === value)
  return (
    <div className="relative field-box grid min-w-0 grid-cols-[minmax(0,1fr)] items-center px-0 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <span
        aria-hidden
        aria-disabled={disabled}
        className="truncate pr-8 pl-3 [grid-area:1/1] pointer-coarse:text-base"
      >
        {chosen?.label}
      </span>
      <select
        {...useFieldWiring()}
        aria-label={label}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as Value)}
        className="-my-px h-control w-full min-w-0 cursor-pointer appearance-none bg-background pr-9 pl-3 text-text opacity-0 [grid-area:1/1]"
      >
        {options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            label={option.label}
            disabled={option.disabled}
          >
            {hasSearchableOptions && option.label}
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
