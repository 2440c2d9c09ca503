import type { Job } from '@dashboard/contract/jobs'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError, errorMessage } from '../../api/api-error.ts'
import { ErrorText } from '../../api/error-text.tsx'
import { Alert } from '../../ui/alert.tsx'
import { CopyableId } from '../../ui/copyable-id.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useIsChangeable } from './changeable-jobs.ts'
import { hasActions, JobDialogActions } from './job-dialog-actions.tsx'
import { JobFacts } from './job-facts.tsx'
import { JobFailure } from './job-failure.tsx'
import { JobLog } from './job-log.tsx'
import { jobLabel, tailJobId } from './job-words.ts'
import { useJobDetails } from './jobs-queries.ts'

const fetchFailure = 'Failed to fetch job'

interface JobDialogProps {
  id: string
  open: boolean
  /** The job as the list shows it, until its details have come. */
  listed: Job | undefined
  onOpenJob: (id: string | undefined) => void
}

/**
 * Everything about one job (docs/behavior.md#job-details); while it is active it is asked for every
 * 3 s.
 */
export function JobDialog({ id, open, listed, onOpenJob }: JobDialogProps) {
  const { data, error, isPlaceholderData, refetch } = useJobDetails(id, listed, open)
  const isChangeable = useIsChangeable()
  const isGone = error instanceof ApiError && error.status === 404
  const job = isGone ? undefined : (data?.job ?? listed)
  // What the list shows of a job lacks its log.
  const isLoaded = data !== undefined && !isPlaceholderData
  return (
    <Dialog
      open={open}
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
                These details may be old: {errorMessage(error, fetchFailure)}
              </Alert>
            )}
            <JobFacts job={job} />
            {job.status === 'failed' && <JobFailure job={job} />}
            {error && !isLoaded ? (
              <NotLoaded what="log" error={error} onRetry={() => void refetch()} />
            ) : (
              <JobLog job={job} isLoading={!isLoaded} />
            )}
          </div>
        ) : isGone ? (
          <JobIsGone />
        ) : error ? (
          <NotLoaded what="job" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-64 w-full" />
        )}
      </AfterFirstFrame>
    </Dialog>
  )
}

const frameMs = 17

/**
 * The dialog answers the click at once; what fills it is drawn right after. Not by a deferred render, which need not
 * come to its end on a slow phone while the page goes on changing.
 */
function AfterFirstFrame({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), frameMs)
    return () => clearTimeout(timer)
  }, [])
  return <div className="min-h-64">{isShown && children}</div>
}

function JobIsGone() {
  return (
    <ErrorState title="This job is no longer there">
      Somebody has cleared or dismissed it. Its reports, if it made any, are on the Reports page.
    </ErrorState>
  )
}

interface NotLoadedProps {
  /** Only its log when the list shows the job. */
  what: 'job' | 'log'
  error: Error
  onRetry: () => void
}

function NotLoaded({ what, error, onRetry }: NotLoadedProps) {
  return (
    <ErrorState title={`The ${what} could not be loaded`} onRetry={onRetry}>
      <ErrorText error={error} fallback={fetchFailure} />
    </ErrorState>
  )
}
