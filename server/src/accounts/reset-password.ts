import { fromFlag, nowIso, toFlag } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import { auditAsConsole } from '../http/audit-trail.ts'
import { deleteFailuresOf } from './login-throttle.ts'
import { hashPassword } from './passwords.ts'
import { endAccessOf } from './tokens/end-access.ts'
import { deleteUnusedLinks, findUserByUsername } from './users-queries.ts'

export interface PasswordReset {
  username: string
  role: 'admin' | 'user'
  /** Whether the account was inactive before; it is active now. */
  wasInactive: boolean
}

/**
 * Lets a user sign in again who is locked out: sets the password, makes the account active, ends its sessions and its
 * throttling. When `mustChange` is set, the next sign-in asks for another password. Returns `undefined` when there is
 * no such user.
 */
export async function resetPassword(
  db: Db,
  username: string,
  password: string,
  { mustChange = false } = {},
): Promise<PasswordReset | undefined> {
  const hash = await hashPassword(password)
  return inTransaction(db, async (tx) => {
    const user = await findUserByUsername(tx, username)
    if (!user) return undefined
    await tx
      .updateTable('users')
      .set({
        password: hash,
        mustChangePassword: toFlag(mustChange),
        isActive: 1,
        updatedAt: nowIso(),
      })
      .where('id', '=', user.id)
      .execute()
    await deleteUnusedLinks(tx, user.id)
    const { revoked } = await endAccessOf(tx, user.id)
    await deleteFailuresOf(tx, user.id)
    const wasInactive = !fromFlag(user.isActive)
    await auditAsConsole(tx, 'user.password.reset', {
      subject: `user:${user.id}`,
      details: { username: user.username, ...(wasInactive && { activated: true }), ...revoked },
    })
    return { username: user.username, role: user.role, wasInactive }
  })
}
