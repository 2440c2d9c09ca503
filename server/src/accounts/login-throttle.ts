import { randomUUID } from 'node:crypto'
import { minuteMs } from '@dashboard/contract/duration'
import { toIso } from '@dashboard/store/database/column-values'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import { sql } from 'kysely'
import { type AppError, tooMany } from '../http/app-error.ts'
import { networkOf } from '../http/network-of.ts'
import { isKnownNetwork } from './sign-in-networks.ts'
import { usernameKey } from './usernames.ts'

/** How many failures are allowed for one account from one address, and for one address with any accounts. */
const perAccountAndAddress = { failures: 5, windowMs: 5 * minuteMs }
const perAddress = { failures: 50, windowMs: 15 * minuteMs }
/**
 * How many failures are allowed for one account from all addresses together; addresses from which its user has signed
 * in before are not limited by this. The limit for codes is lower: a client that tries codes has the password already,
 * and there are few codes to try.
 */
const perAccount = {
  password: { failures: 100, windowMs: 15 * minuteMs },
  code: { failures: 10, windowMs: 15 * minuteMs },
  'recovery-code': { failures: 100, windowMs: 15 * minuteMs },
}

/** The largest difference between the clocks of several servers that is allowed for. */
const clockLeewayMs = minuteMs

/**
 * What is tried. Each kind is counted on its own: a right password must not reset the count of wrong codes, and an
 * attacker who guesses codes must not block a recovery code.
 */
export type AttemptKind = keyof typeof perAccount

/** The account that an attempt is for; `userId` is `undefined` when no user has the username. */
export interface Target {
  username: string
  userId: string | undefined
  /** A password when left out. */
  tried?: AttemptKind
}

export interface LoginAttempt {
  id: string
  account: string
  address: string
}

/**
 * Begins an attempt to sign in. It counts as failed until `deleteFailures` or `withdrawAttempt` is called, so that many
 * attempts at once cannot get past the limit, also on several servers. Throws 429.
 */
export async function beginAttempt(db: Db, target: Target, ip: string): Promise<LoginAttempt> {
  const now = Date.now()
  const attempt = { id: randomUUID(), account: accountOf(target), address: networkOf(ip) }
  await inTransaction(db, async (tx) => {
    await waitForOthers(tx, attempt)
    await deleteOldFailures(tx, now)
    await refuseTooManyFailures(tx, target, attempt, now)
    await tx
      .insertInto('login_failures')
      .values({ ...attempt, failedAt: toIso(now) })
      .execute()
  })
  return attempt
}

/** Deletes the earlier failures of the account from this address, because the attempt was right. */
export async function deleteFailures(db: Db, attempt: LoginAttempt): Promise<void> {
  await db
    .deleteFrom('login_failures')
    .where('account', '=', attempt.account)
    .where('address', '=', attempt.address)
    .execute()
}

/** Takes back an attempt that failed for another reason than a wrong password. */
export async function withdrawAttempt(db: Db, attempt: LoginAttempt): Promise<void> {
  await db.deleteFrom('login_failures').where('id', '=', attempt.id).execute()
}

/** Deletes the failures of an account, so that a new password works at once. */
export async function deleteFailuresOf(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('login_failures')
    .where(
      'account',
      'in',
      everythingTried.map((tried) => bucketOf(userId, tried)),
    )
    .execute()
}

/** Returns the key that all usernames of an account share; no user's id can be a username with this mark. */
function accountOf({ username, userId, tried = 'password' }: Target): string {
  return userId === undefined ? `nobody: ${usernameKey(username)}` : bucketOf(userId, tried)
}

const prefixes: Record<AttemptKind, string> = {
  password: '',
  code: 'codes: ',
  'recovery-code': 'recovery codes: ',
}
const everythingTried = Object.keys(prefixes) as AttemptKind[]

function bucketOf(userId: string, tried: AttemptKind): string {
  return `${prefixes[tried]}${userId}`
}

/** Waits for other attempts at the same account or address. On SQLite transactions wait for each other anyway. */
async function waitForOthers(tx: Db, { account, address }: LoginAttempt): Promise<void> {
  if (!isPostgres(tx)) return
  await sql`select pg_advisory_xact_lock(hashtext('sign-in address'), hashtext(${address}))`.execute(
    tx,
  )
  await sql`select pg_advisory_xact_lock(hashtext('sign-in account'), hashtext(${account}))`.execute(
    tx,
  )
}

async function deleteOldFailures(tx: Db, now: number): Promise<void> {
  await tx
    .deleteFrom('login_failures')
    .where((where) =>
      where.or([
        where('failedAt', '<=', toIso(now - perAddress.windowMs)),
        // Failures in the future were made before the clock was set back, and would count until it has caught up.
        where('failedAt', '>', toIso(now + clockLeewayMs)),
      ]),
    )
    .execute()
}

async function refuseTooManyFailures(
  tx: Db,
  { userId, tried = 'password' }: Target,
  { account, address }: LoginAttempt,
  now: number,
): Promise<void> {
  const failures = await tx
    .selectFrom('login_failures')
    .select(['account', 'address', 'failedAt'])
    .where((where) => where.or([where('address', '=', address), where('account', '=', account)]))
    .orderBy('failedAt', 'desc')
    .execute()
  const fromHere = failures.filter((failure) => failure.address === address)
  const ofAccount = failures.filter((failure) => failure.account === account)
  const waitMs = Math.max(
    remainingMs(fromHere, perAddress, now),
    remainingMs(
      fromHere.filter((failure) => failure.account === account),
      perAccountAndAddress,
      now,
    ),
  )
  if (waitMs > 0) throw tooManyFailures(waitMs)
  const accountWaitMs = remainingMs(ofAccount, perAccount[tried], now)
  if (accountWaitMs > 0 && !(await isKnownNetwork(tx, userId, address))) {
    throw tooManyFailures(
      accountWaitMs,
      ' for this username from many places',
      ', or log in from a place where you have logged in before',
    )
  }
}

/** Returns the milliseconds until the window has fewer failures than are allowed; 0 when it has fewer now. */
function remainingMs(
  newestFirst: readonly { failedAt: string }[],
  { failures, windowMs }: typeof perAddress,
  now: number,
): number {
  const decisive = newestFirst[failures - 1]
  return decisive ? Date.parse(decisive.failedAt) + windowMs - now : 0
}

/** Returns a refusal that is the same whether or not there is such an account. */
function tooManyFailures(waitMs: number, where = '', otherwise = ''): AppError {
  const seconds = Math.ceil(waitMs / 1_000)
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return tooMany(
    `Too many failed attempts${where}. Please try again in ${wait}${otherwise}.`,
    seconds,
  )
}
