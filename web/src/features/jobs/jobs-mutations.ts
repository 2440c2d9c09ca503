import { formatCount } from '@dashboard/contract/counts'
import {
  cancelAllJobs,
  cancelJob,
  clearCompletedJobs,
  dismissJob,
  isSyncJob,
  type Job,
  mayRetry,
  retryJob,
  type SyncAnswer,
  syncJobsNow,
} from '@dashboard/contract/jobs'
import { call } from '../../api/call.ts'
import { useChange, withMessage } from '../../api/use-change.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { isLimited } from '../../session/session-user.ts'
import type { ToastMessage } from '../../ui/toaster.tsx'

const refreshes = ['/api/jobs'] as const

/** Returns `mutate(job)`; the toast of success offers to start the job again. */
export function useCancelJob() {
  const retry = useRetryJob()
  const isRetryable = useIsRetryable()
  return useChange({
    send: ({ id }: Pick<Job, 'id'>) => call(cancelJob, { params: { id } }),
    done: ({ message, job }) => ({
      ...withMessage('Job Cancelled')({ message }),
      // The specification's answer has no job.
      ...(job !== undefined &&
        isRetryable(job) && {
          action: {
            label: 'Retry',
            onPress: () => retry.mutate({ id: job.id, failedOnly: false }),
          },
        }),
    }),
    refreshes,
    failed: ['Cancel Failed', 'Failed to cancel job.'],
  })
}

export function useCancelAllJobs() {
  return useChange({
    send: () => call(cancelAllJobs),
    done: withMessage('Jobs Cancelled'),
    refreshes,
    failed: ['Cancel All Failed', 'Failed to cancel all jobs.'],
  })
}

export function useClearCompletedJobs() {
  return useChange({
    send: () => call(clearCompletedJobs),
    done: withMessage('Jobs Cleared'),
    refreshes,
    failed: ['Clear Failed', 'Failed to clear completed jobs.'],
  })
}

/** Returns `mutate({id, failedOnly})`; `onDone` gets the id of the new job. */
export function useRetryJob(onDone?: (answer: { jobId: string }) => void) {
  return useChange({
    send: ({ id, failedOnly }: { id: string; failedOnly: boolean }) =>
      call(retryJob, { params: { id }, body: { failedOnly } }),
    done: withMessage('Job Retried'),
    refreshes,
    failed: ['Retry Failed', 'Failed to retry job.'],
    onDone,
  })
}

export function useDismissJob(onDone: () => void) {
  return useChange({
    send: (id: string) => call(dismissJob, { params: { id } }),
    done: withMessage('Job Dismissed'),
    refreshes,
    failed: ['Dismiss Failed', 'Failed to dismiss job.'],
    onDone,
  })
}

/**
 * 'Refresh Status': has the server poll the workflow system, then reads every job query again
 * (docs/api.md#polling).
 */
export function useRefreshStatus() {
  return useChange({
    send: () => call(syncJobsNow),
    done: refreshedToast,
    refreshes,
    failed: ['Refresh Failed', 'Failed to refresh job status.'],
  })
}

/** Returns what a refresh of the job status has changed, or why it failed. */
export function refreshedToast({ success, message, updated }: SyncAnswer): ToastMessage {
  const title = 'Status Refresh Complete'
  if (!success) return { title, description: message, variant: 'destructive' }
  const description =
    updated === 0 ? 'All jobs are already up to date.' : `refreshed ${formatCount(updated)} job(s)`
  return { title, description }
}

/**
 * Returns whether the signed-in user may change a job: limited users may not change a sync
 * (docs/accounts.md#limited-users).
 */
export function useIsChangeable(): (job: Pick<Job, 'type'>) => boolean {
  const user = useSessionUser()
  return (job) => !isLimited(user) || !isSyncJob(job)
}

/** Returns whether the signed-in user may start a job again once it has failed. */
export function useIsRetryable(): (job: Pick<Job, 'retryableBy' | 'createdById'>) => boolean {
  const { userId: id, role } = useSessionUser()
  return (job) => mayRetry(job, { id, role })
}
