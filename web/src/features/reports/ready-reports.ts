import { isActive, isReportJob, type Job } from '@dashboard/contract/jobs'
import type { Report } from '@dashboard/contract/reports'

/** For how long reports are offered as new. */
const readyMs = 24 * 3_600_000
/** Jobs that were ordered together: one for circuits and one for congregations. */
const togetherMs = 60_000

/**
 * The reports that the newest report jobs have made, while no other is under way: those that were ordered last, and
 * with one click if there were two. What an import has made old since is not offered.
 */
export function findReadyReports(
  jobs: readonly Pick<Job, 'id' | 'type' | 'status' | 'createdAt' | 'completedAt'>[],
  reports: readonly Report[],
  nowMs: number,
): Report[] {
  const reportJobs = jobs.filter(isReportJob)
  const [newest] = reportJobs
  if (!newest || reportJobs.some(isActive)) return []
  if (newest.completedAt === null || nowMs - Date.parse(newest.completedAt) > readyMs) return []
  const since = Date.parse(newest.createdAt) - togetherMs
  const ids = new Set(
    reportJobs.filter((job) => Date.parse(job.createdAt) >= since).map((job) => job.id),
  )
  return reports.filter(({ jobId, stale }) => jobId !== null && ids.has(jobId) && !stale)
}
