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
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { isLimited } from '../../session/session-user.ts'
import type { ToastMessage } from '../../ui/toast-card.tsx'
import { useToast } from '../../ui/toaster.tsx'
import { refreshJobs } from './jobs-queries.ts'

interface JobMutation<Input, Answer> extends WhenDone<Answer> {
  run: (input: Input) => Promise<Answer>
  successToast: (answer: Answer) => ToastMessage
  /** Title and fallback of the toast of failure (docs/behavior.md#toasts-of-failure). */
  failure: readonly [title: string, fallback: string]
}

interface WhenDone<Answer> {
  /** Called before the lists are read again, which may remove the component that asked for the change. */
  onDone?: ((answer: Answer) => void) | undefined
}

/** Returns a mutation of jobs; it stays pending until the lists show its result. */
function useJobMutation<Input, Answer>(mutation: JobMutation<Input, Answer>) {
  const { run, successToast, failure, onDone } = mutation
  const queryClient = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: run,
    onSuccess: (answer) => {
      toast(successToast(answer))
      onDone?.(answer)
    },
    onError: showError(...failure),
    onSettled: () => refreshJobs(queryClient),
  })
}

function done(title: string) {
  return ({ message }: { message: string }): ToastMessage => ({
    title,
    description: message,
    variant: 'success',
  })
}

/** Returns `mutate(job)`; the toast of success offers to start the job again. */
export function useCancelJob() {
  const retry = useRetryJob()
  const isRetryable = useIsRetryable()
  return useJobMutation({
    run: ({ id }: Pick<Job, 'id'>) => call(cancelJob, { params: { id } }),
    successToast: ({ message, job }) => ({
      ...done('Job Cancelled')({ message }),
      // A server of the first version answers no job.
      ...(job !== undefined &&
        isRetryable(job) && {
          action: {
            label: 'Retry',
            onPress: () => retry.mutate({ id: job.id, failedOnly: false }),
          },
        }),
    }),
    failure: ['Cancel Failed', 'Failed to cancel job.'],
  })
}

export function useCancelAllJobs() {
  return useJobMutation({
    run: () => call(cancelAllJobs),
    successToast: done('Jobs Cancelled'),
    failure: ['Cancel All Failed', 'Failed to cancel all jobs.'],
  })
}

export function useClearCompletedJobs() {
  return useJobMutation({
    run: () => call(clearCompletedJobs),
    successToast: done('Jobs Cleared'),
    failure: ['Clear Failed', 'Failed to clear completed jobs.'],
  })
}

/** Returns `mutate({id, failedOnly})`; `onDone` gets the id of the new job. */
export function useRetryJob({ onDone }: WhenDone<{ jobId: string; message: string }> = {}) {
  return useJobMutation({
    run: ({ id, failedOnly }: { id: string; failedOnly: boolean }) =>
      call(retryJob, { params: { id }, body: { failedOnly } }),
    successToast: done('Job Retried'),
    failure: ['Retry Failed', 'Failed to retry job.'],
    onDone,
  })
}

export function useDismissJob({ onDone }: WhenDone<{ message: string }>) {
  return useJobMutation({
    run: (id: string) => call(dismissJob, { params: { id } }),
    successToast: done('Job Dismissed'),
    failure: ['Dismiss Failed', 'Failed to dismiss job.'],
    onDone,
  })
}

/**
 * 'Refresh Status': has the server poll the workflow system, then reads every job query again
 * (docs/behavior.md#polling).
 */
export function useRefreshStatus() {
  return useJobMutation({
    run: () => call(syncJobsNow),
    successToast: refreshedToast,
    failure: ['Refresh Failed', 'Failed to refresh job status.'],
  })
}

/** Returns what a refresh of the job status has changed, or why it failed (docs/behavior.md#toasts-of-success). */
export function refreshedToast({ success, message, updated }: SyncAnswer): ToastMessage {
  const title = 'Status Refresh Complete'
  if (!success) return { title, description: message, variant: 'destructive' }
  const description =
    updated === 0 ? 'All jobs are already up to date.' : `refreshed ${formatCount(updated)} job(s)`
  return { title, description, variant: 'success' }
}

/**
 * Returns whether the signed-in user may change a job: limited users may not change a sync
 * (docs/behavior.md#limited-users).
 */
export function useIsChangeable(): (job: Pick<Job, 'type'>) => boolean {
  const user = useSessionUser()
  return (job) => !isLimited(user) || !isSyncJob(job)
}

/** Returns whether the signed-in user may start a job again once it has failed. */
export function useIsRetryable(): (job: Pick<Job, 'retriers' | 'createdById'>) => boolean {
  const { userId: id, role } = useSessionUser()
  return (job) => mayRetry(job, { id, role })
}
