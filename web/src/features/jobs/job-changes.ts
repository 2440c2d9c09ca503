import { countOf } from '@dashboard/contract/counts'
import {
  isActive,
  isReportJob,
  isSyncJob,
  type Job,
  type JobEnd,
  jobEnd,
} from '@dashboard/contract/jobs'
import { jobLabel, targetsSummary } from './job-words.ts'

type Seen = Pick<Job, 'id' | 'status' | 'createdAt'>
type Ended = Pick<Job, 'id' | 'type' | 'status' | 'failureKind' | 'targets'>

/**
 * Returns the jobs that have ended since `before`: they were active then, or not in the list and newer than one that
 * had ended (docs/jobs.md#states). Older ones come into the list when jobs are removed from it.
 */
export function findEnded<J extends Seen>(before: readonly Seen[], jobs: readonly J[]): J[] {
  const earlier = new Map(before.map((job) => [job.id, job]))
  const ended = before.filter((job) => !isActive(job))
  const isNew = ({ createdAt }: J) =>
    ended.length === 0 || ended.some((job) => job.createdAt < createdAt)
  return jobs.filter((job) => {
    const then = earlier.get(job.id)
    return !isActive(job) && (then ? isActive(then) : isNew(job))
  })
}

type ApiPath = `/api/${string}`

export function changedPaths(ended: readonly Pick<Job, 'type' | 'status'>[]): ApiPath[] {
  const paths = new Set<ApiPath>()
  for (const job of ended) {
    const { type, status } = job
    // A report job that failed may have made some of its reports.
    if (status === 'completed' || isReportJob(job)) {
      paths.add('/api/reports').add('/api/coverage').add('/api/circuits')
    }
    // New reports are no longer out of date.
    paths.add('/api/automation-status')
    if (isSyncJob(job)) paths.add('/api/imports')
    if (type === 'import') paths.add('/api/schedules')
    if (type === 'import' && status === 'completed') {
      paths.add('/api/lookup-options').add('/api/volunteers')
    }
  }
  return [...paths]
}

const announcedJobs = 2

const endWords: Record<JobEnd, { one: string; many: string }> = {
  completed: { one: 'completed', many: 'completed' },
  failed: { one: 'failed', many: 'failed' },
  cancelled: { one: 'was cancelled', many: 'cancelled' },
  notRun: { one: 'did not run', many: 'did not run' },
}

/** Describes the ended jobs in a sentence or two, for screen readers. */
export function describeEnded(ended: readonly Ended[]): string {
  if (ended.length <= announcedJobs) return ended.map(describeOne).join(' ')
  const counts = Object.entries(endWords).map(([end, { many }]) => ({
    count: ended.filter((job) => jobEnd(job) === end).length,
    many,
  }))
  return counts
    .filter(({ count }) => count > 0)
    .map(({ count, many }) => `${countOf(count, 'job')} ${many}.`)
    .join(' ')
}

function describeOne(job: Ended): string {
  const summary = targetsSummary(job.targets)
  const name = summary === '' ? jobLabel(job) : `${jobLabel(job)} for ${summary}`
  const end = jobEnd(job) ?? 'completed'
  const isReady = end === 'completed' && isReportJob(job)
  return `${name} ${endWords[end].one}.${isReady ? ' Ready to download on the Reports page.' : ''}`
}

/** Returns the browser tab's note about active jobs; `undefined` when there are none. */
export function tabStatus(jobs: readonly Pick<Job, 'status'>[]): string | undefined {
  const running = jobs.filter((job) => job.status === 'running').length
  if (running > 0) return `${countOf(running, 'job')} running`
  const waiting = jobs.filter((job) => job.status === 'queued').length
  return waiting > 0 ? `${countOf(waiting, 'job')} waiting` : undefined
}
