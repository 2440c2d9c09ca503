import type { Factors } from '@dashboard/contract/factors'
import { type ReactNode, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { AskProof } from './factors-queries.ts'

export interface SectionProps {
  factors: Factors
  ask: AskProof
  /** Called when a second step was added, with recovery codes if it is the first. */
  onAdded: (added: { recoveryCodes: string[] | null }) => void
}

interface FactorSectionProps {
  title: string
  description: ReactNode
  action?: ReactNode
  children?: ReactNode
}

export function FactorSection({ title, description, action, children }: FactorSectionProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3">
      <div>
        <h3 id={titleId} className="font-semibold">
          {title}
        </h3>
        <p className="mt-1 text-muted">{description}</p>
      </div>
      {children}
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </section>
  )
}

interface FactorRowProps {
  name: string
  createdAt: string
  lastUsedAt: string | null
  onRemove: () => void
}

export function FactorRow({ name, createdAt, lastUsedAt, onRemove }: FactorRowProps) {
  return (
    <li className="flex items-center justify-between gap-3 border-b py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-xs text-muted">
          {lastUsedAt !== null ? (
            <>
              Last used <RelativeTime at={lastUsedAt} />
            </>
          ) : (
            'Not used yet'
          )}
          {' · '}
          Added <RelativeTime at={createdAt} />
        </p>
      </div>
      <Button className="shrink-0" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}
