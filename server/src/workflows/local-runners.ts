import { availableParallelism } from 'node:os'
import { isReportJob } from '@dashboard/contract/jobs'
import type { Db } from '@dashboard/store/database/open-database'
import type { JobRow } from '@dashboard/store/database/schema'
import { listLeasedJobs } from '@dashboard/store/jobs/list-jobs'
import { isLeaseAbandoned } from '@dashboard/store/jobs/renew-lease'
import { retryLostJob } from '@dashboard/store/jobs/retry-job'
import { createLeaseWatch, type LeaseTimings } from './lease-watch.ts'
import type { RunnerProcess } from './runner-process.ts'

interface LocalRunnersOptions {
  db: Db
  /** How many report jobs may run at once; as many as there are cores unless given. */
  cores: number | undefined
  leaseTimings: LeaseTimings | undefined
  /** Starts the process of a job, which draws so many reports at a time. */
  start(job: JobRow, drawers: number): RunnerProcess
}

/** The runners that this server has started, by the ids of their jobs. */
export function createLocalRunners({ db, cores, leaseTimings, start }: LocalRunnersOptions) {
  const leases = createLeaseWatch(leaseTimings)
  const runners = new Map<string, RunnerProcess>()
  return {
    canStart: (job: JobRow) => !runners.has(job.id) && hasRoom(job, [...runners.values()], cores),
    start(job: JobRow) {
      runners.set(job.id, start(job, freeDrawers([...runners.values()], cores)))
    },
    remove: (jobId: string) => runners.delete(jobId),
    async stop(jobId: string) {
      await runners.get(jobId)?.stop()
    },
    async stopAll() {
      await Promise.all([...runners.values()].map((runner) => runner.stop()))
    },
    /** Queues jobs again whose lease is overdue, and answers how many rows that changed. */
    async retryLost(onQueuedAgain: (jobId: string) => void): Promise<number> {
      let changed = 0
      for (const { job, hangs } of leases.findOverdue(await listLeasedJobs(db))) {
        // Jobs dispatched to GitHub are the GitHub engine's.
        if (job.dispatchedAt !== null) continue
        const runner = runners.get(job.id)
        if (runner?.owns(job)) {
          // It runs but hangs, unless its import is under way; once its process has ended, the job is queued again.
          if (hangs || (await isLeaseAbandoned(db, job))) runner.kill()
          continue
        }
        const change = await retryLostJob(db, job)
        if (change === 'queued') onQueuedAgain(job.id)
        if (change) changed += 1
      }
      return changed
    },
  }
}

/** Report jobs share the cores; an export and an import can always start. */
export function hasRoom(
  job: Pick<JobRow, 'type'>,
  running: readonly Pick<JobRow, 'type'>[],
  cores = availableParallelism(),
): boolean {
  return !isReportJob(job) || running.filter(isReportJob).length < cores
}

/** A report job draws on the cores that others leave when it starts, and on one at least. */
export function freeDrawers(
  running: readonly Pick<JobRow, 'type'>[],
  cores = availableParallelism(),
): number {
  return Math.max(1, cores - running.filter(isReportJob).length)
}
