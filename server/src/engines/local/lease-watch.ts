import type { JobRow } from '@dashboard/store/database/schema'
import { heartbeatMs, leaseMs } from '@dashboard/store/jobs/renew-lease'

/** A runner that renews nothing for this time hangs, even if it holds the database's write lock. */
const hungAfterMs = 10 * 60_000
/** After this time without a check, all times are counted again. */
const gapMs = 6_000

/**
 * Finds jobs whose lease stays the same from check to check for its whole length and one heartbeat more. Each call
 * checks all running jobs. Time is that of a monotonic clock: other processes write the leases, and wall clocks may be
 * set meanwhile (decision 0004).
 */
export class LeaseWatch {
  readonly #lostAfterMs: number
  #seen = new Map<string, { lease: string | null; since: number }>()
  #checkedAt = Number.NEGATIVE_INFINITY

  constructor(lostAfterMs = leaseMs + heartbeatMs) {
    this.#lostAfterMs = lostAfterMs
  }

  findLost<J extends Pick<JobRow, 'id' | 'leaseExpiresAt'>>(jobs: readonly J[]) {
    const now = performance.now()
    // Renewals may have been missed while the database was unavailable or this process was suspended.
    const before = now - this.#checkedAt > gapMs ? new Map<string, never>() : this.#seen
    this.#checkedAt = now
    this.#seen = new Map()
    return jobs.flatMap((job) => {
      const lease = job.leaseExpiresAt
      const known = before.get(job.id)
      const since = known?.lease === lease ? known.since : now
      this.#seen.set(job.id, { lease, since })
      const unrenewedMs = now - since
      if (unrenewedMs < this.#lostAfterMs) return []
      return { job, hangs: unrenewedMs >= hungAfterMs }
    })
  }
}
