import { randomUUID } from 'node:crypto'
import { type Db, isDatabaseUnavailable } from '@dashboard/store/database'
import { leaveDuty, takeDuty } from '@dashboard/store/duties'
import type { EngineLog } from '../workflows/engine.ts'
import type { GithubEngine } from '../workflows/github-engine.ts'
import { chooseInterval, countActiveJobs } from './monitoring-service.ts'
import type { Presence } from './presence.ts'

const duty = 'github-poller'

export interface PollerTimings {
  /** How often the loop sees whether something is due; it asks GitHub nothing by that. */
  tickMs: number
  /** A server that has been silent for so long is followed by another. */
  dutyMs: number
}

const pollerTimings: PollerTimings = { tickMs: 1_000, dutyMs: 15_000 }

export interface RunPoller {
  open(): void
  close(): Promise<void>
}

interface PollerOptions {
  db: Db
  engine: Pick<GithubEngine, 'tend' | 'sync' | 'gapMs'>
  presence: Presence
  log: EngineLog
  timings?: Partial<PollerTimings>
  /** How long between two looks, in milliseconds. */
  intervalMs?: (activeUsers: number, activeJobs: number) => number
}

/**
 * The one loop of an installation that watches runs: of several servers the one that has the duty looks
 * every 5 seconds while somebody watches jobs, every 2 to 5 minutes otherwise (api.md, Monitoring).
 */
export function createRunPoller(options: PollerOptions): RunPoller {
  const { db, engine, presence, log, intervalMs = chooseInterval } = options
  const { tickMs, dutyMs } = { ...pollerTimings, ...options.timings }
  const owner = randomUUID()
  let heldUntil = 0
  let lookedAt = 0
  let timers: NodeJS.Timeout[] = []
  let round: Promise<void> | undefined
  let lastFailure = ''

  const isDue = async (): Promise<boolean> => {
    const sinceMs = Date.now() - lookedAt
    if (sinceMs < engine.gapMs()) return false
    const [users, jobs] = await Promise.all([presence.count(), countActiveJobs(db)])
    return sinceMs >= intervalMs(users, jobs)
  }

  const work = async () => {
    if (Date.now() >= heldUntil) return
    // Handing over hundreds of jobs takes minutes; looks go on meanwhile.
    engine.tend().catch(tell)
    if (!(await isDue())) return
    lookedAt = Date.now()
    await engine.sync()
    lastFailure = ''
  }

  const tell = (error: unknown) => {
    const failure = error instanceof Error ? error.message : String(error)
    // Once: a GitHub that is down for an hour is not worth 720 lines.
    if (!isDatabaseUnavailable(error) && failure !== lastFailure) {
      log.warn({ err: error }, 'Could not ask GitHub about jobs')
    }
    lastFailure = failure
  }

  const tick = () => {
    round ??= work()
      .catch(tell)
      .finally(() => {
        round = undefined
      })
  }

  const keepDuty = async () => {
    const askedAt = Date.now()
    const isOurs = await takeDuty(db, duty, { owner, ms: dutyMs })
    const isNew = isOurs && heldUntil === 0
    heldUntil = isOurs ? askedAt + dutyMs : 0
    if (isNew) tick()
  }
  const keep = () => {
    keepDuty().catch(tell)
  }

  return {
    open() {
      if (timers.length > 0) return
      timers = [setInterval(keep, dutyMs / 3), setInterval(tick, tickMs)]
      keep()
    },
    async close() {
      for (const timer of timers) clearInterval(timer)
      heldUntil = 0
      await round
      // Another server need not wait until the duty lapses.
      await leaveDuty(db, duty, owner).catch(tell)
    },
  }
}
