import type { ImportCircuit, ImportDetail } from '@dashboard/contract/imports'
import { Archive } from 'lucide-react'
import { Alert } from '../../ui/alert.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ImportContents } from './import-contents.tsx'
import { ImportGuardCard } from './import-guard-card.tsx'
import { ImportPlaces } from './import-places.tsx'
import { ImportSummary } from './import-summary.tsx'

interface ImportBoardProps {
  import: ImportDetail
  circuits: readonly ImportCircuit[]
}

/** One review or import: where it stands, what the guard asks, and everything that changes. */
export function ImportBoard({ import: entry, circuits }: ImportBoardProps) {
  const { totals, guard, status, outdated, hasDetails } = entry
  const isHeld = status === 'stopped' && outdated === null
  return (
    <div className="@container flex animate-appear flex-col gap-4">
      <ImportSummary entry={entry} />
      {guard && isHeld && <ImportGuardCard id={entry.id} guard={guard} />}
      {!guard && isHeld && (
        <Alert tone="info" title="An administrator has to confirm this">
          <p>It would remove too many volunteers, here or in other circuits.</p>
        </Alert>
      )}
      <ImportPlaces circuits={circuits} isDone={status === 'completed'} />
      {totals &&
        (hasDetails ? (
          <ImportContents entry={entry} totals={totals} circuits={circuits} />
        ) : (
          <Card>
            <EmptyState icon={<Archive aria-hidden />} title="Its changes are no longer kept">
              Only the numbers of older imports stay.
            </EmptyState>
          </Card>
        ))}
    </div>
  )
}
