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

/** The account that an attempt is for, and where it comes from; `userId` is `undefined` when no user has the username. */
export interface Target {
  username: string
  userId: string | undefined
  ip: string
  /** A password when left out. */
  tried?: AttemptKind
}

/** Throws 429 after too many failures. Many attempts at once may pass: `settleAttempt` decides. */
export async function refuseThrottled(db: Db, target: Target): Promise<void> {
  await refuseTooManyFailures(db, target, bucketsOf(target), Date.now())
}

/**
 * Ends an attempt that has been checked: counts a failure, or deletes the earlier ones of the account from this address.
 * Throws 429, whether it was right or wrong, when others have used up the limit meanwhile: so many attempts at once
 * learn no more than one after the other, also on several servers, while those under way are no failures.
 */
export async function settleAttempt(db: Db, target: Target, isRight: boolean): Promise<void> {
  const buckets = bucketsOf(target)
  await inTransaction(db, async (tx) => {
    await waitForOthers(tx, buckets)
    const now = Date.now()
    await deleteOldFailures(tx, now)
    await refuseTooManyFailures(tx, target, buckets, now)
    if (isRight) {
      await tx
        .deleteFrom('login_failures')
        .where('account', '=', buckets.account)
        .where('address', '=', buckets.address)
        .execute()
    } else {
      await tx
        .insertInto('login_failures')
        .values({ id: randomUUID(), ...buckets, failedAt: toIso(now) })
        .execute()
    }
  })
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

/** Where the failures of an attempt are counted. */
interface Buckets {
  account: string
  address: string
}

/** All usernames of an account share its key; no user's id can be a username with this mark. */
function bucketsOf({ username, userId, ip, tried = 'password' }: Target): Buckets {
  const account =
    userId === undefined ? `nobody: ${usernameKey(username)}` : bucketOf(userId, tried)
  return { account, address: networkOf(ip) }
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
async function waitForOthers(tx: Db, { account, address }: Buckets): Promise<void> {
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
  { account, address }: Buckets,
  now: number,
): Promise<void> {
  const failures = await tx
    .selectFrom('login_failures')
    .select(['account', 'address', 'failedAt'])
    .where((where) => where.or([where('address', '=', address), where('account', '=', account)]))
    .where('failedAt', '>', toIso(now - perAddress.windowMs))
    .where('failedAt', '<=', toIso(now + clockLeewayMs))
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
  return tooMany(`Too many failed attempts${where}. Try again in ${wait}${otherwise}.`, seconds)
}
