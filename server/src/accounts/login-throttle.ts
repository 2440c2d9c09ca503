import { randomUUID } from 'node:crypto'
import { toIso } from '@dashboard/store/database/column-values'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { sql } from 'kysely'
import { tooMany } from '../http/app-error.ts'
import { networkOf } from './network-of.ts'
import { usernameKey } from './usernames.ts'

const minuteMs = 60_000
/** Failures that are allowed: of one username from one address, and of an address whatever it tries. */
const perUsername = { failures: 5, windowMs: 5 * minuteMs }
const perAddress = { failures: 50, windowMs: 15 * minuteMs }

/** Clocks of several servers may differ by so much. */
const clockLeewayMs = minuteMs

export interface LoginAttempt {
  id: string
  usernameKey: string
  address: string
}

/**
 * Begins an attempt to give a password, counted as failed until `deleteFailures` or `withdrawAttempt`:
 * many at once cannot slip through together, also not on several servers. Throws 429.
 */
export async function beginAttempt(
  db: Db,
  username: string,
  ip: string,
  now = Date.now(),
): Promise<LoginAttempt> {
  const attempt = { id: randomUUID(), usernameKey: usernameKey(username), address: networkOf(ip) }
  await db.transaction().execute(async (tx) => {
    if (isPostgres(tx)) {
      await sql`select pg_advisory_xact_lock(hashtext(${attempt.address}))`.execute(tx)
    }
    await tx
      .deleteFrom('login_failures')
      .where((where) =>
        where.or([
          where('failedAt', '<=', toIso(now - perAddress.windowMs)),
          // From before the clock was set back: it would count until the clock has caught up.
          where('failedAt', '>', toIso(now + clockLeewayMs)),
        ]),
      )
      .execute()
    const failures = await tx
      .selectFrom('login_failures')
      .select(['usernameKey', 'failedAt'])
      .where('address', '=', attempt.address)
      .orderBy('failedAt', 'desc')
      .execute()
    const ofUsername = failures.filter((failure) => failure.usernameKey === attempt.usernameKey)
    const waitMs = Math.max(
      remainingMs(failures, perAddress, now),
      remainingMs(ofUsername, perUsername, now),
    )
    if (waitMs > 0) throw tooManyFailures(waitMs)
    await tx
      .insertInto('login_failures')
      .values({ ...attempt, failedAt: toIso(now) })
      .execute()
  })
  return attempt
}

/** The password was right: earlier failures of the username from this address no longer count. */
export async function deleteFailures(db: Db, attempt: LoginAttempt): Promise<void> {
  await db
    .deleteFrom('login_failures')
    .where('usernameKey', '=', attempt.usernameKey)
    .where('address', '=', attempt.address)
    .execute()
}

/** The attempt came to nothing for another reason than a wrong password. */
export async function withdrawAttempt(db: Db, attempt: LoginAttempt): Promise<void> {
  await db.deleteFrom('login_failures').where('id', '=', attempt.id).execute()
}

/** Deletes a username's failures, so that a new password works at once. */
export async function deleteFailuresOf(db: Db, key: string): Promise<void> {
  await db.deleteFrom('login_failures').where('usernameKey', '=', key).execute()
}

/** Milliseconds until there are fewer failures in the window than are allowed; 0 when there are now. */
function remainingMs(
  newestFirst: readonly { failedAt: string }[],
  { failures, windowMs }: typeof perUsername,
  now: number,
): number {
  const decisive = newestFirst[failures - 1]
  return decisive ? Date.parse(decisive.failedAt) + windowMs - now : 0
}

function tooManyFailures(waitMs: number) {
  const seconds = Math.ceil(waitMs / 1_000)
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return tooMany(`Too many failed attempts. Please try again in ${wait}.`, seconds)
}
