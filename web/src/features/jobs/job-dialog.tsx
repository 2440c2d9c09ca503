import { isActive, type Job, jobEnd } from '@dashboard/contract/jobs'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError, errorMessage } from '../../api/api-error.ts'
import { LoadFailure } from '../../api/load-failure.tsx'
import { formatInstant } from '../../format/time.ts'
import { OperatorDetails } from '../../session/operator-details.tsx'
import { Alert } from '../../ui/alert.tsx'
import { CopyableId } from '../../ui/copyable-id.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Fact } from '../../ui/fact.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { hasActions, JobDialogActions } from './job-dialog-actions.tsx'
import { JobLog } from './job-log.tsx'
import { HarmlessBadge, JobElapsed, JobProgress } from './job-state.tsx'
import {
  failureAdvice,
  failureReason,
  jobLabel,
  jobState,
  processingText,
  tailJobId,
  targetNoun,
} from './job-words.ts'
import { useIsChangeable } from './jobs-mutations.ts'
import { useJobDetails } from './jobs-queries.ts'

const fetchFailure = 'Failed to fetch job'

interface JobDialogProps {
  id: string
  /** The job as the list has it, shown until its details have arrived. */
  listed: Job | undefined
  onOpenJob: (id: string | undefined) => void
}

/** Shows all details of one job; an active job is polled. */
export function JobDialog({ id, listed, onOpenJob }: JobDialogProps) {
  const { data, error, isPlaceholderData, refetch } = useJobDetails(id, listed)
  const isChangeable = useIsChangeable()
  const isGone = error instanceof ApiError && error.status === 404
  const job = isGone ? undefined : (data?.job ?? listed)
  // The list has the job without its log.
  const isLoaded = data !== undefined && !isPlaceholderData
  const failure = error && (
    <LoadFailure title={fetchFailure} error={error} onRetry={() => void refetch()} />
  )
  return (
    <Dialog
      onClose={() => onOpenJob(undefined)}
      size="large"
      title={
        <>
          Job Details <span className="font-mono font-medium">{tailJobId(id)}</span>
        </>
      }
      description={
        <span className="flex flex-wrap gap-x-2">
          {job && jobLabel(job)}
          <CopyableId id={id} noun="job" />
        </span>
      }
      footer={
        job && isChangeable(job) && hasActions(job) ? (
          <JobDialogActions job={job} onOpenJob={onOpenJob} />
        ) : undefined
      }
    >
      <AfterFirstFrame>
        {job ? (
          <div className="flex flex-col gap-4">
            {error && isLoaded && (
              <Alert tone="warning">
                These details may be out of date: {errorMessage(error, fetchFailure)}
              </Alert>
            )}
            <JobFacts job={job} />
            {job.status === 'failed' && <JobFailure job={job} />}
            {failure && !isLoaded ? failure : <JobLog job={job} isLoading={!isLoaded} />}
          </div>
        ) : isGone ? (
          <ErrorState title="This job is no longer there">
            Somebody has cleared or dismissed it. Its reports, if it made any, are on the Reports
            page.
          </ErrorState>
        ) : (
          (failure ?? <Skeleton className="h-64 w-full" />)
        )}
      </AfterFirstFrame>
    </Dialog>
  )
}

const frameMs = 17

/**
 * Renders its content after the first frame: the dialog opens at once, and its content follows. A deferred render is
 * not used, since it may never finish on a slow phone while the page goes on changing.
 */
function AfterFirstFrame({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), frameMs)
    return () => clearTimeout(timer)
  }, [])
  return <div className="min-h-64">{isShown && children}</div>
}

/** Shows the labeled facts. */
function JobFacts({ job }: { job: Job }) {
  const { state, word } = jobState(job)
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-3">
      <Fact label="Status">
        <span className="flex flex-wrap gap-1.5">
          <StateBadge state={state}>{word}</StateBadge>
          <HarmlessBadge job={job} />
        </span>
      </Fact>
      <Fact label="Progress" className={isActive(job) ? 'md:col-span-2' : undefined}>
        {job.status !== 'running' && `${job.progress}%`}
        {isActive(job) && <JobProgress job={job} />}
      </Fact>
      <Fact label="Started">
        {job.startedAt === null ? 'Not started' : formatInstant(job.startedAt)}
      </Fact>
      {job.status === 'running' && (
        <Fact label="Elapsed Time">
          <JobElapsed job={job} />
        </Fact>
      )}
      {!isActive(job) && job.completedAt !== null && (
        <Fact label="Completed">
          {formatInstant(job.completedAt)}
          {job.startedAt !== null && (
            <span className="block text-muted">
              after <JobElapsed job={job} />
            </span>
          )}
        </Fact>
      )}
      <Fact label="Started by">{job.createdBy ?? 'An outside run'}</Fact>
      {targetNoun(job) === undefined && (
        <Fact label="Target">
          {job.type === 'volunteer-list' ? 'Chosen volunteers' : (job.target ?? 'All volunteers')}
        </Fact>
      )}
      <Targets job={job} />
    </dl>
  )
}

const targetRowPx = 28

/** Shows what a report job works on: one circuit or congregation, or a list of them that scrolls. */
function Targets({ job }: { job: Job }) {
  const noun = targetNoun(job)
  if (noun === undefined) return null
  const label = noun === 'circuit' ? 'Circuits' : 'Congregations'
  return (
    <Fact label={label} className="col-span-full">
      {job.targets.length === 1 ? (
        job.targets[0]
      ) : (
        <>
          <p>{processingText(noun, job.targets.length)}</p>
          <VirtualList
            label={label}
            items={job.targets}
            keyOf={(target) => target}
            estimatePx={targetRowPx}
            isPlain
            className="mt-1.5 max-h-36 rounded-control border bg-background py-1"
          >
            {(target) => <p className="px-3 py-1">{target}</p>}
          </VirtualList>
        </>
      )}
    </Fact>
  )
}

/** Shows first what went wrong, then what to do; a job that broke nothing is not shown as an error. */
function JobFailure({ job }: { job: Job }) {
  return (
    <Alert tone={jobEnd(job) === 'failed' ? 'destructive' : 'neutral'} title="Error">
      <p>{failureReason(job)}</p>
      <p className="mt-1.5 font-medium">{failureAdvice(job)}</p>
      <OperatorDetails details={job.errorDetails} />
    </Alert>
  )
}
