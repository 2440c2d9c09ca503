import { setTimeout as sleep } from 'node:timers/promises'
import { monitoringIntervalMs } from '@dashboard/contract/limits'
import type { Db } from '@dashboard/store/database/open-database'
import { freshDatabase } from '@dashboard/store/test/database'
import { queuedJob } from '@dashboard/store/test/jobs'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { activeUser } from '../../../test/users.ts'
import { readPollIntervalMs } from '../../monitoring/monitoring-service.ts'
import { Presence } from '../../monitoring/presence.ts'
import { RunPoller } from './run-poller.ts'

const quick = { tickMs: 5, leaseMs: 1_500 }

interface StartOptions {
  fails?: Error
  gapMs?: number
  timings?: { tickMs: number; leaseMs: number }
}

/** Starts a poller that counts polls instead of making them; everything else is real. */
function startPoller(db: Db, options: StartOptions = {}) {
  const polls: number[] = []
  const warnings: string[] = []
  const intervals: number[] = []
  const presence = new Presence(db)
  let dispatches = 0
  const poller = new RunPoller({
    db,
    async sync() {
      polls.push(Date.now())
      if (options.fails) throw options.fails
    },
    dispatchAndStop() {
      dispatches += 1
    },
    minPollGapMs: () => options.gapMs ?? 0,
    log: { warn: (_details, message) => warnings.push(message) },
    timings: options.timings ?? quick,
    readIntervalMs: async () => {
      const intervalMs = await readPollIntervalMs(db, presence)
      intervals.push(intervalMs)
      return intervalMs === monitoringIntervalMs.watched ? 5 : intervalMs
    },
  })
  onTestFinished(() => poller.close())
  poller.open()
  return { poller, polls, warnings, intervals, dispatches: () => dispatches }
}

describe('the loop', () => {
  test('polls often while somebody watches, and seldom otherwise', async () => {
    const db = await freshDatabase()
    const { polls, intervals } = startPoller(db)
    await expect.poll(() => polls).toHaveLength(1)
    await sleep(60)
    expect(polls).toHaveLength(1)
    const { id } = await activeUser(db)
    await new Presence(db).note(id)
    await queuedJob(db)
    await expect.poll(() => polls.length).toBeGreaterThan(3)
    expect(intervals[0]).toBe(monitoringIntervalMs.idle)
    expect(intervals.at(-1)).toBe(monitoringIntervalMs.watched)
  })

  test.each([
    ['every 5 s while somebody watches', 5_000],
    ['every 2 min while jobs run and nobody watches', 120_000],
    ['every 5 min otherwise', 300_000],
  ])('polls %s', async (_when, intervalMs) => {
    const db = await freshDatabase()
    const presence = new Presence(db)
    if (intervalMs === 5_000) await presence.note((await activeUser(db)).id)
    if (intervalMs === 120_000) await queuedJob(db)
    const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance']
    vi.useFakeTimers({ toFake: toFake as ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const polledAt: number[] = []
    const poller = new RunPoller({
      db,
      sync: async () => polledAt.push(performance.now()),
      dispatchAndStop: () => undefined,
      minPollGapMs: () => 0,
      log: { warn: () => undefined },
      readIntervalMs: () => readPollIntervalMs(db, presence),
    })
    poller.open()
    await vi.advanceTimersByTimeAsync(3 * intervalMs + 4_000)
    await poller.close()
    const gaps = polledAt.slice(1).map((at, before) => at - (polledAt[before] ?? 0))
    expect(gaps).toHaveLength(3)
    for (const gap of gaps) {
      expect(gap).toBeGreaterThanOrEqual(intervalMs)
      expect(gap).toBeLessThanOrEqual(intervalMs + 1_000)
    }
  })

  test('observes the rate that GitHub allows, also while users watch', async () => {
    const db = await freshDatabase()
    await new Presence(db).note((await activeUser(db)).id)
    const { polls } = startPoller(db, { gapMs: 60_000 })
    await expect.poll(() => polls).toHaveLength(1)
    await sleep(60)
    expect(polls).toHaveLength(1)
  })

  test('goes on after a failure and logs it once', async () => {
    const db = await freshDatabase()
    await new Presence(db).note((await activeUser(db)).id)
    const { polls, warnings } = startPoller(db, { fails: new Error('GitHub did not answer.') })
    await expect.poll(() => polls.length).toBeGreaterThan(3)
    expect(warnings).toEqual(['Could not ask GitHub about jobs'])
  })
})

describe('its leader lease', () => {
  test('is given back when the server stops', async () => {
    const db = await freshDatabase()
    const { poller, polls } = startPoller(db)
    await expect.poll(() => polls).toHaveLength(1)
    await poller.close()
    expect(await db.selectFrom('leader_leases').selectAll().execute()).toEqual([])
  })
})

describe('a failure', () => {
  test('of an unavailable database is not logged here', async () => {
    const db = await freshDatabase()
    await new Presence(db).note((await activeUser(db)).id)
    const unavailable = Object.assign(new Error('lost'), { code: 'ECONNRESET' })
    const { polls, warnings } = startPoller(db, { fails: unavailable })
    await expect.poll(() => polls.length).toBeGreaterThan(2)
    expect(warnings).toEqual([])
  })
})

describe('of several servers', () => {
  test('one polls, and another takes over when it stops', async () => {
    const db = await freshDatabase()
    await new Presence(db).note((await activeUser(db)).id)
    const one = startPoller(db)
    await expect.poll(() => one.polls.length).toBeGreaterThan(0)
    const two = startPoller(db)
    await sleep(120)
    expect(two.polls).toEqual([])
    expect(two.dispatches()).toBe(0)
    await one.poller.close()
    const stoppedAt = one.polls.length
    await expect.poll(() => two.polls.length).toBeGreaterThan(1)
    expect(one.polls).toHaveLength(stoppedAt)
  })

  test('one that has died is replaced by another when its lease expires', async () => {
    const db = await freshDatabase()
    await new Presence(db).note((await activeUser(db)).id)
    const expiresAt = new Date(Date.now() + 150).toISOString()
    await db
      .insertInto('leader_leases')
      .values({ name: 'github-poller', owner: 'a server that died', expiresAt })
      .execute()
    const { polls } = startPoller(db)
    await expect.poll(() => polls.length).toBeGreaterThan(0)
    expect(polls[0]).toBeGreaterThanOrEqual(Date.parse(expiresAt))
  })
})
