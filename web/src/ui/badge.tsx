import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const tones = {
  neutral: 'bg-neutral-soft text-neutral-text',
  primary: 'bg-primary-soft text-primary-text',
  success: 'bg-success-soft text-success-text',
  running: 'bg-running-soft text-running-text',
  waiting: 'bg-waiting-soft text-waiting-text',
  failed: 'bg-failed-soft text-failed-text',
} as const

interface BadgeProps {
  tone?: keyof typeof tones
  icon?: ReactNode
  children: ReactNode
}

export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-6 max-w-full shrink-0 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium',
        'whitespace-nowrap [&_svg]:size-3.5',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  )
}
