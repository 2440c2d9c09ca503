import { fromFlag } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import type { Session } from '../http/access-guard.ts'
import { AppError, badRequest } from '../http/app-error.ts'
import { type Audit, actorOf } from '../http/audit-trail.ts'
import { beginAttempt, deleteFailures, withdrawAttempt } from './login-throttle.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { endSessionsOf, openSession } from './sessions.ts'
import { findUserByUsername, lockUser, noteSignIn, replacePassword } from './users-queries.ts'

interface Credentials {
  username: string
  password: string
  /** Where the caller is, for throttling. */
  ip: string
}

/** Signs a user in. Throws 401, 403 or 429 as docs/behavior.md#sessions says. */
export async function logIn(
  db: Db,
  credentials: Credentials,
  ttlMs: number,
  audit: Audit<'session.create'>,
): Promise<Session> {
  const user = await checkPassword(db, credentials)
  if (!user) throw wrongCredentials()
  return db.transaction().execute(async (tx) => {
    // Checked again: the password may have been reset, or the user deactivated, in the meantime.
    const current = await lockUser(tx, user.id)
    if (current?.password !== user.password) throw wrongCredentials()
    if (!fromFlag(current.isActive)) {
      throw new AppError(403, 'This account is inactive. Ask an administrator to activate it.')
    }
    const session = await openSession(tx, current, ttlMs)
    await noteSignIn(tx, current.id)
    const subject = `session:${session.id}`
    await audit(tx, 'session.create', { subject, actor: actorOf(current) })
    return session
  })
}

/** Changes one's own password and ends one's other sessions. Throws 400 or 429. */
export async function changeOwnPassword(
  db: Db,
  session: Session,
  passwords: { current: string; next: string; ip: string },
  audit: Audit<'password.change'>,
): Promise<void> {
  const { current: password, next, ip } = passwords
  const user = await checkPassword(db, { username: session.user.username, password, ip })
  if (user?.id !== session.user.id) throw wrongCurrentPassword()
  const hash = await hashPassword(next, ip)
  await db.transaction().execute(async (tx) => {
    const locked = await lockUser(tx, user.id)
    if (locked?.password !== user.password) throw wrongCurrentPassword()
    await replacePassword(tx, user.id, { hash, mustChange: false })
    await endSessionsOf(tx, user.id, session.id)
    await audit(tx, 'password.change', { subject: `user:${user.id}` })
  })
}

/** The user whose password it is; `undefined` for a wrong one, in the same time, counted as a failure. */
async function checkPassword(
  db: Db,
  { username, password, ip }: Credentials,
): Promise<UserRow | undefined> {
  const attempt = await beginAttempt(db, username, ip)
  try {
    const user = await findUserByUsername(db, username)
    if (!(await verifyPassword(password, user?.password, ip))) return undefined
    await deleteFailures(db, attempt)
    return user
  } catch (error) {
    await withdrawAttempt(db, attempt)
    throw error
  }
}

function wrongCredentials(): AppError {
  return new AppError(401, 'Invalid username or password')
}

function wrongCurrentPassword(): AppError {
  const message = 'Current password is incorrect'
  return badRequest(message, [{ path: 'currentPassword', message }])
}
