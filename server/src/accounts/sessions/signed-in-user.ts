import type { Flag } from '@dashboard/store/database/column-values'
import { sql } from 'kysely'
import { signedInUserFields } from '../../http/access-check.ts'

export const signedInUserColumns = signedInUserFields.map((field) => `users.${field}` as const)

const hasFactor =
  sql<Flag>`case when exists (select 1 from totp_factors where totp_factors."userId" = users.id)
  or exists (select 1 from passkeys where passkeys."userId" = users.id) then 1 else 0 end`.as(
    'hasFactor',
  )

/** Returns the column that says whether a user has a second step; always 1 when none is needed. */
export function hasFactorColumn(needsFactor: boolean) {
  return needsFactor ? hasFactor : sql<Flag>`1`.as('hasFactor')
}
