import { isActive, isReportJob, type Job } from '@dashboard/contract/jobs'
import type { Report } from '@dashboard/contract/reports'

/** How long reports are offered as new. */
const readyMs = 24 * 3_600_000
/** Jobs that were ordered together: one for circuits and one for congregations. */
const togetherMs = 60_000

type OrderJob = Pick<Job, 'id' | 'type' | 'status' | 'createdAt' | 'completedAt' | 'createdById'>

/**
 * The reports that the user's newest report jobs have made, while no other of theirs is under way: those that they
 * ordered last, and with one click if there were two. What is out of date or superseded since is not offered.
 */
export function findReadyReports(
  jobs: readonly OrderJob[],
  reports: readonly Report[],
  viewer: Viewer,
): Report[] {
  const ids = lastOrder(jobs, viewer)
  return reports.filter(
    ({ jobId, stale, current }) => jobId !== null && ids.has(jobId) && !stale && current,
  )
}

/** Who looks, and when by the server's clock. */
interface Viewer {
  userId: string
  nowMs: number
}

/** The jobs of what the user ordered last, once they have ended; none a day later. */
export function lastOrder(
  jobs: readonly OrderJob[],
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
