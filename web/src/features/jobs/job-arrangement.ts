import { isActive, type Job, type JobType, jobShows } from '@dashboard/contract/jobs'
import { jobTypes } from './job-words.ts'

/** Decides which jobs the monitor shows, and in what order. */

export type JobShow = keyof typeof jobShows
export type JobKind = 'all' | JobType

export interface JobFilter {
  readonly show: JobShow
  readonly kind: JobKind
}

const showNames = Object.keys(jobShows) as JobShow[]

/** Returns the filter in an address; an unknown value counts as all. */
export function readJobFilter(search: URLSearchParams): JobFilter {
  const kind = search.get('kind')
  return {
    show: showNames.find((name) => name === search.get('show')) ?? 'all',
    kind: jobTypes.find((type) => type === kind) ?? 'all',
  }
}

export interface ListedJob {
  readonly job: Job
  /** The job is shown below the job that it depends on. */
  readonly isDependent: boolean
}

interface ArrangedJobs {
  /** Running jobs before waiting ones, newest first. */
  readonly active: readonly ListedJob[]
  /** Newest first. */
  readonly failed: readonly ListedJob[]
  /** Newest first. */
  readonly completed: readonly ListedJob[]
}

/** Groups jobs by status. A job comes directly below the job of the same list that it depends on. */
export function arrangeJobs(newestFirst: readonly Job[]): ArrangedJobs {
  const active = chainJobs(newestFirst.filter(isActive))
  const runs = (chain: readonly ListedJob[]) => chain.some(({ job }) => job.status === 'running')
  const waits = (chain: readonly ListedJob[]) => !runs(chain)
  const completed = newestFirst.filter((job) => job.status === 'completed')
  const failed = newestFirst.filter((job) => job.status !== 'completed' && !isActive(job))
  return {
    active: [...active.filter(runs), ...active.filter(waits)].flat(),
    failed: chainJobs(failed).flat(),
    completed: chainJobs(completed).flat(),
  }
}

/** Groups jobs by dependency: an import of the list follows the export of the list that it depends on. */
function chainJobs(newestFirst: readonly Job[]): ListedJob[][] {
  const ids = new Set(newestFirst.map(({ id }) => id))
  const chains = new Map<string, ListedJob[]>()
  for (const job of newestFirst) {
    const root = job.dependsOn !== null && ids.has(job.dependsOn) ? job.dependsOn : job.id
    const chain = chains.get(root) ?? []
    // A job that depends on another one is newer than that one.
    chain.unshift({ job, isDependent: root !== job.id })
    chains.set(root, chain)
  }
  return [...chains.values()]
}
