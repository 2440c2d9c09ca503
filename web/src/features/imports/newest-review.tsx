import type { ImportStatus } from '@dashboard/contract/imports'
import { ListChecks } from 'lucide-react'
import { Link } from 'wouter'
import { importAddress } from '../../paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { hasNoPlan, totalsText } from './import-words.ts'
import { useImports } from './imports-queries.ts'

const endWords: Partial<Record<ImportStatus, string>> = {
  cancelled: 'was cancelled',
  notRun: 'did not run',
}

/** Links to the newest review, as long as no import has followed it. */
export function NewestReview() {
  const [newest] = useImports(undefined, undefined).data?.imports ?? []
  if (newest?.kind !== 'review') return null
  if (hasNoPlan(newest)) {
    return (
      <Alert
        tone={newest.status === 'failed' ? 'warning' : 'neutral'}
        title={`The last review ${endWords[newest.status] ?? 'was interrupted'}`}
      >
        <p>
          Nothing was changed.{' '}
          <Link
            href={importAddress(newest.id)}
            className="rounded-control py-1 underline underline-offset-2"
          >
            See why
          </Link>
        </p>
      </Alert>
    )
  }
  if (newest.totals === null) return null
  return (
    <div className="flex animate-appear flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-running-soft px-3.5 py-2 text-running-text">
      <div className="flex min-w-0 gap-2.5">
        <ListChecks className="mt-0.5 size-4 shrink-0" />
        <div>
          <p className="font-semibold">The review is ready</p>
          <p>{totalsText(newest.totals, false)}</p>
        </div>
      </div>
      <Link href={importAddress(newest.id)} className={buttonClass('secondary')}>
        Open the review
      </Link>
    </div>
  )
}
