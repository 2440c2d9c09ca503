import {
  getJob,
  isActive,
  type Job,
  jobShows,
  listJobs,
  syncJob,
  syncJobs,
} from '@dashboard/contract/jobs'
import { jobListLimit } from '@dashboard/contract/limits'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { endpointQuery, pathKey } from '../../api/endpoint-query.ts'
import {
  expectedJobsPolling,
  jobDialogPolling,
  jobPagePolling,
  jobSyncPolling,
  jobsPolling,
} from '../../api/polling.ts'
import type { JobFilter } from './job-arrangement.ts'

/** The job list, polled more often while it contains active jobs (docs/api.md#polling). */
const jobsQuery = {
  ...endpointQuery(listJobs, { query: { limit: String(jobListLimit.default) } }),
  ...jobsPolling,
}

/**
 * Reads the newest jobs, without logs. While a call is running that creates a job, `isExpecting` has the list polled as
 * if a job were active.
 */
export function useJobs(isExpecting = false) {
  return useQuery({ ...jobsQuery, ...(isExpecting && expectedJobsPolling) })
}

/**
 * Reads a page of the jobs that match a filter, chosen by the server: `cursor` is the `nextCursor` of the page before.
 * The page before stays in view until the next has arrived.
 */
export function useJobPage({ show, kind }: JobFilter, cursor: string | undefined) {
  const query = {
    limit: String(jobListLimit.default),
    ...(cursor !== undefined && { cursor }),
    ...jobShows[show].query,
    ...(kind !== 'all' && { kind }),
  }
  const newest = useQuery(jobsQuery)
  const hasActiveJobs = newest.data?.jobs.some(isActive) ?? false
  return useQuery({
    ...endpointQuery(listJobs, { query }),
    ...jobPagePolling(hasActiveJobs),
    // A page that is older than the newest jobs may not show yet how the last active one ended.
    refetchInterval: ({ state }) =>
      jobPagePolling(hasActiveJobs || state.dataUpdatedAt < newest.dataUpdatedAt).refetchInterval,
    placeholderData: keepPreviousData,
  })
}

/** Returns whether any job is queued or running; `false` until the list has arrived. */
export function useHasActiveJobs(): boolean {
  const { data } = useQuery({ ...jobsQuery, select: ({ jobs }) => jobs.some(isActive) })
  return data ?? false
}

/** Returns the active jobs of a kind, newest first. */
export function useActiveJobs(isOfKind: (job: Job) => boolean): readonly Job[] {
  const { data } = useQuery({
    ...jobsQuery,
    select: ({ jobs }) => jobs.filter((job) => isActive(job) && isOfKind(job)),
  })
  return data ?? []
}

/** Reads the job list and every open job again; called after jobs were started or changed. */
export function refreshJobs(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: pathKey('/api/jobs') })
}

/**
 * Reads one job with its log while its dialog is open; returns `listed` until that has arrived. For an active job the
 * server first polls the workflow system; when that fails, the job is read as the server has it
 * (docs/api.md#polling).
 */
export function useJobDetails(id: string, listed: Job | undefined) {
  const plain = endpointQuery(getJob, { params: { id } })
  return useQuery({
    ...plain,
    ...jobDialogPolling(true),
    queryFn: async ({ client, signal }) => {
      const inList = client.getQueryData(jobsQuery.queryKey)?.jobs.find((each) => each.id === id)
      const known = client.getQueryData(plain.queryKey)?.job ?? inList
      const job = known && isActive(known) ? await syncOrGet(id, signal) : await get(id, signal)
      if (inList && inList.status !== job.status) {
        void client.invalidateQueries({ queryKey: jobsQuery.queryKey })
      }
      return { job }
    },
    refetchInterval: (query) => {
      const known = query.state.data?.job ?? listed
      return jobDialogPolling(known !== undefined && isActive(known)).refetchInterval
    },
    placeholderData: listed && { job: listed },
  })
}

async function get(id: string, signal: AbortSignal): Promise<Job> {
  return (await call(getJob, { params: { id }, signal })).job
}

async function syncOrGet(id: string, signal: AbortSignal): Promise<Job> {
  try {
    return (await call(syncJob, { params: { id }, signal })).job
  } catch (error) {
    if (signal.aborted || (error instanceof ApiError && error.sessionEnded)) throw error
    return get(id, signal)
  }
}

/**
 * Has the server poll the workflow runs while the page shows active jobs; reads the list again when something changed.
 * Returns why that failed, in the server's words.
 */
export function useJobSync(hasActiveJobs: boolean): string | undefined {
  const { data } = useQuery({
    ...endpointQuery(syncJobs),
    ...jobSyncPolling(hasActiveJobs),
    enabled: hasActiveJobs,
    queryFn: async ({ client, signal }) => {
      const answer = await call(syncJobs, { signal })
      if (answer.updated > 0) void client.invalidateQueries({ queryKey: jobsQuery.queryKey })
      return answer
    },
  })
  return hasActiveJobs && data?.success === false ? data.message : undefined
}
