import type { Flag } from '@dashboard/store/database/column-values'
import { sql } from 'kysely'
import type { SignedInUser } from '../../http/access-check.ts'

/** The columns of a user's row that every request of that user needs. */
export const signedInUserColumns = [
  'users.id',
  'users.username',
  'users.firstName',
  'users.lastName',
  'users.hasNamesake',
  'users.role',
  'users.mustChangePassword',
  'users.circuits',
] as const

export function pickSignedInUser(row: SignedInUser): SignedInUser {
  return {
    id: row.id,
    username: row.username,
    firstName: row.firstName,
    lastName: row.lastName,
    hasNamesake: row.hasNamesake,
    role: row.role,
    mustChangePassword: row.mustChangePassword,
    circuits: row.circuits,
  }
}

const hasFactor =
  sql<Flag>`case when exists (select 1 from totp_factors where totp_factors."userId" = users.id)
  or exists (select 1 from passkeys where passkeys."userId" = users.id) then 1 else 0 end`.as(
    'hasFactor',
  )

/** Returns the column that says whether a user has a second step; always 1 when none is needed. */
export function hasFactorColumn(needsFactor: boolean) {
  return needsFactor ? hasFactor : sql<Flag>`1`.as('hasFactor')
}
