import type { CreateUserInput, UpdateUserInput } from '@dashboard/contract/accounts'
import { fromFlag } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import type { Session, SignedInUser } from '../http/access-guard.ts'
import { badRequest, notFound, roleRefused } from '../http/app-error.ts'
import { forgetFailuresOf } from './login-throttle.ts'
import { hashPassword } from './passwords.ts'
import { endSessionsOf } from './sessions.ts'
import {
  changeUser,
  insertUser,
  lockAdministratorsAnd,
  lockUser,
  removeUser,
  replacePassword,
} from './users-queries.ts'

export async function addUser(db: Db, { password, ...user }: CreateUserInput): Promise<UserRow> {
  return insertUser(db, user, await hashPassword(password))
}

/** Changes an account by an administrator; one that becomes inactive loses its sessions. */
export async function editUser(
  db: Db,
  admin: SignedInUser,
  id: string,
  changes: UpdateUserInput,
): Promise<UserRow> {
  const takesRole = changes.role === 'user'
  const takesAccess = changes.isActive === false
  if (admin.id === id && takesAccess) throw badRequest('You cannot deactivate your own account.')
  if (admin.id === id && takesRole) throw badRequest('You cannot give up your own admin role.')
  return db.transaction().execute(async (tx) => {
    await requireUserAndAdmin(tx, admin, id)
    const user = await changeUser(tx, id, changes)
    if (!user) throw notFound('User')
    if (takesAccess) await endSessionsOf(tx, id)
    return user
  })
}

/** Deletes an account with its sessions; what the user made stays under the name it was made by. */
export async function deleteUser(db: Db, admin: SignedInUser, id: string): Promise<void> {
  if (admin.id === id) throw badRequest('You cannot delete your own account.')
  await db.transaction().execute(async (tx) => {
    await requireUserAndAdmin(tx, admin, id)
    await removeUser(tx, id)
  })
}

/** Sets a password and ends the user's sessions, but never the one that asks. */
export async function setPassword(
  db: Db,
  session: Session,
  id: string,
  password: string,
): Promise<void> {
  const hash = await hashPassword(password)
  await db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, id)
    if (!user) throw notFound('User')
    await replacePassword(tx, id, hash)
    await endSessionsOf(tx, id, session.id)
    await forgetFailuresOf(tx, user.usernameKey)
  })
}

/**
 * Locks all administrators; throws unless the user exists and the one who asks is still an active
 * administrator. Since nobody takes their own role or access away, that one always remains.
 */
async function requireUserAndAdmin(tx: Db, admin: SignedInUser, id: string): Promise<void> {
  const rows = await lockAdministratorsAnd(tx, id)
  if (!rows.some((row) => row.id === id)) throw notFound('User')
  const asking = rows.find((row) => row.id === admin.id)
  if (asking?.role !== 'admin' || !fromFlag(asking.isActive)) throw roleRefused()
}
