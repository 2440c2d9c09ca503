import { isActive, type Job, jobEnd } from '@dashboard/contract/jobs'
import { CornerDownRight } from 'lucide-react'
import { type ComponentProps, memo } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CopyableId } from '../../ui/copyable-id.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StateDot } from '../../ui/state-badge.tsx'
import { HarmlessBadge, JobElapsed, JobProgress } from './job-state.tsx'
import {
  failureReason,
  hasMadeSomeReports,
  jobLabel,
  jobState,
  shortJobId,
  startedByText,
  targetsSummary,
} from './job-words.ts'
import { useCancelJob, useIsChangeable, useIsRetryable, useRetryJob } from './jobs-mutations.ts'

interface JobRowProps {
  job: Job
  /** The job is shown below the job that it depends on. */
  isDependent: boolean
  onOpen: (id: string) => void
  onDismiss: (job: Job) => void
}

/**
 * Shows a job. A click anywhere opens the details; finished jobs are shown lighter. It renders again only when its job
 * has changed, so that opening the details does not wait for the whole list.
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
      <p className="order-2 self-center text-right text-muted tabular-nums @4xl:order-none @4xl:self-auto">
        <span className="sr-only">Duration: </span>
        <JobElapsed job={job} fallback="–" />
      </p>
      <div className="order-4 col-span-2 @4xl:order-none @4xl:col-span-1">
        <JobRowActions job={job} onOpen={onOpen} onDismiss={onDismiss} />
      </div>
    </div>
  )
})

/** Columns where the list has room, else one below the other. */
const rowClass =
  'group relative grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1.5 border-b px-(--card-pad) py-3 ' +
  'in-[li:last-child]:border-b-0 ' +
  'hover:bg-hover @4xl:grid-cols-[6.25rem_minmax(0,1fr)_5rem_14rem]'

function JobWork({ job, isDependent, onOpen }: Omit<JobRowProps, 'onDismiss'>) {
  const { createdAt, startedAt, completedAt } = job
  const isDone = job.status === 'completed'
  const end = jobEnd(job)
  const summary = targetsSummary(job.targets)
  return (
    <div className="order-3 col-span-2 flex min-w-0 flex-col gap-1 @4xl:order-none @4xl:col-span-1">
      <p className="line-clamp-2">
        {isDependent && (
          <CornerDownRight className="mr-1.5 inline size-4 align-[-3px] text-muted" />
        )}
        {/* This element is for the pointer; keyboard users have the button View Details. */}
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
      <div className="flex empty:hidden">
        <HarmlessBadge job={job} />
      </div>
      {end === 'failed' && <p className="line-clamp-2 text-danger-text">{failureReason(job)}</p>}
      {end === 'notRun' && <p className="line-clamp-2 text-muted">{failureReason(job)}</p>}
      <div className="flex min-w-0 flex-wrap gap-x-1 text-xs text-muted">
        <p className="max-w-full shrink-0 truncate @max-lg:basis-full">{startedByText(job)}</p>
        {startedAt === null && completedAt === null && <Timestamp verb="Queued" at={createdAt} />}
        {startedAt !== null && <Timestamp verb="Started" at={startedAt} />}
        {completedAt !== null && <Timestamp verb="Ended" at={completedAt} />}
      </div>
    </div>
  )
}

/** Shows a time above the row itself, for the tooltip with the exact time. */
function Timestamp({ verb, at }: { verb: string; at: string }) {
  return (
    <p className="group/time shrink-0">
      <span aria-hidden className="@max-lg:group-nth-2/time:hidden">
        ·{' '}
      </span>
      <span className="relative">
        {verb} <RelativeTime at={at} isRepeated />
      </span>
    </p>
  )
}

/** Shows the buttons with words. On finished rows they are muted until pointed at or focused. */
function JobRowActions(props: Pick<JobRowProps, 'job' | 'onOpen' | 'onDismiss'>) {
  const { job, onOpen, onDismiss } = props
  const isChangeable = useIsChangeable()(job)
  const isRetryable = useIsRetryable()(job)
  return (
    <div className="-mx-2.5 flex flex-wrap @4xl:-my-2 @4xl:justify-end">
      <RowButton isWithoutChanges={!isActive(job)} onClick={() => onOpen(job.id)}>
        View Details
      </RowButton>
      {isChangeable && isActive(job) && <CancelAction job={job} />}
      {isChangeable && job.status === 'failed' && (
        <>
          {isRetryable && <RetryAction job={job} />}
          <RowButton isWithoutChanges onClick={() => onDismiss(job)}>
            Dismiss
          </RowButton>
        </>
      )}
    </div>
  )
}

interface RowButtonProps extends ComponentProps<typeof Button> {
  isWithoutChanges?: boolean
}

/** Shows a button above the row itself, which a click anywhere else opens. */
function RowButton({ isWithoutChanges = false, ...button }: RowButtonProps) {
  return (
    <Button
      variant="quiet"
      {...button}
      className={classNames(
        'relative px-2.5! whitespace-nowrap',
        isWithoutChanges && 'text-muted! group-focus-within:text-text! group-hover:text-text!',
      )}
    />
  )
}

function CancelAction({ job }: { job: Job }) {
  const cancel = useCancelJob()
  return (
    <RowButton variant="quiet-danger" loading={cancel.isPending} onClick={() => cancel.mutate(job)}>
      Cancel Job
    </RowButton>
  )
}

function RetryAction({ job }: { job: Job }) {
  const retry = useRetryJob()
  const failedOnly = hasMadeSomeReports(job)
  return (
    <RowButton
      isWithoutChanges
      loading={retry.isPending}
      onClick={() => retry.mutate({ id: job.id, failedOnly })}
    >
      {failedOnly ? 'Retry failed only' : 'Retry'}
    </RowButton>
  )
}
