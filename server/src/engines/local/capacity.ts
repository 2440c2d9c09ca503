import { availableParallelism, totalmem } from 'node:os'
import { isReportJob } from '@dashboard/contract/jobs'
import type { JobRow } from '@dashboard/store/database/schema'

/** The memory that a job of large reports may take. */
const reportJobBytes = 1024 ** 3

/**
 * Returns for how many report jobs the machine has cores and memory; a container or a service may have less of both.
 */
export function reportJobCapacity(
  cores = availableParallelism(),
  memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
): number {
  return Math.max(1, Math.min(cores, Math.round(memoryBytes / reportJobBytes)))
}

/**
 * Whether there is room for the job: report jobs share the machine, and one review is made at a time; an export and an
 * import, of which one may be active, can always start.
 */
export function hasRoom(
  job: Pick<JobRow, 'type'>,
  running: readonly Pick<JobRow, 'type'>[],
  jobsAtOnce = reportJobCapacity(),
): boolean {
  if (job.type === 'review')
    return running.every(({ type }) => type !== 'review' && type !== 'import')
  return !isReportJob(job) || running.filter(isReportJob).length < jobsAtOnce
}

/**
 * Returns how many reports a job draws at a time: as many as other jobs leave free when it starts, and at least one.
 */
export function freeRenderWorkers(
  running: readonly Pick<JobRow, 'type'>[],
  jobsAtOnce = reportJobCapacity(),
): number {
  return Math.max(1, jobsAtOnce - running.filter(isReportJob).length)
}
