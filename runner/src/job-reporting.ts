import { setInterval } from 'node:timers'
import { type Db, isDatabaseUnavailable } from '@dashboard/store/database/open-database'
import { leaseMs, renewLease } from '@dashboard/store/jobs/renew-lease'
import { type JobProgress, reportProgress } from '@dashboard/store/jobs/report-progress'
import type { ClaimedJob, JobContext } from './job-context.ts'

const flushMs = 400
const heartbeatMs = leaseMs / 6

/**
 * Keeps a job's lease alive and writes its progress and log, gathered so that a job of 5,000 reports
 * does not write 5,000 times. `lost` is aborted once the job is no longer this runner's.
 */
export function startReporting(db: Db, job: Pick<ClaimedJob, 'id' | 'leaseOwner'>) {
  const lost = new AbortController()
  let pending: JobProgress = {}
  let writing: Promise<void> = Promise.resolve()
  let renewedAt = Date.now()

  const keepOrLose = (kept: boolean) => {
    if (kept) renewedAt = Date.now()
    else lost.abort(new Error('The job was cancelled or given to another runner'))
  }

  const attempt = async (work: () => Promise<boolean>) => {
    try {
      keepOrLose(await work())
    } catch (error) {
      // A short outage of the database has no effect while the lease would still be valid.
      if (!isDatabaseUnavailable(error)) throw error
      if (Date.now() - renewedAt > leaseMs) keepOrLose(false)
    }
  }

  const hasPending = () => !lost.signal.aborted && Object.keys(pending).length > 0

  /** Writes what is pending; what cannot be written is pending again. */
  const writePending = async (): Promise<boolean> => {
    const batch = pending
    pending = {}
    try {
      return await reportProgress(db, job.id, job.leaseOwner, batch)
    } catch (error) {
      pending = { ...batch, ...pending, log: `${batch.log ?? ''}${pending.log ?? ''}` }
      throw error
    }
  }

  const flush = (): Promise<void> => {
    writing = writing.then(async () => {
      if (hasPending()) await attempt(writePending)
    })
    return writing
  }

  const beat = async () => {
    if (!lost.signal.aborted) await attempt(() => renewLease(db, job.id, job.leaseOwner))
  }

  const inBackground = (work: () => Promise<void>) => () => {
    work().catch((error: unknown) => lost.abort(error))
  }
  const timers = [
    setInterval(inBackground(flush), flushMs),
    setInterval(inBackground(beat), heartbeatMs),
  ]

  const context: Pick<JobContext, 'progress' | 'log'> = {
    progress(percent, step) {
      pending.progress = Math.max(0, Math.min(100, Math.floor(percent)))
      pending.step = step
    },
    log(line) {
      pending.log = `${pending.log ?? ''}${line}\n`
    },
  }

  return {
    lost: lost.signal,
    context,
    /** Stops renewing the lease and writing in the background. */
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await writing
    },
    /**
     * After `stop`: writes the progress and log lines that are left.
     * @throws while the database is unavailable; they are kept for another call.
     */
    async writeRest() {
      if (hasPending()) keepOrLose(await writePending())
    },
  }
}
