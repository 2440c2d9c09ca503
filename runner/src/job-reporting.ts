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

  const attempt = async (work: () => Promise<boolean>, onUnavailable: () => void) => {
    try {
      keepOrLose(await work())
    } catch (error) {
      // A database that is away for a moment costs nothing until the lease would have run out.
      if (!isDatabaseUnavailable(error)) throw error
      onUnavailable()
      if (Date.now() - renewedAt > leaseMs) keepOrLose(false)
    }
  }

  const flush = (): Promise<void> => {
    writing = writing.then(async () => {
      const batch = pending
      if (lost.signal.aborted || Object.keys(batch).length === 0) return
      pending = {}
      await attempt(
        () => reportProgress(db, job.id, job.leaseOwner, batch),
        () => {
          pending = { ...batch, ...pending, log: `${batch.log ?? ''}${pending.log ?? ''}` }
        },
      )
    })
    return writing
  }

  const beat = async () => {
    if (!lost.signal.aborted) {
      await attempt(
        () => renewLease(db, job.id, job.leaseOwner),
        () => {},
      )
    }
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
    /** Writes what is left and stops renewing. */
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await flush()
    },
  }
}
