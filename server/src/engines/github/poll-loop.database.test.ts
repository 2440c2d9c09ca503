import { setTimeout as sleep } from 'node:timers/promises'
import { monitoringIntervalMs } from '@dashboard/contract/limits'
import { nowIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { freshDatabase } from '@dashboard/store/test/database'
import { queuedJob } from '@dashboard/store/test/jobs'
import { describe, expect, test, vi } from 'vitest'
import { startGithub } from '../../../test/github.ts'
import { activeUser } from '../../../test/users.ts'
import { readPollIntervalMs } from '../../monitoring/monitoring-service.ts'
import { saveAutoSync } from './auto-sync.ts'

/** Starts an engine that lists the runs on each poll. */
async function startPolling({ db, intervalMs = 5, gapMs = 0 }: PollingOptions = {}) {
  let ticked = 0
  const setup = await startGithub({
    ...(db && { db }),
    readPollIntervalMs: async () => {
      ticked += 1
      return intervalMs
    },
    timings: { tickMs: 5, minPollGapMs: gapMs },
  })
  await saveAutoSync(setup.db, true)
  return { ...setup, polls: () => setup.double.count('list-runs'), ticks: () => ticked }
}

interface PollingOptions {
  db?: Db
  intervalMs?: number
  gapMs?: number
}

describe('the loop', () => {
  test.each([
    ['every 5 s while somebody watches', monitoringIntervalMs.watched, 5_000],
    [
      'every 2 min while jobs run and nobody watches',
      monitoringIntervalMs.activeUnwatched,
      120_000,
    ],
    ['every 5 min otherwise', monitoringIntervalMs.idle, 300_000],
  ])('is to poll %s', async (_when, constant, intervalMs) => {
    const db = await freshDatabase()
    if (intervalMs === 5_000) {
      const { id: userId } = await activeUser(db)
      await db.insertInto('presence').values({ userId, lastAskedAt: nowIso() }).execute()
    }
    if (intervalMs <= 120_000) await queuedJob(db)
    expect(await readPollIntervalMs(db)).toBe(intervalMs)
    expect(constant).toBe(intervalMs)
  })

  test('polls at once, then whenever the interval has passed', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    const { engine, polls, ticks } = await startPolling({ intervalMs: 5_000 })
    engine.open()
    await expect.poll(polls).toBe(1)
    clock.mockReturnValue(4_999)
    const before = ticks()
    await expect.poll(ticks).toBeGreaterThan(before + 1)
    expect(polls()).toBe(1)
    for (const [now, count] of [
      [5_000, 2],
      [10_000, 3],
    ] as const) {
      clock.mockReturnValue(now)
      await expect.poll(polls, { timeout: 20_000 }).toBe(count)
    }
  })

  test('observes the rate that GitHub allows, also while users watch', async () => {
    const { engine, polls } = await startPolling({ gapMs: 60_000 })
    engine.open()
    await expect.poll(polls).toBe(1)
    await sleep(100)
    expect(polls()).toBe(1)
  })

  test('continues after a failure and logs it once', async () => {
    const { engine, double, warnings, polls } = await startPolling()
    const message = 'Resource not accessible by personal access token'
    double.setFault('list-runs', { kind: 'refuse', status: 403, message })
    engine.open()
    await expect.poll(polls).toBeGreaterThan(3)
    const logged = warnings.map((warning) => warning.message)
    expect(logged).toEqual(['Could not ask GitHub about jobs'])
  })
})

describe('of several servers', () => {
  test('one server polls, and another takes over when it stops', async () => {
    const db = await freshDatabase()
    const one = await startPolling({ db })
    one.engine.open()
    await expect.poll(one.polls).toBeGreaterThan(0)
    const two = await startPolling({ db })
    two.engine.open()
    await sleep(120)
    expect(two.polls()).toBe(0)
    await one.engine.close()
    const before = one.polls()
    await expect.poll(two.polls).toBeGreaterThan(1)
    expect(one.polls()).toBe(before)
  })

  test('a server that has crashed is replaced when its lease expires', async () => {
    const { db, double, engine, polls } = await startPolling()
    await queuedJob(db)
    const endsAt = Date.now() + 300
    const expiresAt = new Date(endsAt).toISOString()
    await db
      .insertInto('leader_leases')
      .values({ name: 'github-poller', owner: 'a server that crashed', expiresAt })
      .execute()
    engine.open()
    await expect.poll(() => double.count(), { interval: 5 }).toBeGreaterThan(0)
    expect(Date.now()).toBeGreaterThanOrEqual(endsAt)
    await expect.poll(() => double.count('dispatch')).toBe(1)
    await expect.poll(polls).toBeGreaterThan(0)
  })
})
