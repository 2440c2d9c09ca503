import type { ComponentProps, ReactNode } from 'react'
import { busyButtonProps } from './busy-button.ts'
import { classNames } from './class-names.ts'
import { SpinnerIcon } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** What the button does; its accessible name and its tooltip. */
  label: string
  icon: ReactNode
  loading?: boolean
}

export function IconButton({
  label,
  icon,
  loading,
  disabled,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        // The tooltip only repeats the name.
        aria-describedby={undefined}
        {...rest}
        aria-label={label}
        disabled={disabled}
        {...busyButtonProps(loading, onClick)}
        className={classNames(
          'inline-flex print:hidden size-control shrink-0 items-center justify-center rounded-control [&_svg]:size-4',
          'transition-colors duration-150 not-disabled:not-aria-disabled:hover:bg-hover disabled:opacity-55 aria-disabled:opacity-55',
          'text-muted hover:text-text',
          className,
        )}
      >
        {loading ? <SpinnerIcon /> : icon}
      </button>
    </Tooltip>
  )
}
