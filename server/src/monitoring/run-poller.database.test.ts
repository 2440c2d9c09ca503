import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@dashboard/store/database'
import { queuedJob } from '@dashboard/store/job-fixtures'
import { freshDatabase } from '@dashboard/store/test-database'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { activeUser } from '../test-users.ts'
import { createPresence } from './presence.ts'
import { createRunPoller } from './run-poller.ts'

const quick = { tickMs: 5, dutyMs: 1_500 }

/** Looks are counted instead of made; everything else is real. */
function startPoller(db: Db, options: { fails?: Error; gapMs?: number } = {}) {
  const looks: number[] = []
  const warnings: string[] = []
  const asked: [number, number][] = []
  let tended = 0
  const poller = createRunPoller({
    db,
    presence: createPresence(db),
    engine: {
      async sync() {
        looks.push(Date.now())
        if (options.fails) throw options.fails
        return 0
      },
      async tend() {
        tended += 1
      },
      gapMs: () => options.gapMs ?? 0,
    },
    log: { warn: (_details, message) => warnings.push(message) },
    timings: quick,
    intervalMs: (users, jobs) => {
      asked.push([users, jobs])
      return users > 0 ? 5 : 60_000
    },
  })
  onTestFinished(() => poller.close())
  poller.open()
  return { poller, looks, warnings, asked, tended: () => tended }
}

describe('the loop', () => {
  test('looks often while somebody watches, and seldom otherwise', async () => {
    const db = await freshDatabase()
    const { looks, asked } = startPoller(db)
    await vi.waitFor(() => expect(looks).toHaveLength(1))
    await sleep(60)
    expect(looks).toHaveLength(1)
    const { id } = await activeUser(db)
    await createPresence(db).note(id)
    await queuedJob(db)
    await vi.waitFor(() => expect(looks.length).toBeGreaterThan(3))
    expect(asked[0]).toEqual([0, 0])
    expect(asked.at(-1)).toEqual([1, 1])
  })

  test('keeps to the pace that GitHub allows, whoever watches', async () => {
    const db = await freshDatabase()
    await createPresence(db).note((await activeUser(db)).id)
    const { looks } = startPoller(db, { gapMs: 60_000 })
    await vi.waitFor(() => expect(looks).toHaveLength(1))
    await sleep(60)
    expect(looks).toHaveLength(1)
  })

  test('goes on after a failure and tells of it once', async () => {
    const db = await freshDatabase()
    await createPresence(db).note((await activeUser(db)).id)
    const { looks, warnings } = startPoller(db, { fails: new Error('GitHub did not answer.') })
    await vi.waitFor(() => expect(looks.length).toBeGreaterThan(3))
    expect(warnings).toEqual(['Could not ask GitHub about jobs'])
  })
})

describe('of several servers', () => {
  test('one looks, and another follows it when it leaves', async () => {
    const db = await freshDatabase()
    await createPresence(db).note((await activeUser(db)).id)
    const one = startPoller(db)
    await vi.waitFor(() => expect(one.looks.length).toBeGreaterThan(0))
    const two = startPoller(db)
    await sleep(120)
    expect(two.looks).toEqual([])
    expect(two.tended()).toBe(0)
    await one.poller.close()
    const stoppedAt = one.looks.length
    await vi.waitFor(() => expect(two.looks.length).toBeGreaterThan(1))
    expect(one.looks).toHaveLength(stoppedAt)
  })

  test('one that has died is followed by another when its duty lapses', async () => {
    const db = await freshDatabase()
    await createPresence(db).note((await activeUser(db)).id)
    const expiresAt = new Date(Date.now() + 150).toISOString()
    await db
      .insertInto('duties')
      .values({ name: 'github-poller', owner: 'a server that died', expiresAt })
      .execute()
    const { looks } = startPoller(db)
    await vi.waitFor(() => expect(looks.length).toBeGreaterThan(0), 5_000)
    expect(looks[0]).toBeGreaterThanOrEqual(Date.parse(expiresAt))
  })
})
