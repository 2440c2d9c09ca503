import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { SpinnerIcon } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** What it does; its accessible name and its tooltip. */
  label: string
  icon: ReactNode
  danger?: boolean
  loading?: boolean
}

export function IconButton({
  label,
  icon,
  danger = false,
  loading = false,
  disabled,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-busy={loading || undefined}
        disabled={disabled || loading}
        className={classNames(
          'inline-flex size-control shrink-0 items-center justify-center rounded-control [&_svg]:size-4',
          'transition-colors duration-150 not-disabled:hover:bg-hover disabled:opacity-55',
          danger ? 'text-danger-text' : 'text-muted hover:text-text',
          className,
        )}
      >
        {loading ? <SpinnerIcon /> : icon}
      </button>
    </Tooltip>
  )
}
