import { setInterval } from 'node:timers'
import { type Db, isDatabaseUnavailable } from '@dashboard/store/database/open-database'
import { isDiskFull } from '@dashboard/store/failures/system-failures'
import { type JobProgress, reportProgress } from '@dashboard/store/jobs/report-progress'
import { type StartHeartbeat, startHeartbeat } from './heartbeat/heartbeat.ts'
import type { ClaimedJob, JobContext } from './job-context.ts'

const flushMs = 400

/**
 * Keeps a job's lease alive and writes its progress and log, gathered so that a job of 5,000 reports
 * does not write 5,000 times. `lost` is aborted once the job is no longer this runner's.
 */
export function startReporting(
  db: Db,
  job: Pick<ClaimedJob, 'id' | 'leaseOwner'>,
  beginHeartbeat: StartHeartbeat = (leased, onLost) => startHeartbeat(db, leased, onLost),
) {
  const lost = new AbortController()
  let pending: JobProgress = {}
  let writing: Promise<void> = Promise.resolve()
  const heartbeat = beginHeartbeat(job, (reason) => lost.abort(reason))

  const hasPending = () => !lost.signal.aborted && Object.keys(pending).length > 0

  /** Writes what is pending; what cannot be written stays pending. */
  const writePending = async (): Promise<void> => {
    const batch = pending
    pending = {}
    try {
      const kept = await reportProgress(db, job.id, job.leaseOwner, batch)
      if (!kept) lost.abort(new Error('The job was cancelled or given to another runner'))
    } catch (error) {
      pending = { ...batch, ...pending, log: `${batch.log ?? ''}${pending.log ?? ''}` }
      throw error
    }
  }

  const flush = (): Promise<void> => {
    writing = writing.then(async () => {
      try {
        if (hasPending()) await writePending()
      } catch (error) {
        // Written the next time; the heartbeat detects whether the job was lost meanwhile.
        if (!isDatabaseUnavailable(error) && !isDiskFull(error)) throw error
      }
    })
    return writing
  }

  const timer = setInterval(() => {
    flush().catch((error: unknown) => lost.abort(error))
  }, flushMs)

  return {
    lost: lost.signal,
    context: addingTo(() => pending),
    /** Stops renewing the lease and writing in the background. */
    async stop() {
      clearInterval(timer)
      await writing
      await heartbeat.stop()
    },
    /**
     * After `stop`: writes the progress and log lines that are left.
     * @throws while the database is unavailable; they are kept for another call.
     */
    async writeRest() {
      if (hasPending()) await writePending()
    },
  }
}

/** A handler's functions that add to what is pending. */
function addingTo(pending: () => JobProgress): Pick<JobContext, 'progress' | 'retrying' | 'log'> {
  return {
    progress(percent, step) {
      const progress = Math.max(0, Math.min(100, Math.floor(percent)))
      // The outside system has answered.
      Object.assign(pending(), { progress, step, retrying: null })
    },
    retrying(fact) {
      pending().retrying = fact
    },
    log(line) {
      const { log = '' } = pending()
      pending().log = `${log}${line}\n`
    },
  }
}
