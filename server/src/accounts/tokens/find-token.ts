import { fromFlag } from '@dashboard/store/database/column-values'
import { databaseInstant } from '@dashboard/store/database/database-clock'
import type { Db } from '@dashboard/store/database/open-database'
import type { FindSession, Session } from '../../http/access-check.ts'
import { hashSecret } from '../secret-hash.ts'
import type { LastSeen, SeenSession } from '../sessions/last-seen.ts'
import { hasFactorColumn, signedInUserColumns } from '../sessions/signed-in-user.ts'

interface TokenUse {
  /** Administrators must set up a second step before anything else. */
  needsFactor: boolean
  /** Records that each token found was used. */
  lastUsed: LastSeen
}

/**
 * Returns a function that finds an access token by its secret. The rows of the token and its owner are read for each
 * request, so that a revoked token is refused at once.
 */
export function createTokenFinder(db: Db, { needsFactor, lastUsed }: TokenUse): FindSession {
  return async (secret) => {
    const session = await readToken(db, hashSecret(secret), needsFactor)
    if (session) lastUsed.record(session)
    return session
  }
}

/** Returns the token with this hash unless it has expired or its user is not active. */
async function readToken(
  db: Db,
  tokenHash: string,
  needsFactor: boolean,
): Promise<(Session & SeenSession) | undefined> {
  const row = await db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.userId')
    .select(['access_tokens.id as tokenId', 'access_tokens.access'])
    .select(['access_tokens.expiresAt', 'access_tokens.lastUsedAt'])
    .select(signedInUserColumns)
    .select(hasFactorColumn(needsFactor))
    .where('access_tokens.tokenHash', '=', tokenHash)
    .where('access_tokens.expiresAt', '>', databaseInstant(db))
    .where('users.isActive', '=', 1)
    .executeTakeFirst()
  if (!row) return undefined
  const { tokenId, access, expiresAt, lastUsedAt, hasFactor, ...user } = row
  return {
    id: tokenId,
    expiresAt: Date.parse(expiresAt),
    lastSeenAt: lastUsedAt === null ? 0 : Date.parse(lastUsedAt),
    user,
    token: { id: tokenId, access },
    ...(user.role === 'admin' && !fromFlag(hasFactor) && { mustAddFactor: true }),
  }
}
