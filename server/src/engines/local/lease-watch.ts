import { heartbeatMs, leaseMs } from '@dashboard/store/jobs/renew-lease'

/** All times are in milliseconds; tests make them short. */
export interface LeaseTimings {
  /** A lease that has also expired by the wall clock counts as lost when it was not renewed for this time. */
  expiredMs: number
  /** Any other lease counts as lost when it was not renewed for this time. */
  unrenewedMs: number
  /** A runner that renews nothing for this time counts as hanging, even if it holds the database's write lock. */
  hungMs: number
  /** After this time without a check, all times are counted again. */
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
  /** Returns milliseconds of a monotonic clock. */
  elapsed(): number
  /** Returns milliseconds since 1970, by the wall clock. */
  wall(): number
}

const realClocks: Clocks = { elapsed: () => performance.now(), wall: Date.now }

/** A job whose runner has not renewed its lease in time. */
export interface LostJob<J> {
  job: J
  hangs: boolean
}

/**
 * Finds jobs whose lease is not renewed. It compares leases from check to check on a monotonic clock, since other
 * processes write the leases and wall clocks may be set meanwhile (decision 0004). Each call checks all running jobs.
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

  findLost<J extends WatchedJob>(jobs: readonly J[]): LostJob<J>[] {
    const { expiredMs, unrenewedMs, hungMs, gapMs } = this.#timings
    const now = this.#clocks.elapsed()
    // Renewals may have been missed while the database was unavailable or this process was suspended.
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
