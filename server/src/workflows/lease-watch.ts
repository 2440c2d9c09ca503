import { heartbeatMs, leaseMs } from '@dashboard/store/jobs/renew-lease'

/** In milliseconds; tests make them short. */
export interface LeaseTimings {
  /** A lease that has also expired by the clock counts as lost when it was not renewed for so long. */
  expiredMs: number
  /** Any other lease does after so long. */
  unrenewedMs: number
  /** A runner that renews nothing for so long hangs, even if it holds the database's write lock. */
  hungMs: number
  /** After so long without watching, watching begins anew. */
  gapMs: number
}

export const leaseTimings: LeaseTimings = {
  expiredMs: 2 * heartbeatMs + 2_000,
  unrenewedMs: leaseMs + heartbeatMs,
  hungMs: 10 * 60_000,
  gapMs: 6_000,
}

interface WatchedJob {
  id: string
  leaseExpiresAt: string | null
}

interface Clocks {
  /** Milliseconds of a clock that is never set. */
  elapsed(): number
  /** Milliseconds since 1970, by a clock that may be set. */
  wall(): number
}

const clocks: Clocks = { elapsed: () => performance.now(), wall: Date.now }

/** A job whose runner has not renewed its lease in time. */
export interface OverdueJob<J> {
  job: J
  hangs: boolean
}

/**
 * Finds jobs whose runner is silent by watching whether their leases change, over a clock that is never
 * set: leases are written by other processes, whose clock, or this one's, may have been set since
 * (decision 0004). Each call is a look at all running jobs.
 */
export function createLeaseWatch(
  { expiredMs, unrenewedMs, hungMs, gapMs } = leaseTimings,
  { elapsed, wall } = clocks,
) {
  let seen = new Map<string, { lease: string; since: number }>()
  let lookedAt = elapsed()

  return {
    findOverdue<J extends WatchedJob>(jobs: readonly J[]): OverdueJob<J>[] {
      const now = elapsed()
      // While the database or this process was away, renewals may have been missed.
      const before = now - lookedAt > gapMs ? new Map<string, never>() : seen
      lookedAt = now
      seen = new Map()
      return jobs.flatMap((job) => {
        const lease = job.leaseExpiresAt
        if (lease === null) return []
        const known = before.get(job.id)
        const since = known?.lease === lease ? known.since : now
        seen.set(job.id, { lease, since })
        const silentMs = now - since
        const limitMs = Date.parse(lease) < wall() ? expiredMs : unrenewedMs
        return silentMs < limitMs ? [] : [{ job, hangs: silentMs >= hungMs }]
      })
    },
  }
}
