import { CircleAlert, CircleSlash, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const tones = {
  destructive: { box: 'bg-failed-soft text-failed-text', icon: CircleAlert },
  warning: { box: 'bg-waiting-soft text-waiting-text', icon: TriangleAlert },
  neutral: { box: 'bg-neutral-soft text-neutral-text', icon: CircleSlash },
  info: { box: 'bg-running-soft text-running-text', icon: Info },
} as const

interface AlertProps {
  tone?: keyof typeof tones
  title?: ReactNode
  children?: ReactNode
}

/** Shows a message in the page; screen readers read a destructive one at once. */
export function Alert({ tone = 'destructive', title, children }: AlertProps) {
  const { box, icon: Icon } = tones[tone]
  return (
    <div
      role={tone === 'destructive' ? 'alert' : 'note'}
      className={classNames('flex animate-appear gap-2.5 rounded-control px-3.5 py-2.5', box)}
    >
      <Icon className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  )
}
