import { isActive, type Job } from '@dashboard/contract/jobs'
import { classNames } from '../../ui/class-names.ts'
import { CopyableId } from '../../ui/copyable-id.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StateDot } from '../../ui/state-badge.tsx'
import { JobElapsed } from './job-elapsed.tsx'
import { JobProgress } from './job-progress.tsx'
import { JobRowActions } from './job-row-actions.tsx'
import { jobLabel, jobState, shortJobId, targetsSummary } from './job-words.ts'

interface JobRowProps {
  job: Job
  onOpen: () => void
  onDismiss: () => void
}

/** A click anywhere opens the details; finished jobs are lighter than what still asks for eyes. */
export function JobRow({ job, onOpen, onDismiss }: JobRowProps) {
  const { state, word } = jobState(job)
  const isDone = job.status === 'completed'
  const summary = targetsSummary(job.targets)
  return (
    <div className="group relative grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 border-b px-4 py-3 hover:bg-hover md:grid-cols-[6.5rem_minmax(0,1fr)_4.5rem_7.5rem]">
      <p className="flex items-center gap-2">
        <StateDot state={state} pulsing={job.status === 'running'} />
        <span className={classNames('font-medium', isDone && 'text-muted')}>{word}</span>
      </p>
      <div className="flex min-w-0 flex-col gap-1 max-md:order-last max-md:col-span-2">
        <p className="line-clamp-2">
          {/* The pointer's way in; the keyboard has the button View Details. */}
          <button
            type="button"
            tabIndex={-1}
            onClick={onOpen}
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
        {job.status === 'failed' && (
          <p className="line-clamp-2 text-danger-text">{job.error ?? 'No reason was given.'}</p>
        )}
        <p className="flex flex-wrap items-center gap-x-1.5 text-xs text-muted">
          <span className="relative -ml-1">
            <CopyableId id={job.id} short={shortJobId(job.id)} noun="job" />
          </span>
          <span>Started by {job.createdBy ?? 'an outside run'}</span>
          <span aria-hidden>·</span>
          <JobMoment job={job} />
        </p>
      </div>
      <p className="text-right text-muted">
        <span className="sr-only">Duration: </span>
        <JobElapsed job={job} fallback="–" />
      </p>
      <div className="relative flex justify-end max-md:order-last max-md:col-span-2">
        <JobRowActions job={job} onOpen={onOpen} onDismiss={onDismiss} />
      </div>
    </div>
  )
}

/** When the last thing happened to a job. */
function JobMoment({ job }: { job: Job }) {
  const [verb, at] =
    job.completedAt !== null
      ? ['ended', job.completedAt]
      : job.startedAt !== null
        ? ['started', job.startedAt]
        : ['queued', job.createdAt]
  return (
    <span className="relative">
      {verb} <RelativeTime at={at} />
    </span>
  )
}
