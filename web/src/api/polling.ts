import type { ImportStatus } from '@dashboard/contract/imports'
import { isActive, type Job } from '@dashboard/contract/jobs'
import { pollMs } from '@dashboard/contract/limits'
import type { GithubCheck } from '@dashboard/contract/preflight'

/**
 * How often a query is asked again, as options to spread into `useQuery`
 * (docs/behavior.md#polling).
 */
interface Polling {
  /** Milliseconds; `false` asks only once. */
  refetchInterval: number | false
  /** Also while the page is hidden. */
  refetchIntervalInBackground: boolean
  /** Milliseconds after which an answer counts as old. */
  staleTime: number
}

function every(intervalMs: number | false, staleMs: number, inBackground = false): Polling {
  return {
    refetchInterval: intervalMs,
    refetchIntervalInBackground: inBackground,
    staleTime: staleMs,
  }
}

interface JobsQuery {
  state: { data?: { jobs: readonly Pick<Job, 'status'>[] } | undefined }
}

/** The job list polls by the status of the jobs it last received. */
export const jobsPolling = {
  ...every(pollMs.jobsIdle, pollMs.jobsStale, true),
  refetchInterval: (query: JobsQuery): number =>
    query.state.data?.jobs.some(isActive) ? pollMs.jobsActive : pollMs.jobsIdle,
}

/** Used while a call runs that makes a job, which the list does not show yet. */
export const expectedJobsPolling = every(pollMs.jobsActive, pollMs.jobsStale, true)

export function jobSyncPolling(hasActiveJobs: boolean): Polling {
  return every(hasActiveJobs ? pollMs.jobSync : false, pollMs.jobSyncStale)
}

/** Used by an open dialog; a job that has ended no longer changes. */
export function jobDialogPolling(isJobActive: boolean): Polling {
  return every(isJobActive ? pollMs.jobDialog : false, pollMs.jobDialogCache)
}

export const automationStatusPolling = every(pollMs.automationStatus, pollMs.automationStatus)

/** Colleagues work through the same list. */
export const callListPolling = every(pollMs.callList, pollMs.callList)

export const schedulesPolling = every(pollMs.schedules, pollMs.schedules)

export function reportsPolling(hasActiveJobs: boolean): Polling {
  return every(hasActiveJobs ? pollMs.reportsActive : pollMs.reportsIdle, pollMs.reportsCache)
}

/** Requests are counted by the minute. */
export const systemPolling = every(pollMs.system, pollMs.system)

export const monitoringStatusPolling = every(pollMs.monitoringStatus, pollMs.monitoringStatus)

interface ImportQuery {
  state: { data?: { import: { status: ImportStatus } } | undefined }
}

/** A review or import is watched while it runs, and later for changes that make it outdated. */
export const importPolling = {
  ...every(pollMs.jobsIdle, pollMs.jobsStale),
  refetchInterval: (query: ImportQuery): number => {
    const status = query.state.data?.import.status
    return status === 'queued' || status === 'running' ? pollMs.jobsActive : pollMs.jobsIdle
  },
}

/** Not in the background: who asks counts as watching (docs/notices.md#quiet-for-what-one-watched). */
export const noticesPolling = every(pollMs.notices, pollMs.notices)

interface GithubCheckQuery {
  state: { data?: Pick<GithubCheck, 'state'> | undefined }
}

/** A check on GitHub is asked about while its run goes on. */
export const githubCheckPolling = {
  ...every(false, pollMs.jobsStale),
  refetchInterval: (query: GithubCheckQuery): number | false =>
    query.state.data?.state === 'running' ? pollMs.jobsActive : false,
}
