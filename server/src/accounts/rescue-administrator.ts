import { fromFlag } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { findUserByUsername } from './users-queries.ts'

/**
 * What to say at start where passwords are off and the one who might use theirs could not; a start that failed for it
 * would leave nobody to correct it.
 */
export async function warnOfRescueAdmin(
  db: Db,
  username: string | undefined,
): Promise<string | undefined> {
  if (username === undefined) return undefined
  const user = await findUserByUsername(db, username)
  if (user?.role === 'admin' && fromFlag(user.isActive)) return undefined
  return `WARNING: RESCUE_ADMIN is "${username}", which is no active administrator: nobody can sign in with a password.`
}
