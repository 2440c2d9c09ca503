import type { SecondFactor } from '@dashboard/contract/accounts'
import type { Db } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { Session } from '../http/access-check.ts'
import { AppError, badRequest, conflict } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import { askSecondStep } from './factors/factors-queries.ts'
import { isFreshFromLink } from './factors/recent-sign-in.ts'
import { beginAttempt, deleteFailures, withdrawAttempt } from './login-throttle.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import {
  beginSession,
  type Caller,
  refuseInactiveLogin,
  type SessionRules,
} from './sessions/begin-session.ts'
import { requireSession } from './sessions/sessions.ts'
import { endAccessOf } from './tokens/end-access.ts'
import { usernameKey } from './usernames.ts'
import { findUserById, findUserByUsername, lockUser, replacePassword } from './users-queries.ts'

interface Credentials extends Caller {
  username: string
  password: string
  /**
   * The only administrator who may sign in with a password, and the refusal for all others; when left out, everybody
   * may.
   */
  only?: PasswordLimit | undefined
}

interface PasswordLimit {
  username: string
  /** The refusal, which is the same for a wrong password and a right one. */
  refusal: string
}

interface Dependencies {
  db: Db
  rules: SessionRules
  audit: Audit<'session.create'>
  /** Whether passkeys can be used here, so that messages name them. */
  hasPasskeys: boolean
}

/**
 * Signs a user in with the password, or asks for the second step that the user has set up. Throws 401, 403 or 429
 * (docs/behavior.md#sessions).
 */
export async function logIn(
  { db, rules, audit, hasPasskeys }: Dependencies,
  credentials: Credentials,
): Promise<{ session: Session } | { secondFactor: SecondFactor }> {
  const { username, password: _, only, ...caller } = credentials
  const found = await findUserByUsername(db, username)
  const user = await checkPassword(db, mayUsePassword(found, only) ? found : undefined, credentials)
  if (!user) throw wrongCredentials(only)
  return inTransaction(db, async (tx) => {
    // The user is read again: the password may have been reset, or the user deactivated, in the meantime.
    const current = await lockUser(tx, user.id)
    if (current?.password !== user.password) throw wrongCredentials(only)
    refuseInactiveLogin(current)
    const secondFactor = await askSecondStep(tx, user.id, hasPasskeys)
    if (secondFactor) return { secondFactor }
    return { session: await beginSession(tx, current, { ...caller, rules }, audit) }
  })
}

/**
 * Throws unless the password is the one of the session's user: 400, with an issue that names the field by its path, or
 * 429.
 */
export async function checkOwnPassword(
  db: Db,
  { user: { id, username } }: Session,
  { password, ip, path }: { password: string; ip: string; path: string },
): Promise<void> {
  const user = await checkPassword(db, await findUserById(db, id), { username, password, ip })
  if (!user) throw wrongCurrentPassword(path)
}

/** Changes the caller's own password and ends the caller's other sessions. Throws 400, 401 or 429. */
export async function changeOwnPassword(
  db: Db,
  session: Session,
  passwords: { current: string; next: string; ip: string },
  audit: Audit<'password.change'>,
): Promise<void> {
  const { current: password, next, ip } = passwords
  const { id, username } = session.user
  const user = await checkPassword(db, await findUserById(db, id), { username, password, ip })
  if (!user) throw wrongCurrentPassword()
  const hash = await hashPassword(next)
  await inTransaction(db, async (tx) => {
    const locked = await lockUser(tx, user.id)
    if (locked?.password !== user.password) throw wrongCurrentPassword()
    await requireSession(tx, session.id)
    await replacePassword(tx, user.id, { hash, mustChange: false })
    const { revoked } = await endAccessOf(tx, user.id, session.id)
    await audit(tx, 'password.change', { subject: `user:${user.id}`, details: revoked })
  })
}

/**
 * Replaces the caller's own password without the current one, just after a sign-in by link, and ends the caller's other
 * sessions. Throws 400, 401 or 409.
 */
export async function replaceLostPassword(
  db: Db,
  session: Session,
  next: string,
  audit: Audit<'password.change'>,
): Promise<void> {
  const { id } = session.user
  const hash = await hashPassword(next)
  await inTransaction(db, async (tx) => {
    await lockUser(tx, id)
    if (!(await isFreshFromLink(tx, session))) {
      throw conflict('Change your password under Security, where the current one is asked for.')
    }
    await replacePassword(tx, id, { hash, mustChange: false })
    const { revoked } = await endAccessOf(tx, id, session.id)
    const details = { by: 'link', ...revoked }
    await audit(tx, 'password.change', { subject: `user:${id}`, details })
  })
}

/**
 * Returns the user if the password is right. Returns `undefined` for a wrong password and for an unknown user, in the
 * same time, and counts a failure.
 */
async function checkPassword(
  db: Db,
  user: UserRow | undefined,
  { username, password, ip }: Pick<Credentials, 'username' | 'password' | 'ip'>,
): Promise<UserRow | undefined> {
  const attempt = await beginAttempt(db, { username, userId: user?.id }, ip)
  try {
    if (!(await verifyPassword(password, user?.password))) return undefined
    await deleteFailures(db, attempt)
    return user
  } catch (error) {
    await withdrawAttempt(db, attempt)
    throw error
  }
}

/**
 * Whether the password of this user is checked at all. Other users are refused in the same time, and throttled
 * likewise.
 */
function mayUsePassword(user: UserRow | undefined, only: PasswordLimit | undefined): boolean {
  if (only === undefined) return true
  return user?.role === 'admin' && user.usernameKey === usernameKey(only.username)
}

function wrongCredentials(only: PasswordLimit | undefined): AppError {
  return new AppError(401, only?.refusal ?? 'Invalid username or password')
}

function wrongCurrentPassword(path = 'currentPassword'): AppError {
  const message = 'Current password is incorrect'
  return badRequest(message, [{ path, message }])
}
