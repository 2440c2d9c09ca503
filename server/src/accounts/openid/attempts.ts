import { randomUUID } from 'node:crypto'
import { countRows } from '@dashboard/store/database/count-rows'
import { lockVersion } from '@dashboard/store/database/data-versions'
import { databaseInstant } from '@dashboard/store/database/database-clock'
import type { Db } from '@dashboard/store/database/open-database'
import type { OpenIdAttemptRow } from '@dashboard/store/database/schema'
import { inTransaction } from '@dashboard/store/database/transactions'
import { gone, tooMany } from '../../http/app-error.ts'
import { networkOf } from '../../http/network-of.ts'
import { hashSecret, newSecret } from '../secret-hash.ts'

/** How long a user may take at the provider's page. */
const lifeMs = 10 * 60_000
/** How many attempts from one network may be open at once. */
const maxPerNetwork = 50

export interface StartedAttempt {
  state: string
  nonce: string
  codeVerifier: string
}

export type Attempt = Pick<OpenIdAttemptRow, 'nonce' | 'codeVerifier'>

/**
 * Stores what the provider's answer is checked against, and deletes attempts that have expired; returns the key for the
 * browser. Throws 429 while too many attempts from the network of this address are open.
 */
export async function storeAttempt(
  db: Db,
  { state, nonce, codeVerifier }: StartedAttempt,
  { ip, userId }: { ip: string; userId: string | null },
): Promise<string> {
  const key = newSecret()
  const network = networkOf(ip)
  await inTransaction(db, async (tx) => {
    await lockVersion(tx, 'openid-attempts')
    await tx.deleteFrom('openid_attempts').where('expiresAt', '<=', databaseInstant(tx)).execute()
    const open = tx.selectFrom('openid_attempts').where('network', '=', network)
    if ((await countRows(open)) >= maxPerNetwork) {
      throw tooMany('Too many sign-ins have begun from here. Try again in 10 minutes.', 600)
    }
    await tx
      .insertInto('openid_attempts')
      .values({
        id: randomUUID(),
        stateHash: hashSecret(state),
        keyHash: hashSecret(key),
        nonce,
        codeVerifier,
        userId,
        network,
        expiresAt: databaseInstant(tx, lifeMs),
      })
      .execute()
  })
  return key
}

/**
 * Returns the attempt of this state and deletes it, on whatever server it was begun. Throws 410 for one that is
 * unknown, expired, used, or was begun in another browser or by another user.
 */
export async function consumeAttempt(
  db: Db,
  { state, key }: { state: string; key: string },
  userId: string | null,
): Promise<Attempt> {
  const attempt = await db
    .deleteFrom('openid_attempts')
    .where('stateHash', '=', hashSecret(state))
    .where('keyHash', '=', hashSecret(key))
    .where('userId', userId === null ? 'is' : '=', userId)
    .where('expiresAt', '>', databaseInstant(db))
    .returning(['nonce', 'codeVerifier'])
    .executeTakeFirst()
  if (!attempt) throw attemptExpired()
  return attempt
}

export function attemptExpired(): Error {
  return gone(
    'This sign-in was used already, took too long, or began in another window. Begin again.',
  )
}
