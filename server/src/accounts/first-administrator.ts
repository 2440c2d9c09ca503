import { isCommonPassword } from '@dashboard/contract/common-passwords'
import { fromFlag } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { Settings } from '@dashboard/store/settings/settings'
import { auditAsServer } from '../http/audit-trail.ts'
import { generatePassword, hashPassword } from './passwords.ts'
import { findUserByUsername, insertUser, lockUserNames } from './users-queries.ts'

export interface FirstAdministrator {
  username: string
  /** Shown once; `undefined` when the password was set from outside. */
  generatedPassword: string | undefined
  /**
   * The password set from outside is among the most used; it is accepted, so that no installation fails because of it.
   */
  hasCommonPassword: boolean
}

/** Creates an administrator when there is no user at all; returns `undefined` when there are users already. */
export async function createFirstAdministrator(
  db: Db,
  { username, password }: Settings['admin'],
): Promise<FirstAdministrator | undefined> {
  if (await hasUsers(db)) return undefined
  const generatedPassword = password === undefined ? generatePassword() : undefined
  const hasCommonPassword = password !== undefined && (await isCommonPassword(password))
  const hash = await hashPassword(password ?? generatedPassword ?? '')
  return inTransaction(db, async (tx) => {
    // When several servers start on one empty database, only one creates the administrator.
    await lockUserNames(tx)
    if (await hasUsers(tx)) return undefined
    const details = { username, role: 'admin' } as const
    const administrator = {
      ...details,
      firstName: 'First',
      lastName: 'Administrator',
      isActive: true,
      mustChangePassword: generatedPassword !== undefined,
      circuits: null,
    }
    const { id } = await insertUser(tx, administrator, hash)
    await auditAsServer(tx, 'user.create', { subject: `user:${id}`, details })
    return { username, generatedPassword, hasCommonPassword }
  })
}

async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/**
 * Warns at start when passwords are off and the one administrator who may still use a password could not sign in. The
 * server starts nevertheless, since otherwise nobody could correct it.
 */
export async function warnOfRescueAdmin(
  db: Db,
  username: string | undefined,
): Promise<string | undefined> {
  if (username === undefined) return undefined
  const user = await findUserByUsername(db, username)
  if (user?.role === 'admin' && fromFlag(user.isActive)) return undefined
  return `WARNING: RESCUE_ADMIN is "${username}", which is not an active administrator: nobody can sign in with a password.`
}
