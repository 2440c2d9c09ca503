import type { ComponentProps, ReactNode } from 'react'
import { busyButtonProps } from './busy-button.ts'
import { classNames } from './class-names.ts'
import { SpinnerIcon } from './spinner.tsx'

const variants = {
  primary:
    'bg-primary text-on-primary not-disabled:not-aria-disabled:hover:bg-primary-hover border-transparent',
  secondary:
    'bg-secondary-soft text-on-secondary-soft border-secondary not-disabled:not-aria-disabled:hover:bg-secondary-hover',
  quiet:
    'bg-transparent text-text border-transparent not-disabled:not-aria-disabled:hover:bg-hover',
  danger:
    'bg-danger text-on-danger not-disabled:not-aria-disabled:hover:bg-danger-hover border-transparent',
  'quiet-danger':
    'bg-transparent text-danger-text border-transparent not-disabled:not-aria-disabled:hover:bg-hover',
} as const

type ButtonVariant = keyof typeof variants

/** Returns the class of a button, for a link that should look like one. */
export function buttonClass(variant: ButtonVariant = 'secondary', className?: string): string {
  return classNames(
    'inline-flex min-h-control items-center justify-center gap-2 rounded-control border px-3.5 py-1 print:hidden',
    'text-sm font-medium transition-colors duration-150 [&_svg]:size-4 [&_svg]:shrink-0',
    'disabled:opacity-55 aria-disabled:opacity-55',
    variants[variant],
    className,
  )
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  loading?: boolean
  icon?: ReactNode
}

export function Button({
  variant = 'secondary',
  loading,
  icon,
  disabled,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled}
      {...busyButtonProps(loading, onClick)}
      className={buttonClass(variant, className)}
    >
      {loading ? <SpinnerIcon /> : icon}
      {children}
    </button>
  )
}
