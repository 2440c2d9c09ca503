import { fromFlag } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import { auditAsConsole } from '../http/audit-trail.ts'
import { deleteFailuresOf } from './login-throttle.ts'
import { hashPassword } from './passwords.ts'
import { endAccessOf } from './tokens/end-access.ts'
import { findUserByUsername, replacePassword } from './users-queries.ts'

/**
 * Lets a user sign in again who is locked out: sets the password, makes the account active, ends its sessions and its
 * throttling. When `mustChange` is set, the next sign-in asks for another password. Returns the user, and whether the
 * account was inactive before; `undefined` when there is no such user.
 */
export async function resetPassword(
  db: Db,
  username: string,
  password: string,
  { mustChange = false } = {},
) {
  const hash = await hashPassword(password)
  return inTransaction(db, async (tx) => {
    const user = await findUserByUsername(tx, username)
    if (!user) return undefined
    await replacePassword(tx, user.id, { hash, mustChange })
    await tx.updateTable('users').set({ isActive: 1 }).where('id', '=', user.id).execute()
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
