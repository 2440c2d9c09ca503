import { fromFlag } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import type { Session } from '../http/access-guard.ts'
import { AppError, badRequest } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import { beginSession, type Caller } from './begin-session.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { beginAttempt, deleteFailures, withdrawAttempt } from './login-throttle.ts'
import { hashPassword, isOutdatedHash, verifyPassword } from './passwords.ts'
import { endSessionsOf, requireSession } from './sessions.ts'
import { usernameKey } from './usernames.ts'
import {
  findUserById,
  findUserByUsername,
  lockUser,
  replaceHash,
  replacePassword,
} from './users-queries.ts'

interface Credentials extends Caller {
  username: string
  password: string
  /** The only administrator who is let in, and what all others are answered; left out: everybody may. */
  only?: PasswordLimit | undefined
}

interface PasswordLimit {
  username: string
  /** The same for a wrong password and a right one. */
  refusal: string
}

/** Signs a user in. Throws 401, 403 or 429 as docs/behavior.md#sessions says. */
export async function logIn(
  db: Db,
  credentials: Credentials,
  ttlMs: number,
  audit: Audit<'session.create'>,
): Promise<Session> {
  const { password, ip, only } = credentials
  const found = await findUserByUsername(db, credentials.username)
  const user = await checkPassword(db, isLetIn(found, only) ? found : undefined, credentials)
  if (!user) throw wrongCredentials(only)
  const newHash = await renewHash(user, password, ip)
  return db.transaction().execute(async (tx) => {
    // Checked again: the password may have been reset, or the user deactivated, in the meantime.
    const current = await lockUser(tx, user.id)
    if (current?.password !== user.password) throw wrongCredentials(only)
    if (!fromFlag(current.isActive)) {
      throw new AppError(403, 'This account is inactive. Ask an administrator to activate it.')
    }
    if (newHash !== undefined) await replaceHash(tx, user.id, newHash)
    return beginSession(tx, current, { ...credentials, ttlMs }, audit)
  })
}

/** Changes one's own password and ends one's other sessions. Throws 400, 401 or 429. */
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
  await refuseCommonPassword(next, 'newPassword')
  const hash = await hashPassword(next, ip)
  await db.transaction().execute(async (tx) => {
    const locked = await lockUser(tx, user.id)
    if (locked?.password !== user.password) throw wrongCurrentPassword()
    await requireSession(tx, session.id)
    await replacePassword(tx, user.id, { hash, mustChange: false })
    await endSessionsOf(tx, user.id, session.id)
    await audit(tx, 'password.change', { subject: `user:${user.id}` })
  })
}

/**
 * The user, if it is the password of that user; `undefined` for a wrong one and for nobody, in the same
 * time, counted as a failure.
 */
async function checkPassword(
  db: Db,
  user: UserRow | undefined,
  { username, password, ip }: Pick<Credentials, 'username' | 'password' | 'ip'>,
): Promise<UserRow | undefined> {
  const attempt = await beginAttempt(db, { username, userId: user?.id }, ip)
  try {
    if (!(await verifyPassword(password, user?.password, ip))) return undefined
    await deleteFailures(db, attempt)
    return user
  } catch (error) {
    await withdrawAttempt(db, attempt)
    throw error
  }
}

/** A hash at today's cost for one that was made at a lower cost; never a reason to refuse the sign-in. */
async function renewHash(user: UserRow, password: string, ip: string): Promise<string | undefined> {
  if (!isOutdatedHash(user.password)) return undefined
  return hashPassword(password, ip).catch(() => undefined)
}

/** Whose password is looked at. Others take as long, and are throttled likewise. */
function isLetIn(user: UserRow | undefined, only: PasswordLimit | undefined): boolean {
  if (only === undefined) return true
  return user?.role === 'admin' && user.usernameKey === usernameKey(only.username)
}

function wrongCredentials(only: PasswordLimit | undefined): AppError {
  return new AppError(401, only?.refusal ?? 'Invalid username or password')
}

function wrongCurrentPassword(): AppError {
  const message = 'Current password is incorrect'
  return badRequest(message, [{ path: 'currentPassword', message }])
}
