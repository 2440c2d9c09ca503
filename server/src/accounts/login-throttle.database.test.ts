import { toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { freshDatabase } from '@dashboard/store/database/test-database'
import { describe, expect, it } from 'vitest'
import {
  beginAttempt,
  deleteFailures,
  deleteFailuresOf,
  withdrawAttempt,
} from './login-throttle.ts'

const minuteMs = 60_000
const now = Date.parse('2026-11-20T12:00:00.000Z')
const here = '10.0.0.1'

async function addFailures(db: Db, count: number, at: number, usernameKey = 'uma') {
  for (let failure = 0; failure < count; failure += 1) {
    const id = `${usernameKey}-${at}-${failure}`
    const row = { id, usernameKey, address: here, failedAt: toIso(at) }
    await db.insertInto('login_failures').values(row).execute()
  }
}

/** The refusal's message and its wait in seconds; `undefined` when the attempt may be made. */
async function refusal(db: Db, at = now, username = 'uma') {
  return beginAttempt(db, username, here, at).then(
    () => undefined,
    (error) => [error.status, error.message, error.retryAfter],
  )
}

const inMinutes = (wait: string) => `Too many failed attempts. Please try again in ${wait}.`

describe('an attempt', () => {
  it('counts as failed until it is withdrawn or the password was right', async () => {
    const db = await freshDatabase()
    const attempt = await beginAttempt(db, ' UMA ', here, now)
    expect(attempt).toMatchObject({ usernameKey: 'uma', address: here })
    await beginAttempt(db, 'uma', here, now)
    await beginAttempt(db, 'uma', '10.0.0.2', now)
    await beginAttempt(db, 'otto', here, now)
    const left = () => db.selectFrom('login_failures').selectAll().execute()
    expect(await left()).toHaveLength(4)
    expect((await left())[0]).toMatchObject({ ...attempt, failedAt: toIso(now) })

    await withdrawAttempt(db, attempt)
    expect(await left()).toHaveLength(3)
    await deleteFailures(db, attempt)
    const rows = (await left()).map(({ usernameKey, address }) => [usernameKey, address])
    expect(rows.toSorted()).toEqual([
      ['otto', here],
      ['uma', '10.0.0.2'],
    ])
    await deleteFailuresOf(db, 'otto')
    expect(await left()).toHaveLength(1)
  })
})

describe('one username from one address', () => {
  it('has five failures within five minutes', async () => {
    const db = await freshDatabase()
    await addFailures(db, 4, now - 1)
    await addFailures(db, 40, now - 1, 'otto')
    expect(await refusal(db)).toBeUndefined()
    expect(await refusal(db)).toEqual([429, inMinutes('5 minutes'), 300])
    expect(await refusal(db, now, 'otto')).toBeDefined()
  })

  it('waits until the fifth of its last failures is five minutes old', async () => {
    const db = await freshDatabase()
    await addFailures(db, 3, now - 4 * minuteMs)
    await addFailures(db, 2, now - 3 * minuteMs)
    await addFailures(db, 2, now - minuteMs)
    // The fifth from the end is of four minutes ago.
    expect(await refusal(db)).toEqual([429, inMinutes('a minute'), 60])
    expect(await refusal(db, now + 1)).toEqual([429, inMinutes('a minute'), 60])
    expect(await refusal(db, now + minuteMs - 1)).toEqual([429, inMinutes('a minute'), 1])
    expect(await refusal(db, now + minuteMs)).toBeUndefined()
  })

  it.each([
    [61, '2 minutes'],
    [60, 'a minute'],
    [1, 'a minute'],
  ])('is told a wait of %i seconds as %s', async (seconds, wait) => {
    const db = await freshDatabase()
    await addFailures(db, 5, now - 5 * minuteMs + seconds * 1_000)
    expect(await refusal(db)).toEqual([429, inMinutes(wait), seconds])
  })
})

describe('one address', () => {
  it('has fifty failures within fifteen minutes, whatever the usernames', async () => {
    const db = await freshDatabase()
    for (let user = 0; user < 49; user += 1) {
      await addFailures(db, 1, now - 14 * minuteMs, `user-${user}`)
    }
    expect(await refusal(db)).toBeUndefined()
    expect(await refusal(db, now, 'otto')).toEqual([429, inMinutes('a minute'), 60])
    expect(await refusal(db, now + minuteMs, 'otto')).toBeUndefined()
  })

  it('is forgotten after fifteen minutes', async () => {
    const db = await freshDatabase()
    await addFailures(db, 2, now - 15 * minuteMs)
    await addFailures(db, 1, now - 15 * minuteMs + 1)
    await beginAttempt(db, 'otto', '10.0.0.2', now)
    const left = await db.selectFrom('login_failures').select('usernameKey').execute()
    expect(left.map(({ usernameKey }) => usernameKey).toSorted()).toEqual(['otto', 'uma'])
  })
})
