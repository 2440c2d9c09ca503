import type { ImportDetail } from '@dashboard/contract/imports'
import { History, RotateCcw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSessionUser } from '../../session/session-context.tsx'
import { circuitsText } from '../../session/user-words.ts'
import { Button } from '../../ui/button.tsx'
import { hasChanges } from './import-words.ts'
import { useReview } from './imports-mutations.ts'

const ApplyDialog = lazy(async () => ({
  default: (await import('./apply-dialog.tsx')).ApplyDialog,
}))

/** Importing what was reviewed, reviewing anew, and going back. */
export function ImportActions({ entry }: { entry: ImportDetail }) {
  const { status, outdated, totals, sourceImportId } = entry
  const { role, circuits } = useSessionUser()
  const isAdmin = role === 'admin'
  const review = useReview()
  const isReady = status === 'ready' && outdated === null && totals !== null
  const mayApply = entry.kind !== 'restore' || isAdmin
  if (circuits !== null) {
    if (status === 'completed') return null
    return (
      <p className="text-muted">
        These are the changes in {circuitsText(circuits)}. Somebody who looks after all circuits
        decides about the import.
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {isReady && hasChanges(totals) && mayApply && <ApplyButton id={entry.id} totals={totals} />}
      {isReady && !mayApply && (
        <p className="w-full text-muted">An administrator can go back to it on this page.</p>
      )}
      {status === 'failed' && (
        <Button
          icon={<RotateCcw aria-hidden />}
          loading={review.isPending}
          onClick={() => review.mutate(sourceImportId ?? undefined)}
        >
          Review again
        </Button>
      )}
      {isAdmin && entry.isRestorable && !entry.isCurrent && (
        <Button
          icon={<History aria-hidden />}
          loading={review.isPending}
          onClick={() => review.mutate(entry.id)}
        >
          Go back to this import
        </Button>
      )}
    </div>
  )
}

interface ApplyButtonProps {
  id: string
  totals: NonNullable<ImportDetail['totals']>
}

function ApplyButton({ id, totals }: ApplyButtonProps) {
  const [asking, setAsking] = useState<'never' | 'now' | 'before'>('never')
  return (
    <>
      <Button variant="primary" onClick={() => setAsking('now')}>
        Import these changes
      </Button>
      {asking !== 'never' && (
        <Suspense>
          <ApplyDialog
            id={id}
            totals={totals}
            open={asking === 'now'}
            onClose={() => setAsking('before')}
          />
        </Suspense>
      )}
    </>
  )
}
