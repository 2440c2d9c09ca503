import { heartbeatMs, leaseMs } from '@dashboard/store/jobs/renew-lease'

/** In milliseconds; tests make them short. */
export interface LeaseTimings {
  /** A lease that has also expired by the clock counts as lost when it was not renewed for so long. */
  expiredMs: number
  /** Any other lease does after so long. */
  unrenewedMs: number
  /** A runner that renews nothing for so long counts as hanging, even if it holds the database's write lock. */
  hungMs: number
  /** After so long without a check, all times are counted anew. */
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
  /** Milliseconds of a monotonic clock. */
  elapsed(): number
  /** Milliseconds since 1970, by the wall clock. */
  wall(): number
}

const realClocks: Clocks = { elapsed: () => performance.now(), wall: Date.now }

/** A job whose runner has not renewed its lease in time. */
export interface OverdueJob<J> {
  job: J
  hangs: boolean
}

/**
 * Finds jobs whose lease is not renewed by comparing leases from check to check on a monotonic clock: leases
 * are written by other processes, and the wall clocks may have been set since (decision 0004). Each call
 * checks all running jobs.
 */
export class LeaseWatch {
  readonly #timings: LeaseTimings
  readonly #clocks: Clocks
  #seen = new Map<string, { lease: string; since: number }>()
  #checkedAt: number

  constructor(timings: LeaseTimings = leaseTimings, clocks: Clocks = realClocks) {
    this.#timings = timings
    this.#clocks = clocks
    this.#checkedAt = clocks.elapsed()
  }

  findOverdue<J extends WatchedJob>(jobs: readonly J[]): OverdueJob<J>[] {
    const { expiredMs, unrenewedMs, hungMs, gapMs } = this.#timings
    const now = this.#clocks.elapsed()
    // While the database was unavailable or this process suspended, renewals may have been missed.
    const before = now - this.#checkedAt > gapMs ? new Map<string, never>() : this.#seen
    this.#checkedAt = now
    this.#seen = new Map()
    return jobs.flatMap((job) => {
      const lease = job.leaseExpiresAt
      if (lease === null) return []
      const known = before.get(job.id)
      const since = known?.lease === lease ? known.since : now
      this.#seen.set(job.id, { lease, since })
      const unrenewedForMs = now - since
      const limitMs = Date.parse(lease) < this.#clocks.wall() ? expiredMs : unrenewedMs
      return unrenewedForMs < limitMs ? [] : [{ job, hangs: unrenewedForMs >= hungMs }]
    })
  }
}
