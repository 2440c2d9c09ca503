import { lockUser } from '@dashboard/store/database/lock-user'
import type { Db } from '@dashboard/store/database/open-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { Session } from '../http/access-check.ts'
import { type AppError, badRequest } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import { checkPassword } from './login-service.ts'
import { hashPassword } from './passwords.ts'
import { requireSession } from './sessions/sessions.ts'
import { endAccessOf } from './tokens/end-access.ts'
import { findUserById, replacePassword } from './users-queries.ts'

/**
 * Returns the session's user. Throws unless the password is the user's: 400, with an issue that names the field by its
 * path, or 429.
 */
export async function checkOwnPassword(
  db: Db,
  { user: { id, username } }: Session,
  { password, ip, path }: { password: string; ip: string; path: string },
) {
  const user = await checkPassword(db, await findUserById(db, id), { username, password, ip })
  if (!user) throw wrongCurrentPassword(path)
  return user
}

/** Changes the caller's own password and ends the caller's other sessions. Throws 400, 401 or 429. */
export async function changeOwnPassword(
  db: Db,
  session: Session,
  passwords: { current: string; next: string; ip: string },
  audit: Audit<'password.change'>,
): Promise<void> {
  const { current: password, next, ip } = passwords
  const user = await checkOwnPassword(db, session, { password, ip, path: currentPassword })
  const hash = await hashPassword(next)
  await inTransaction(db, async (tx) => {
    const locked = await lockUser(tx, user.id)
    if (locked?.password !== user.password) throw wrongCurrentPassword(currentPassword)
    await requireSession(tx, session.id)
    await replacePassword(tx, user.id, { hash, mustChange: false })
    const { revoked } = await endAccessOf(tx, user.id, session.id)
    await audit(tx, 'password.change', { subject: `user:${user.id}`, details: revoked })
  })
}

const currentPassword = 'currentPassword'

function wrongCurrentPassword(path: string): AppError {
  const message = 'Current password is incorrect'
  return badRequest(message, [{ path, message }])
}
