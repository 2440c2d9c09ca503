import { type Db, isDatabaseUnavailable } from '@dashboard/store/database/open-database'
import type { EngineLog } from '../engine.ts'
import type { GithubEngine } from './github-engine.ts'
import { createPollerLease } from './poller-lease.ts'

export interface PollerTimings {
  /** How often the loop checks whether a poll is due; the check itself asks GitHub nothing. */
  tickMs: number
  /** How long the leader lease lasts: a server that stops renewing it is replaced after this time. */
  leaseMs: number
}

const defaultTimings: PollerTimings = { tickMs: 1_000, leaseMs: 15_000 }

export interface RunPoller {
  open(): void
  close(): Promise<void>
}

interface PollerOptions {
  db: Db
  engine: Pick<GithubEngine, 'dispatchAndStop' | 'sync' | 'minPollGapMs'>
  log: EngineLog
  /** The present time between two polls, in milliseconds. */
  readIntervalMs(): Promise<number>
  timings?: Partial<PollerTimings>
}

/**
 * The one loop of an installation that polls GitHub: of several servers the holder of the leader lease
 * polls, at the interval of the monitoring (docs/behavior.md#monitoring).
 */
export function createRunPoller(options: PollerOptions): RunPoller {
  const { db, engine, log, readIntervalMs } = options
  const { tickMs, leaseMs } = { ...defaultTimings, ...options.timings }
  const lease = createPollerLease(db, leaseMs)
  let polledAt = Number.NEGATIVE_INFINITY
  let timers: NodeJS.Timeout[] = []
  let round: Promise<void> | undefined
  let lastFailure = ''

  const isDue = async (): Promise<boolean> => {
    const sinceMs = performance.now() - polledAt
    return sinceMs >= engine.minPollGapMs() && sinceMs >= (await readIntervalMs())
  }

  const runRound = async () => {
    if (!lease.isHeld()) return
    // Dispatching hundreds of jobs takes minutes; polls go on meanwhile.
    engine.dispatchAndStop().catch(logFailure)
    if (!(await isDue())) return
    polledAt = performance.now()
    await engine.sync()
    lastFailure = ''
  }

  const logFailure = (error: unknown) => {
    const failure = error instanceof Error ? error.message : String(error)
    // Logged once: otherwise an hour's outage of GitHub would fill the log with 720 lines.
    if (!isDatabaseUnavailable(error) && failure !== lastFailure) {
      log.warn({ err: error }, 'Could not ask GitHub about jobs')
    }
    lastFailure = failure
  }

  const tick = () => {
    round ??= runRound()
      .catch(logFailure)
      .finally(() => {
        round = undefined
      })
  }

  const renewLease = () => {
    lease.renew().then((isNew) => isNew && tick(), logFailure)
  }

  return {
    open() {
      if (timers.length > 0) return
      timers = [setInterval(renewLease, leaseMs / 3), setInterval(tick, tickMs)]
      renewLease()
    },
    async close() {
      for (const timer of timers) clearInterval(timer)
      lease.drop()
      await round
      // Another server need not wait until the lease expires.
      await lease.release().catch(logFailure)
    },
  }
}
