import type { ImportStatus } from '@dashboard/contract/imports'
import { isActive, type Job } from '@dashboard/contract/jobs'
import { pollMs } from '@dashboard/contract/limits'
import type { GithubCheck } from '@dashboard/contract/preflight'

/**
 * Returns how often a query is repeated, as options to spread into `useQuery` (docs/api.md#polling). With an
 * interval of `false` it is sent only once; an answer older than `staleMs` is read again.
 */
function every(intervalMs: number | false, staleMs: number, inBackground = false) {
  return {
    refetchInterval: intervalMs,
    refetchIntervalInBackground: inBackground,
    staleTime: staleMs,
  }
}

/** A query as react-query hands it over, with its last answer. */
interface Queried<Data> {
  state: { data?: Data | undefined }
}

/** Polls the job list by the status of the jobs that it last contained. */
export const jobsPolling = {
  ...every(pollMs.jobsIdle, pollMs.jobsStale, true),
  refetchInterval: (query: Queried<{ jobs: readonly Pick<Job, 'status'>[] }>): number =>
    query.state.data?.jobs.some(isActive) ? pollMs.jobsActive : pollMs.jobsIdle,
}

/** Used while a call runs that creates a job, which the list does not contain yet. */
export const expectedJobsPolling = jobPagePolling(true)

/** Polls jobs that a filter chooses, whose page may lack the active ones. */
export function jobPagePolling(hasActiveJobs: boolean) {
  return every(hasActiveJobs ? pollMs.jobsActive : pollMs.jobsIdle, pollMs.jobsStale, true)
}

export function jobSyncPolling(hasActiveJobs: boolean) {
  return every(hasActiveJobs ? pollMs.jobSync : false, pollMs.jobSyncStale)
}

/** Returns the polling of an open dialog; a job that has ended no longer changes. */
export function jobDialogPolling(isJobActive: boolean) {
  return every(isJobActive ? pollMs.jobDialog : false, pollMs.jobDialogCache)
}

export const automationStatusPolling = every(pollMs.automationStatus, pollMs.automationStatus)

/** Colleagues work through the same list at the same time. */
export const callListPolling = every(pollMs.callList, pollMs.callList)

export const schedulesPolling = every(pollMs.schedules, pollMs.schedules)

export function reportsPolling(hasActiveJobs: boolean) {
  return every(hasActiveJobs ? pollMs.reportsActive : pollMs.reportsIdle, pollMs.reportsCache)
}

export const systemPolling = every(pollMs.system, pollMs.system)

export const monitoringStatusPolling = every(pollMs.monitoringStatus, pollMs.monitoringStatus)

/** Polls a review or import while it runs, and later for changes that make it outdated. */
export const importPolling = {
  ...every(pollMs.jobsIdle, pollMs.jobsStale),
  refetchInterval: (query: Queried<{ import: { status: ImportStatus } }>): number => {
    const status = query.state.data?.import.status
    return status === 'queued' || status === 'running' ? pollMs.jobsActive : pollMs.jobsIdle
  },
}

/** Not in the background: a user whose page polls counts as watching (docs/notices.md#quiet-for-what-one-watched). */
export const noticesPolling = every(pollMs.notices, pollMs.notices)

/** Asks for the server until it answers again, for a page whose code could not be loaded. */
export const reconnectPolling = {
  ...every(false, 0),
  refetchInterval: (query: { state: { status: string } }): number | false =>
    query.state.status === 'error' && pollMs.reconnect,
}

/** Polls a check on GitHub while its run is active. */
export const githubCheckPolling = {
  ...every(false, pollMs.jobsStale),
  refetchInterval: (query: Queried<Pick<GithubCheck, 'state'>>): number | false =>
    query.state.data?.state === 'running' ? pollMs.jobsActive : false,
}
