import { isDatabaseUnavailable } from '@dashboard/store/database/database-errors'
import type { Db } from '@dashboard/store/database/open-database'
import { isSqliteBusy } from '@dashboard/store/database/sqlite-errors'
import { isDiskFull } from '@dashboard/store/failures/system-failures'
import { heartbeatMs, leaseMs, renewLease } from '@dashboard/store/jobs/renew-lease'

export interface LeasedJob {
  id: string
  leaseOwner: string
}

export interface Heartbeat {
  stop(): Promise<void>
}

/** Renews the lease of a job until it is stopped; calls `onLost` once the job is no longer this runner's. */
export type StartHeartbeat = (job: LeasedJob, onLost: () => void) => Heartbeat

/**
 * Starts the heartbeat of a job over the caller's connection. An unforeseen error is thrown from its timer: it ends the
 * process, which logs it, and the job is tried again.
 */
export function startHeartbeat(
  db: Db,
  job: LeasedJob,
  onLost: () => void,
  everyMs = heartbeatMs,
): Heartbeat {
  let renewedAt = performance.now()
  let isRenewing = false

  const beat = async () => {
    if (isRenewing) return
    isRenewing = true
    try {
      const beganAt = performance.now()
      const isRenewed = await renewLease(db, job.id, job.leaseOwner)
      if (isRenewed) renewedAt = beganAt
      else onLost()
    } catch (error) {
      // Then nobody else can claim the job: this runner's own import locks the database, or there is no space.
      if (isSqliteBusy(error) || isDiskFull(error)) return
      if (!isDatabaseUnavailable(error)) throw error
      // An outage of the database matters only once the lease would have expired.
      if (performance.now() - renewedAt > leaseMs) onLost()
    } finally {
      isRenewing = false
    }
  }

  const timer = setInterval(() => void beat(), everyMs)
  return {
    async stop() {
      clearInterval(timer)
    },
  }
}
