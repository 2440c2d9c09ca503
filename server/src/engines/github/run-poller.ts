import { randomUUID } from 'node:crypto'
import { acquireLease, releaseLease } from '@dashboard/store/database/leader-leases'
import type { Db } from '@dashboard/store/database/open-database'
import { BackgroundLoop } from '../../background/background-loop.ts'
import type { EngineLog } from '../engine.ts'

export interface PollerTimings {
  /** How often the loop checks whether a poll is due; the check sends GitHub no request. */
  tickMs: number
  /** How long the leader lease lasts: another server takes over from one that has not renewed it for this time. */
  leaseMs: number
}

const defaultTimings: PollerTimings = { tickMs: 1_000, leaseMs: 15_000 }
const leaseName = 'github-poller'
const failed = 'Could not ask GitHub about jobs'

interface PollerOptions {
  db: Db
  log: EngineLog
  /** Begins to dispatch jobs and to stop runs, which may take minutes. */
  dispatchAndStop(): void
  sync(): Promise<unknown>
  minPollGapMs(): number
  /** Returns the current time between two polls, in milliseconds. */
  readIntervalMs(): Promise<number>
  timings?: Partial<PollerTimings> | undefined
}

/**
 * The loop that polls GitHub. Only the server that holds the leader lease polls, at the monitoring's interval
 * (docs/behavior.md#monitoring).
 */
export class RunPoller {
  readonly #options: PollerOptions
  readonly #leaseMs: number
  readonly #owner = randomUUID()
  #leaseHeldUntil = 0
  #polledAt = Number.NEGATIVE_INFINITY
  readonly #renewing: BackgroundLoop
  readonly #polling: BackgroundLoop

  constructor(options: PollerOptions) {
    const { log } = options
    const { tickMs, leaseMs } = { ...defaultTimings, ...options.timings }
    this.#options = options
    this.#leaseMs = leaseMs
    this.#renewing = new BackgroundLoop({
      run: () => this.#renewLease(),
      everyMs: leaseMs / 3,
      failed,
      log,
    })
    this.#polling = new BackgroundLoop({
      run: () => this.#pollWhenDue(),
      everyMs: tickMs,
      failed,
      log,
    })
  }

  open(): void {
    this.#renewing.open()
    this.#polling.open()
  }

  async close(): Promise<void> {
    await Promise.all([this.#renewing.close(), this.#polling.close()])
    // The lease is released so that another server does not have to wait until it expires.
    await releaseLease(this.#options.db, leaseName, this.#owner).catch(() => {})
  }

  async #renewLease(): Promise<void> {
    const requestedAt = performance.now()
    const lease = { owner: this.#owner, ms: this.#leaseMs }
    const isLeader = await acquireLease(this.#options.db, leaseName, lease)
    const isNew = isLeader && this.#leaseHeldUntil === 0
    this.#leaseHeldUntil = isLeader ? requestedAt + this.#leaseMs : 0
    if (isNew) this.#polling.wake()
  }

  async #pollWhenDue(): Promise<unknown> {
    const { dispatchAndStop, sync, minPollGapMs, readIntervalMs } = this.#options
    if (performance.now() >= this.#leaseHeldUntil) return 'idle'
    dispatchAndStop()
    const sinceMs = performance.now() - this.#polledAt
    if (sinceMs < minPollGapMs() || sinceMs < (await readIntervalMs())) return 'idle'
    this.#polledAt = performance.now()
    return sync()
  }
}
