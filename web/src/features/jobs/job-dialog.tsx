import { isActive, type Job } from '@dashboard/contract/jobs'
import { type ReactNode, useDeferredValue } from 'react'
import { ApiError, errorMessage } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { hasActions, JobDialogActions } from './job-dialog-actions.tsx'
import { JobFacts } from './job-facts.tsx'
import { JobFailure } from './job-failure.tsx'
import { JobLog } from './job-log.tsx'
import { JobProgress } from './job-progress.tsx'
import { jobLabel, noAnswerText, tailJobId } from './job-words.ts'
import { useJobDetails } from './jobs-queries.ts'

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
  const isGone = error instanceof ApiError && error.status === 404
  const job = isGone ? undefined : (data?.job ?? listed)
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
      description={job && jobLabel(job)}
      footer={
        job && hasActions(job) ? <JobDialogActions job={job} onOpenJob={onOpenJob} /> : undefined
      }
    >
      <AfterFirstFrame>
        {job ? (
          <div className="flex flex-col gap-4">
            {error && (
              <Alert tone="warning">
                These details may be old: {errorMessage(error, noAnswerText)}
              </Alert>
            )}
            {job.status === 'failed' && <JobFailure job={job} />}
            {isActive(job) && <JobProgress job={job} stepClass="font-medium" />}
            <JobFacts job={job} />
            <JobLog job={job} isLoading={isPlaceholderData} />
          </div>
        ) : error ? (
          <NoDetails isGone={isGone} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-64 w-full" />
        )}
      </AfterFirstFrame>
    </Dialog>
  )
}

/** The dialog answers the click at once; what fills it is drawn right after. */
function AfterFirstFrame({ children }: { children: ReactNode }) {
  const isShown = useDeferredValue(true, false)
  return <div className="min-h-64">{isShown && children}</div>
}

interface NoDetailsProps {
  isGone: boolean
  error: Error
  onRetry: () => void
}

function NoDetails({ isGone, error, onRetry }: NoDetailsProps) {
  return isGone ? (
    <ErrorState title="This job is no longer there">
      Somebody has cleared or dismissed it. Its reports, if it made any, are on the Reports page.
    </ErrorState>
  ) : (
    <ErrorState title="The job could not be loaded" onRetry={onRetry}>
      {errorMessage(error, 'Failed to fetch job')}
    </ErrorState>
  )
}
