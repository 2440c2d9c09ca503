import { setInterval } from 'node:timers'
import { isDatabaseUnavailable } from '@dashboard/store/database/database-errors'
import type { Db } from '@dashboard/store/database/open-database'
import { traceOf } from '@dashboard/store/failures/logged-error'
import { isDiskFull } from '@dashboard/store/failures/system-failures'
import { type JobProgress, reportProgress } from '@dashboard/store/jobs/report-progress'
import { type StartHeartbeat, startHeartbeat } from './heartbeat/heartbeat.ts'
import type { ClaimedJob, JobContext } from './job-context.ts'

const flushMs = 400

/**
 * Renews a job's lease and writes its progress and log in batches, so that a job with 5,000 reports does not write
 * 5,000 times. `lost` is aborted once this runner no longer holds the job, or cannot write for an unforeseen reason,
 * which is traced; then the job is tried again when its lease has expired.
 */
export function startReporting(
  db: Db,
  job: Pick<ClaimedJob, 'id' | 'leaseOwner'>,
  trace: JobContext['trace'],
  beginHeartbeat: StartHeartbeat = (leased, onLost) => startHeartbeat(db, leased, onLost),
) {
  const lost = new AbortController()
  let pending: JobProgress = {}
  let writing: Promise<void> = Promise.resolve()
  const loseJob = () => lost.abort(new Error('The job was cancelled or given to another runner'))
  const heartbeat = beginHeartbeat(job, loseJob)

  const context: Pick<JobContext, 'progress' | 'retrying' | 'log'> = {
    progress(percent, step) {
      const progress = Math.max(0, Math.min(100, Math.floor(percent)))
      // Progress means that the outside system has responded.
      Object.assign(pending, { progress, step, retrying: null })
    },
    retrying(fact) {
      pending.retrying = fact
    },
    log(line) {
      pending.log = `${pending.log ?? ''}${line}\n`
    },
  }

  const hasPending = () => !lost.signal.aborted && Object.keys(pending).length > 0

  /** Writes pending progress and log; if writing fails, they stay pending. */
  const writePending = async (): Promise<void> => {
    const batch = pending
    pending = {}
    try {
      const isHeld = await reportProgress(db, job.id, job.leaseOwner, batch)
      if (!isHeld) loseJob()
    } catch (error) {
      pending = { ...batch, ...pending, log: `${batch.log ?? ''}${pending.log ?? ''}` }
      throw error
    }
  }

  const flush = async (): Promise<void> => {
    try {
      if (hasPending()) await writePending()
    } catch (error) {
      // They are written the next time; the heartbeat detects whether the job was lost meanwhile.
      if (isDatabaseUnavailable(error) || isDiskFull(error)) return
      trace(traceOf(error))
      lost.abort(error)
    }
  }

  const timer = setInterval(() => {
    writing = writing.then(flush)
  }, flushMs)

  return {
    lost: lost.signal,
    context,
    async stop() {
      clearInterval(timer)
      await writing
      await heartbeat.stop()
    },
    /**
     * Writes the remaining progress and log lines; call it after `stop`.
     * @throws while the database is unavailable; they stay in memory for another call.
     */
    async writeRest() {
      if (hasPending()) await writePending()
    },
  }
}
