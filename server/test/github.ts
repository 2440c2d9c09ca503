import { setTimeout as sleep } from 'node:timers/promises'
import {
  type GithubDoubleOptions,
  startGithubDouble,
} from '@dashboard/doubles/github/github-double'
import {
  findAnswerProblems,
  findRequestProblems,
} from '@dashboard/doubles/github/github-double-conformance'
import type { Db } from '@dashboard/store/database/open-database'
import type { NewJob } from '@dashboard/store/jobs/insert-jobs'
import { freshDatabase } from '@dashboard/store/test/database'
import { queuedJob, readJob } from '@dashboard/store/test/jobs'
import { expect, onTestFinished, vi } from 'vitest'
import type { GithubTimings } from '../src/engines/github/github-dependencies.ts'
import { GithubEngine, type GithubEngineOptions } from '../src/engines/github/github-engine.ts'

/** Short, so that tests do not wait long; a test that needs a longer time sets it. */
export const quickTimings: GithubTimings = {
  otherServerHeadStartMs: 0,
  runAppearsWithinMs: 60,
  maxLimitWaitMs: 60,
  forceCancelAfterMs: 60_000,
  finishDelayMs: 5,
  lostRunnerMs: 40,
  minPollGapMs: 0,
  tickMs: 10,
  leaseMs: 15_000,
}

interface GithubSetupOptions extends Partial<Omit<GithubEngineOptions, 'timings'>> {
  double?: GithubDoubleOptions
  timings?: Partial<GithubTimings>
}

/**
 * Starts a GitHub double and an engine on a fresh database. At the end, all requests and responses must fit GitHub's
 * own description.
 */
export async function startGithub({ double: how, ...options }: GithubSetupOptions = {}) {
  const db = options.db ?? (await freshDatabase())
  const double = await startGithubDouble({ stepMs: 5, ...how })
  // Set to the end of the hour, so that the rate limit slows no poll; tests of the limit change it.
  double.limit.resetAt = 0
  const warnings: { details: object; message: string }[] = []
  const log = { warn: (details: object, message: string) => warnings.push({ details, message }) }
  const startEngine = (timings: Partial<GithubTimings> = {}) => {
    const engine = new GithubEngine({
      db,
      github: double.settings,
      log,
      readPollIntervalMs: async () => 60_000,
      ...options,
      connection: { throttle: false, retryMs: 1, timeoutMs: 5_000, ...options.connection },
      timings: { ...quickTimings, ...options.timings, ...timings },
    })
    onTestFinished(() => engine.close())
    return engine
  }
  const engine = startEngine()
  onTestFinished(async () => {
    await double.close()
    const { exchanges } = double
    expect(exchanges.flatMap(findRequestProblems)).toEqual([])
    expect(exchanges.flatMap(findAnswerProblems)).toEqual([])
  })
  return {
    db,
    double,
    engine,
    warnings,
    /** Starts another server on the same database, or this one again after a restart. */
    startEngine,
    /** Switches auto-sync on, as if that had been done then. */
    async switchAutoSyncOn(since: string) {
      await db
        .insertInto('stored_values')
        .values({ name: 'auto-sync', value: 'true', updatedAt: since })
        .execute()
    },
    read: (id: string) => readJob(db, id),
    /** Returns a job that was dispatched to GitHub. */
    async dispatched(job: Partial<NewJob> = {}) {
      const { id } = await queuedJob(db, job)
      engine.start(id)
      await dispatchAndStop(engine)
      return readJob(db, id)
    },
  }
}

export type GithubSetup = Awaited<ReturnType<typeof startGithub>>

/** Dispatches the jobs that are ready, and continues the stops. Does not poll. */
export async function dispatchAndStop({ dispatcher, stopper }: GithubEngine): Promise<void> {
  await Promise.all([dispatcher.loop.now(), stopper.loop.now()])
}

/** Dispatches and polls until the condition is met, as the poller does. */
export async function pollUntil(
  { engine }: Pick<GithubSetup, 'engine'>,
  holds: () => Promise<void> | void,
): Promise<void> {
  await vi.waitFor(
    async () => {
      await dispatchAndStop(engine)
      await engine.sync().catch(() => 0)
      await holds()
    },
    { timeout: 240_000, interval: 10 },
  )
}

/** Waits for as long as a time of the quick timings. */
export async function pass(name: keyof GithubTimings): Promise<void> {
  await sleep(quickTimings[name] + 5)
}

/** Sets the lease of a running job to a time long ago. */
export async function loseLease(db: Db, id: string): Promise<void> {
  const leaseExpiresAt = '2020-01-01T00:00:00.000Z'
  await db.updateTable('jobs').set({ leaseExpiresAt }).where('id', '=', id).execute()
}
