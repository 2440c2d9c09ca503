import { randomUUID } from 'node:crypto'
import { nowIso } from '@dashboard/store/database/column-values'
import { isUniqueViolation } from '@dashboard/store/database/database-errors'
import type { Db } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import { conflict } from '../../http/app-error.ts'
import { usernameKey } from '../usernames.ts'

export function findIdentityOf(db: Db, userId: string, issuer: string) {
  return db
    .selectFrom('openid_identities')
    .select(['email', 'linkedAt'])
    .where('userId', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
}

/** Returns the id of the user whose account this person signs in to. */
export async function findLinkedUser(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<string | undefined> {
  const identity = await db
    .selectFrom('openid_identities')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return identity?.userId
}

interface Identity {
  userId: string
  issuer: string
  subject: string
  email: string | null
}

/** Links an account to a person at the provider. Throws 409 where either is linked already. */
export async function addIdentity(tx: Db, identity: Identity): Promise<void> {
  try {
    await tx
      .insertInto('openid_identities')
      .values({ id: randomUUID(), ...identity, linkedAt: nowIso() })
      .execute()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw conflict('This account, or your identity there, is already linked. Reload the page.')
  }
}

/**
 * Removes the link to the provider; returns whether there was one. An address that was found to be the user's no longer
 * counts, either.
 */
export async function removeIdentity(tx: Db, userId: string, issuer: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('openid_identities')
    .where('userId', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  await tx
    .updateTable('account_links')
    .set({ sentTo: null })
    .where('userId', '=', userId)
    .where('usedAt', 'is not', null)
    .execute()
  return numDeletedRows > 0n
}

/**
 * Returns the accounts that an e-mail address is known to belong to: it is their username and nobody has used them yet,
 * or their user has opened a link that was sent there (docs/decisions/0044-openid-connect.md#matched-by-e-mail).
 */
export function findUsersOfAddress(db: Db, email: string): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where((where) =>
      where.or([
        where.and([
          where('usernameKey', '=', usernameKey(email)),
          where('lastSignInAt', 'is', null),
        ]),
        where(
          'id',
          'in',
          where
            .selectFrom('account_links')
            .select('userId')
            .where('sentTo', '=', email)
            .where('usedAt', 'is not', null),
        ),
      ]),
    )
    .execute()
}
