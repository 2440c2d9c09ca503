import type { AutomationStatus, SyncEnd } from '@dashboard/contract/automation'
import { isReportJob, jobEnd } from '@dashboard/contract/jobs'
import { History } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ImportLink } from '../imports/import-links.tsx'
import { JobLink } from '../jobs/job-link.tsx'
import { jobLabel } from '../jobs/job-words.ts'
import { useActiveJobs } from '../jobs/jobs-queries.ts'
import { ReportJobs, ReportsReady } from '../reports/report-progress.tsx'
import { useGenerateReports } from '../reports/reports-queries.ts'
import { StepIcon } from './sync-steps.tsx'
import { endText, outdatedText, skippedText } from './sync-words.ts'

/** Shows what the last sync did, who ran it and when; it stays until the next sync has ended. */
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
  return (
    <li className="flex gap-2.5">
      <StepIcon state={jobEnd(end)} />
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
        {jobEnd(end) === 'failed' && (
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

/** Shows how many reports are out of date, with a button to make them again; and then the new reports. */
function OutdatedReports({ outdated }: { outdated: AutomationStatus['outdatedReports'] }) {
  const { mutate, isPending } = useGenerateReports()
  const isMaking = useActiveJobs(isReportJob).length > 0
  const text = outdatedText(outdated)
  const makeAgain = () =>
    mutate({ circuit: outdated.circuits, congregation: outdated.congregations })
  return (
    <>
      {text !== undefined && !isMaking && (
        <div className="flex animate-appear flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-waiting-soft px-3.5 py-2 text-waiting-text">
          <p className="flex items-center gap-2.5">
            <History className="size-4 shrink-0" />
            {text}
          </p>
          <Button loading={isPending} onClick={makeAgain}>
            Make them again
          </Button>
        </div>
      )}
      <ReportJobs />
      <ReportsReady />
    </>
  )
}
