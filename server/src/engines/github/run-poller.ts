import { randomUUID } from 'node:crypto'
import { acquireLease, releaseLease } from '@dashboard/store/database/leader-leases'
import type { Db } from '@dashboard/store/database/open-database'
import { BackgroundLoop } from '../../background/background-loop.ts'
import type { EngineLog } from '../engine.ts'

export interface PollerTimings {
  /** How often the loop renews the lease and checks whether a poll is due; that sends GitHub no request. */
  tickMs: number
  /** How long the leader lease lasts: another server takes over from one that has not renewed it for this time. */
  leaseMs: number
}

const defaultTimings: PollerTimings = { tickMs: 1_000, leaseMs: 15_000 }
const leaseName = 'github-poller'

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
  #polledAt = Number.NEGATIVE_INFINITY
  readonly #loop: BackgroundLoop

  constructor(options: PollerOptions) {
    const { tickMs, leaseMs } = { ...defaultTimings, ...options.timings }
    this.#options = options
    this.#leaseMs = leaseMs
    this.#loop = new BackgroundLoop({
      run: () => this.#pollWhenDue(),
      everyMs: tickMs,
      failed: 'Could not ask GitHub about jobs',
      log: options.log,
    })
  }

  open(): void {
    this.#loop.open()
  }

  async close(): Promise<void> {
    await this.#loop.close()
    // The lease is released so that another server does not have to wait until it expires.
    await releaseLease(this.#options.db, leaseName, this.#owner).catch(() => {})
  }

  async #pollWhenDue(): Promise<unknown> {
    const { db, dispatchAndStop, sync, minPollGapMs, readIntervalMs } = this.#options
    const lease = { owner: this.#owner, ms: this.#leaseMs }
    if (!(await acquireLease(db, leaseName, lease))) return 'idle'
    dispatchAndStop()
    const sinceMs = performance.now() - this.#polledAt
    if (sinceMs < minPollGapMs() || sinceMs < (await readIntervalMs())) return 'idle'
    this.#polledAt = performance.now()
    return sync()
  }
}
