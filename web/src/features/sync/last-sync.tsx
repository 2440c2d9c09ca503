import type { AutomationStatus, SyncEnd } from '@dashboard/contract/automation'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ImportLink } from '../imports/import-link.tsx'
import { JobLink } from '../jobs/job-link.tsx'
import { jobLabel } from '../jobs/job-words.ts'
import { OutdatedReports } from './outdated-reports.tsx'
import { StepIcon } from './step-icon.tsx'
import { endText, isFailure, skippedText } from './sync-words.ts'

/** What the last sync did, who ran it and when: it stays until the next one has ended. */
export function LastSync({ status }: { status: AutomationStatus }) {
  const { lastSync, outdatedReports } = status
  const newest = lastSync.at(-1)
  return (
    <>
      {newest && (
        <section
          aria-label="Last sync"
          className="flex animate-appear flex-col gap-3 border-t pt-5"
        >
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 className="text-base font-semibold">Last sync</h2>
            <p className="text-muted">
              {newest.startedBy !== null && `Run by ${newest.startedBy}, `}
              <RelativeTime at={newest.endedAt} />
            </p>
          </div>
          <ul className="flex flex-col gap-3">
            {lastSync.map((end) => (
              <Step key={end.type} end={end} />
            ))}
          </ul>
        </section>
      )}
      <OutdatedReports outdated={outdatedReports} />
    </>
  )
}

function Step({ end }: { end: SyncEnd }) {
  const skipped = skippedText(end)
  const isCancelled = end.status === 'failed' && !isFailure(end)
  return (
    <li className="flex gap-2.5">
      <StepIcon status={isCancelled ? 'cancelled' : end.status} />
      <div className="min-w-0">
        <p className="font-medium">{jobLabel(end)}</p>
        <p className="text-muted">{endText(end)}</p>
        {skipped !== undefined && (
          <p className="text-muted">
            {skipped}
            {end.importId === null ? (
              <JobLink jobId={end.jobId}>: see which</JobLink>
            ) : (
              <ImportLink id={end.importId} show="skipped">
                : see which
              </ImportLink>
            )}
          </p>
        )}
        {isFailure(end) && (
          <p>
            <JobLink jobId={end.jobId}>Open its log</JobLink>
          </p>
        )}
        {end.importId !== null && end.status === 'completed' && (
          <p>
            <ImportLink id={end.importId}>See what changed</ImportLink>
          </p>
        )}
      </div>
    </li>
  )
}
