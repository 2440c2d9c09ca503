import { dayMs } from '@dashboard/contract/duration'
import { isActive, isReportJob, type Job } from '@dashboard/contract/jobs'
import type { Report } from '@dashboard/contract/reports'

/** How long reports are offered as new. */
const readyMs = dayMs
/** Jobs created within this time belong together: one for circuits and one for congregations. */
const togetherMs = 60_000

type BatchJob = Pick<Job, 'id' | 'type' | 'status' | 'createdAt' | 'completedAt' | 'createdById'>

/**
 * Returns the reports that these jobs have made, but for those replaced since, and how many more they have made that are
 * out of date since.
 */
export function findReadyReports(
  jobs: readonly Pick<BatchJob, 'id'>[],
  reports: readonly Report[],
): { ready: Report[]; outdated: number } {
  const ids = new Set(jobs.map(({ id }) => id))
  const made = reports.filter(({ jobId, current }) => jobId !== null && ids.has(jobId) && current)
  const ready = made.filter(({ stale }) => !stale)
  return { ready, outdated: made.length - ready.length }
}

/**
 * Returns the report jobs that the user started last, once they have ended; none when that was more than a day ago.
 * When two jobs were created with one click, both count.
 */
export function newestBatch<Listed extends BatchJob>(
  jobs: readonly Listed[],
  userId: string,
  nowMs: number,
): Listed[] {
  const reportJobs = jobs.filter((job) => isReportJob(job) && job.createdById === userId)
  const [newest] = reportJobs
  if (!newest || reportJobs.some(isActive)) return []
  if (newest.completedAt === null || nowMs - Date.parse(newest.completedAt) > readyMs) return []
  const since = Date.parse(newest.createdAt) - togetherMs
  return reportJobs.filter((job) => Date.parse(job.createdAt) >= since)
}
