import { countOf } from '@dashboard/contract/counts'
import { formatDuration } from '@dashboard/contract/duration'
import type { ImportDetail } from '@dashboard/contract/imports'
import { formatInstant } from '../../format/time.ts'
import { Card } from '../../ui/card.tsx'
import { Fact } from '../../ui/fact.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { ImportActions } from './import-actions.tsx'
import { ImportJob } from './import-job.tsx'
import { ImportLink } from './import-link.tsx'
import { hasChanges, importState, isUnderWay, totalsText } from './import-words.ts'
import { OutdatedNotice } from './outdated-notice.tsx'

/** Where a review or import stands, its numbers, and what can be done with it. */
export function ImportSummary({ entry }: { entry: ImportDetail }) {
  const { status, totals, outdated } = entry
  const isDone = status === 'completed'
  const { state, word } = importState(entry, outdated !== null)
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <StateBadge state={state}>{word}</StateBadge>
        {entry.isCurrent && <span className="text-muted">The volunteers are as it left them.</span>}
      </div>
      {totals && (
        <p className="text-base font-medium">
          {!hasChanges(totals) && (isDone ? 'Nothing changed: ' : 'Nothing would change: ')}
          {totalsText(totals, isDone)}
        </p>
      )}
      {outdated && !isDone && <OutdatedNotice entry={entry} outdated={outdated} />}
      {(isUnderWay(entry) || status === 'failed') && <ImportJob entry={entry} />}
      <ImportFacts entry={entry} />
      <ImportActions entry={entry} />
    </Card>
  )
}

function ImportFacts({ entry }: { entry: ImportDetail }) {
  const { guard, sourceImportId, sourceCompletedAt } = entry
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-4">
      {entry.completedAt !== null && (
        <Fact label="Imported">
          {formatInstant(entry.completedAt)}
          {entry.appliedBy !== null && (
            <span className="block text-muted">by {entry.appliedBy}</span>
          )}
        </Fact>
      )}
      {entry.completedAt === null && (
        <Fact label="Begun">
          {formatInstant(entry.createdAt)}
          {entry.createdBy !== null && (
            <span className="block text-muted">by {entry.createdBy}</span>
          )}
        </Fact>
      )}
      {entry.durationMs !== null && <Fact label="Took">{formatDuration(entry.durationMs)}</Fact>}
      {sourceImportId === null ? (
        <Fact label="From">{entry.source === '' ? 'The spreadsheet' : entry.source}</Fact>
      ) : (
        <Fact label="Goes back to">
          <ImportLink id={sourceImportId}>
            {sourceCompletedAt === null ? 'An import' : formatInstant(sourceCompletedAt)}
          </ImportLink>
        </Fact>
      )}
      {guard !== null && guard.confirmedBy !== null && (
        <Fact label="Removal confirmed">
          {countOf(guard.removals, 'volunteer')}
          <span className="block text-muted">by {guard.confirmedBy}</span>
        </Fact>
      )}
    </dl>
  )
}
