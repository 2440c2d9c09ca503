import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface FactProps {
  label: string
  className?: string
  children: ReactNode
}

/** Shows one entry of a `dl`: a muted label above its value. */
export function Fact({ label, className, children }: FactProps) {
  return (
    <div className={classNames('min-w-0', className)}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}
