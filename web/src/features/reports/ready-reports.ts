import { dayMs } from '@dashboard/contract/duration'
import { isActive, isReportJob, type Job } from '@dashboard/contract/jobs'
import type { Report } from '@dashboard/contract/reports'

/** How long reports are offered as new. */
const readyMs = dayMs
/** Jobs created within this time belong together: one for circuits and one for congregations. */
const togetherMs = 60_000

type BatchJob = Pick<Job, 'id' | 'type' | 'status' | 'createdAt' | 'completedAt' | 'createdById'>

/**
 * Returns the reports that the user's newest report jobs have made, while no other report job of the user runs. When
 * two jobs were created with one click, both count. Reports that are out of date or replaced since are left out.
 */
export function findReadyReports(
  jobs: readonly BatchJob[],
  reports: readonly Report[],
  viewer: Viewer,
): Report[] {
  const ids = newestBatch(jobs, viewer)
  return reports.filter(
    ({ jobId, stale, current }) => jobId !== null && ids.has(jobId) && !stale && current,
  )
}

/** The user, and the present time by the server's clock. */
interface Viewer {
  userId: string
  nowMs: number
}

/** Returns the jobs that the user started last, once they have ended; none when that was more than a day ago. */
export function newestBatch(
  jobs: readonly BatchJob[],
  { userId, nowMs }: Viewer,
): ReadonlySet<string> {
  const reportJobs = jobs.filter((job) => isReportJob(job) && job.createdById === userId)
  const [newest] = reportJobs
  if (!newest || reportJobs.some(isActive)) return new Set()
  if (newest.completedAt === null || nowMs - Date.parse(newest.completedAt) > readyMs)
    return new Set()
  const since = Date.parse(newest.createdAt) - togetherMs
  return new Set(
    reportJobs.filter((job) => Date.parse(job.createdAt) >= since).map((job) => job.id),
  )
}
