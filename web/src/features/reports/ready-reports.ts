import { isActive, isReportJob, type Job } from '@dashboard/contract/jobs'
import type { Report } from '@dashboard/contract/reports'

/** For how long reports are offered as new. */
const readyMs = 24 * 3_600_000
/** Jobs that were ordered together: one for circuits and one for congregations. */
const togetherMs = 60_000

type OrderJob = Pick<Job, 'id' | 'type' | 'status' | 'createdAt' | 'completedAt'>

/**
 * The reports that the newest report jobs have made, while no other is under way: those that were ordered last, and
 * with one click if there were two. What an import has made old since is not offered.
 */
export function findReadyReports(
  jobs: readonly OrderJob[],
  reports: readonly Report[],
  nowMs: number,
): Report[] {
  const ids = lastOrder(jobs, nowMs)
  return reports.filter(({ jobId, stale }) => jobId !== null && ids.has(jobId) && !stale)
}

/** The jobs of the last order, once they have ended; none a day later. */
export function lastOrder(jobs: readonly OrderJob[], nowMs: number): ReadonlySet<string> {
  const reportJobs = jobs.filter(isReportJob)
  const [newest] = reportJobs
  if (!newest || reportJobs.some(isActive)) return new Set()
  if (newest.completedAt === null || nowMs - Date.parse(newest.completedAt) > readyMs)
    return new Set()
  const since = Date.parse(newest.createdAt) - togetherMs
  return new Set(
    reportJobs.filter((job) => Date.parse(job.createdAt) >= since).map((job) => job.id),
  )
}
