import { Check, Minus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'ref'> {
  /** Shown beside the box; when left out, set an `aria-label`. */
  label?: ReactNode
  checked: boolean
  indeterminate?: boolean
  onChange: (checked: boolean) => void
}

/** Shows a native checkbox in our style: quick in long lists, and supported by every assistive tool. */
export function Checkbox({
  label,
  checked,
  indeterminate = false,
  onChange,
  className,
  ...rest
}: CheckboxProps) {
  const Mark = indeterminate ? Minus : Check
  return (
    <label
      className={classNames(
        'inline-flex min-h-control min-w-0 items-center gap-2.5 has-disabled:opacity-55',
        className,
      )}
    >
      <span className="relative flex size-5 shrink-0 items-center justify-center">
        <input
          {...rest}
          ref={(input) => {
            if (input) input.indeterminate = indeterminate
          }}
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          className={classNames(
            'peer absolute inset-0 appearance-none rounded-[5px] border border-border-strong bg-background',
            'checked:border-control checked:bg-control indeterminate:border-control indeterminate:bg-control',
          )}
        />
        {(checked || indeterminate) && (
          <Mark strokeWidth={3} className="pointer-events-none relative size-3.5 text-on-control" />
        )}
      </span>
      {label !== undefined && <span className="min-w-0">{label}</span>}
    </label>
  )
}
