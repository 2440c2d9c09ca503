import { dayMs, minuteMs } from '@dashboard/contract/duration'
import { toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { setClock } from '@dashboard/store/test/clock'
import { freshDatabase } from '@dashboard/store/test/database'
import { beforeEach, describe, expect, it } from 'vitest'
import { activeUser } from '../../test/users.ts'
import { deleteFailuresOf, refuseThrottled, settleAttempt, type Target } from './login-throttle.ts'
import { isKnownNetwork, recordNetwork } from './sign-in-networks.ts'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const here = '10.0.0.1'

beforeEach(() => setClock(now))

const nobody = (username: string, ip = here): Target => ({ username, userId: undefined, ip })

/** Fails an attempt unless it is refused before it is checked. */
async function fail(db: Db, target: Target) {
  await refuseThrottled(db, target)
  await settleAttempt(db, target, false)
}

async function addFailures(db: Db, count: number, at: number, name = 'uma', address = here) {
  for (let failure = 0; failure < count; failure += 1) {
    const id = `${name}-${address}-${at}-${failure}`
    const row = { id, account: `nobody: ${name}`, address, failedAt: toIso(at) }
    await db.insertInto('login_failures').values(row).execute()
  }
}

/** Returns the refusal's message and its wait in seconds; `undefined` when the attempt may be made. */
async function refusal(db: Db, at = now, username = 'uma') {
  setClock(at)
  return fail(db, nobody(username)).then(
    () => undefined,
    (error) => [error.status, error.message, error.retryAfter],
  )
}

const inMinutes = (wait: string) => `Too many failed attempts. Try again in ${wait}.`

describe('an attempt', () => {
  it('counts when it has failed, until one of that account and address is right', async () => {
    const db = await freshDatabase()
    await fail(db, nobody(' UMA '))
    await fail(db, nobody('uma', '10.0.0.2'))
    await fail(db, { username: 'otto', userId: 'otto-1', ip: here })
    const left = () =>
      db
        .selectFrom('login_failures')
        .select(['account', 'address', 'failedAt'])
        .orderBy('account')
        .orderBy('address')
        .execute()
    const failedAt = toIso(now)
    const others = [
      { account: 'nobody: uma', address: '10.0.0.2', failedAt },
      { account: 'otto-1', address: here, failedAt },
    ]
    expect(await left()).toEqual([{ account: 'nobody: uma', address: here, failedAt }, ...others])
    await settleAttempt(db, nobody('uma'), true)
    expect(await left()).toEqual(others)
    await deleteFailuresOf(db, 'otto-1')
    expect(await left()).toHaveLength(1)
  })

  it.each([
    ['right', true],
    ['wrong', false],
  ])('that is %s is refused when others have failed while it was checked', async (_, isRight) => {
    const db = await freshDatabase()
    const attempts = Array.from({ length: 9 }, () => nobody('uma'))
    await Promise.all(attempts.map((target) => refuseThrottled(db, target)))
    const settled = await Promise.allSettled(
      attempts.map((target) => settleAttempt(db, target, false)),
    )
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    await expect(settleAttempt(db, nobody('uma'), isRight)).rejects.toMatchObject({ status: 429 })
    expect(await db.selectFrom('login_failures').select('id').execute()).toHaveLength(5)
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
    // The fifth failure from the end was four minutes ago.
    expect(await refusal(db)).toEqual([429, inMinutes('a minute'), 60])
    expect(await refusal(db, now + 1)).toEqual([429, inMinutes('a minute'), 60])
    expect(await refusal(db, now + minuteMs - 1)).toEqual([429, inMinutes('a minute'), 1])
    expect(await refusal(db, now + minuteMs)).toBeUndefined()
  })

  it.each([
    [61, '2 minutes'],
    [60, 'a minute'],
    [1, 'a minute'],
  ])('states a wait of %i seconds as %s', async (seconds, wait) => {
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
    await fail(db, nobody('otto', '10.0.0.2'))
    const left = await db.selectFrom('login_failures').select('account').execute()
    expect(left.map(({ account }) => account).toSorted()).toEqual(['nobody: otto', 'nobody: uma'])
  })
})

describe('one account from many addresses', () => {
  const userId = 'uma-1'
  const target = { username: 'uma', userId }
  const far = '10.0.0.99'
  const tryFrom = (db: Db, ip: string, at = now, whose = target) => {
    setClock(at)
    return fail(db, { ...whose, ip }).then(
      () => undefined,
      ({ status, message, retryAfter }) => [status, message, retryAfter],
    )
  }
  const elsewhere = (wait: string) =>
    `Too many failed attempts for this username from many places. Try again in ${wait}, or log in from a place where you have logged in before.`

  /** Makes four failures from each of 25 addresses, so that no address has reached its own limit. */
  async function attack(db: Db, account: string) {
    for (let number = 0; number < 100; number += 1) {
      const address = `192.0.2.${number % 25}`
      const row = { id: `${number}`, account, address, failedAt: toIso(now - 5 * minuteMs) }
      await db.insertInto('login_failures').values(row).execute()
    }
  }

  it('is refused after a hundred failures, but not where its user has signed in before', async () => {
    const db = await freshDatabase()
    await activeUser(db, { id: userId, username: 'uma' })
    await recordNetwork(db, userId, '2001:db8:1:2:3::4')
    await recordNetwork(db, userId, here)
    await recordNetwork(db, userId, here)
    await attack(db, userId)
    expect(await tryFrom(db, far)).toEqual([429, elsewhere('10 minutes'), 600])
    expect(await tryFrom(db, here)).toBeUndefined()
    expect(await tryFrom(db, '2001:db8:1:2::9')).toBeUndefined()
    expect(await tryFrom(db, far, now, { username: 'otto', userId: 'otto-1' })).toBeUndefined()
    expect(await tryFrom(db, far, now + 10 * minuteMs)).toBeUndefined()
  })

  it('is not refused where its user has signed in within 90 days', async () => {
    const db = await freshDatabase()
    await activeUser(db, { id: userId, username: 'uma' })
    const used = (days: number) => toIso(Date.now() - days * dayMs)
    const networks = [
      { id: 'kept', network: here, lastUsedAt: used(89) },
      { id: 'old', network: '10.0.0.2', lastUsedAt: used(91) },
    ]
    for (const row of networks) {
      await db
        .insertInto('sign_in_networks')
        .values({ ...row, userId })
        .execute()
    }
    await recordNetwork(db, userId, far)
    expect(await isKnownNetwork(db, userId, here)).toBe(true)
    expect(await isKnownNetwork(db, userId, '10.0.0.2')).toBe(false)
  })

  it('is refused in the same words when nobody has that username', async () => {
    const db = await freshDatabase()
    await attack(db, 'nobody: uma')
    const refused = fail(db, nobody('Uma', far))
    await expect(refused).rejects.toMatchObject({ message: elsewhere('10 minutes') })
  })

  it('may fail ninety-nine times', async () => {
    const db = await freshDatabase()
    await attack(db, userId)
    await db.deleteFrom('login_failures').where('id', '=', '99').execute()
    expect(await tryFrom(db, far)).toBeUndefined()
    expect(await tryFrom(db, far)).toEqual([429, elsewhere('10 minutes'), 600])
  })

  it('is known where its user has signed in within 90 days', async () => {
    const db = await freshDatabase()
    await activeUser(db, { id: userId, username: 'uma' })
    const longAgo = toIso(Date.now() - 91 * 24 * 60 * minuteMs)
    const row = { id: '1', userId, network: far, lastUsedAt: longAgo }
    await db.insertInto('sign_in_networks').values(row).execute()
    expect(await isKnownNetwork(db, userId, far)).toBe(false)
    await recordNetwork(db, userId, here)
    expect(await isKnownNetwork(db, userId, far)).toBe(false)
    expect(await isKnownNetwork(db, userId, here)).toBe(true)
    expect(await isKnownNetwork(db, 'otto-1', here)).toBe(false)
  })
})
