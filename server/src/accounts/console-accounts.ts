import type { CreateUserInput } from '@dashboard/contract/account-inputs'
import type { User } from '@dashboard/contract/accounts'
import { fromFlag } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import { inTransaction } from '@dashboard/store/database/transactions'
import { conflict, notFound } from '../http/app-error.ts'
import { auditAsConsole } from '../http/audit-trail.ts'
import { hashPassword } from './passwords.ts'
import { findUserByUsername, lockAdministratorsAnd, toUser } from './users-queries.ts'
import { changeCheckedUser, insertCheckedUser } from './users-service.ts'

/** Manages accounts for `npm run admin`, on the server's machine, by the rules of the API. */

/** Adds a user. Throws 400 for circuits that do not exist, 409 when the username is taken or looks like another one. */
export async function addUserByConsole(
  db: Db,
  { password, ...user }: CreateUserInput,
): Promise<UserRow> {
  const hash = await hashPassword(password)
  return inTransaction(db, (tx) => insertCheckedUser(tx, { user, hash }, auditAsConsole))
}

export async function listAllUsers(db: Db): Promise<User[]> {
  const rows = await db.selectFrom('users').selectAll().orderBy('usernameKey').execute()
  return rows.map(toUser)
}

/**
 * Makes a user inactive, which ends the user's sessions and access tokens. Throws 404 for an unknown user, and 409 for
 * the last active administrator and for a user who is already inactive.
 */
export async function deactivateByConsole(db: Db, username: string): Promise<UserRow> {
  return inTransaction(db, async (tx) => {
    const found = await findUserByUsername(tx, username)
    if (!found) throw notFound('User')
    const rows = await lockAdministratorsAnd(tx, [found.id])
    const user = rows.find(({ id }) => id === found.id)
    if (!user) throw notFound('User')
    if (!fromFlag(user.isActive)) throw conflict(`"${user.username}" is inactive already.`)
    // All other rows are those of active administrators.
    if (user.role === 'admin' && rows.length === 1) {
      throw conflict(`"${user.username}" is the last active administrator. Add another one first.`)
    }
    return changeCheckedUser(tx, user, { isActive: false }, auditAsConsole)
  })
}
