import type { Job } from '@dashboard/contract/jobs'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { StateDot } from '../../ui/state-badge.tsx'
import { JobProgress } from '../jobs/job-progress.tsx'
import { jobLabel, startedByText } from '../jobs/job-words.ts'

interface SyncProgressProps {
  isBusy: boolean
  /** Active exports and imports, newest first. */
  jobs: readonly Job[]
}

export function SyncProgress({ isBusy, jobs }: SyncProgressProps) {
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex items-center gap-2.5 text-base font-medium">
          <StateDot state={isBusy ? 'running' : 'success'} pulsing={isBusy} />
          {isBusy ? 'Sync in progress...' : 'Ready to run'}
        </p>
        {isBusy && (
          <Link
            href={paths.monitor}
            className="inline-flex min-h-control items-center font-medium text-primary-text hover:underline"
          >
            Watch the jobs
          </Link>
        )}
      </div>
      {jobs.length > 0 && (
        <ul className="flex animate-appear flex-col gap-4 rounded-control border bg-background p-4">
          {/* In the order they run: the import waits for the export. */}
          {jobs.toReversed().map((job) => (
            <li key={job.id} className="flex flex-col gap-1.5">
              <p className="flex flex-wrap justify-between gap-x-4">
                <span className="font-medium">{jobLabel(job)}</span>
                <span className="text-xs text-muted">{startedByText(job)}</span>
              </p>
              <JobProgress job={job} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
