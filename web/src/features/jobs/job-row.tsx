import { isActive, type Job } from '@dashboard/contract/jobs'
import { CornerDownRight } from 'lucide-react'
import { memo } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { CopyableId } from '../../ui/copyable-id.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StateDot } from '../../ui/state-badge.tsx'
import { CancelledBadge } from './cancelled-badge.tsx'
import { JobElapsed } from './job-elapsed.tsx'
import { JobProgress } from './job-progress.tsx'
import { JobRowActions } from './job-row-actions.tsx'
import {
  failureReason,
  jobLabel,
  jobState,
  shortJobId,
  startedByText,
  targetsSummary,
  wasCancelled,
} from './job-words.ts'

interface JobRowProps {
  job: Job
  /** It stands beneath the job that it depends on. */
  isDependent: boolean
  onOpen: (id: string) => void
  onDismiss: (job: Job) => void
}

/**
 * A click anywhere opens the details; finished jobs are drawn lighter. Drawn
 * again only when its job has changed: opening the details must not wait for the whole list.
 */
export const JobRow = memo(function JobRow(props: JobRowProps) {
  const { job, isDependent, onOpen, onDismiss } = props
  const { state, word } = jobState(job)
  const isDone = job.status === 'completed'
  return (
    <div className={rowClass}>
      <div className="flex items-center gap-x-2 @4xl:flex-col @4xl:items-start">
        <p className="flex items-center gap-2">
          <StateDot state={state} pulsing={job.status === 'running'} />
          <span className={classNames('font-medium', isDone && 'text-muted')}>{word}</span>
        </p>
        <span className="relative @4xl:ml-3">
          <CopyableId id={job.id} short={shortJobId(job.id)} noun="job" />
        </span>
      </div>
      <JobWork job={job} isDependent={isDependent} onOpen={onOpen} />
      <div className="order-4 col-span-2 flex min-w-0 flex-wrap gap-x-3 self-center text-xs text-muted @4xl:order-none @4xl:col-span-1 @4xl:block @4xl:self-auto">
        <p className="line-clamp-2">{startedByText(job)}</p>
        <JobTimes job={job} />
      </div>
      <p className="order-2 self-center text-right text-muted @4xl:order-none @4xl:self-auto">
        <span className="sr-only">Duration: </span>
        <JobElapsed job={job} fallback="–" />
      </p>
      <div className="order-5 col-span-2 @4xl:order-none @4xl:col-span-1">
        <JobRowActions job={job} onOpen={onOpen} onDismiss={onDismiss} />
      </div>
    </div>
  )
})

/** One line of columns where the list has room, else three lines. */
const rowClass =
  'group relative grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1.5 border-b px-4 py-3 ' +
  'in-[li:last-child]:border-b-0 ' +
  'hover:bg-hover @4xl:grid-cols-[6.25rem_minmax(0,1fr)_10rem_4rem_14rem]'

/** What the job is, what it does now, or why it failed. */
function JobWork({ job, isDependent, onOpen }: Omit<JobRowProps, 'onDismiss'>) {
  const isDone = job.status === 'completed'
  const summary = targetsSummary(job.targets)
  return (
    <div className="order-3 col-span-2 flex min-w-0 flex-col gap-1 @4xl:order-none @4xl:col-span-1">
      <p className="line-clamp-2">
        {isDependent && (
          <CornerDownRight aria-hidden className="mr-1.5 inline size-4 align-[-3px] text-muted" />
        )}
        {/* The pointer's way in; the keyboard has the button View Details. */}
        <button
          type="button"
          tabIndex={-1}
          onClick={() => onOpen(job.id)}
          className={classNames(
            'text-left after:absolute after:inset-0',
            isDone ? 'text-muted' : 'font-medium',
          )}
        >
          {jobLabel(job)}
        </button>
        {summary !== '' && <span className="text-muted"> · {summary}</span>}
      </p>
      {isActive(job) && <JobProgress job={job} />}
      {wasCancelled(job) ? (
        <div className="flex">
          <CancelledBadge job={job} />
        </div>
      ) : (
        job.status === 'failed' && (
          <p className="line-clamp-2 text-danger-text">{failureReason(job)}</p>
        )
      )}
    </div>
  )
}

/** When a job started and ended, or was queued where it has done neither. */
function JobTimes({ job: { createdAt, startedAt, completedAt } }: { job: Job }) {
  const isQueued = startedAt === null && completedAt === null
  return (
    <>
      {isQueued && <Moment verb="Queued" at={createdAt} />}
      {startedAt !== null && <Moment verb="Started" at={startedAt} />}
      {completedAt !== null && <Moment verb="Ended" at={completedAt} />}
    </>
  )
}

/** Above the row itself, for the tooltip with the exact time. */
function Moment({ verb, at }: { verb: string; at: string }) {
  return (
    <p>
      <span className="relative">
        {verb} <RelativeTime at={at} />
      </span>
    </p>
  )
}
