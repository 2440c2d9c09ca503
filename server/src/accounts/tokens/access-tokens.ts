import { randomUUID } from 'node:crypto'
import type { AccessToken, CreateTokenInput } from '@dashboard/contract/access-tokens'
import { dayMs } from '@dashboard/contract/duration'
import { accessTokens } from '@dashboard/contract/limits'
import { toIso } from '@dashboard/store/database/column-values'
import { countRows } from '@dashboard/store/database/count-rows'
import { databaseInstant } from '@dashboard/store/database/database-clock'
import { lockUser } from '@dashboard/store/database/lock-user'
import type { Db } from '@dashboard/store/database/open-database'
import type { AccessTokenRow } from '@dashboard/store/database/schema'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { Session, SignedInUser } from '../../http/access-check.ts'
import { conflict, notFound, sessionEnded } from '../../http/app-error.ts'
import { type Audit, auditAsServer } from '../../http/audit-trail.ts'
import { newTokenSecret } from '../../http/token-secret.ts'
import { requireRecentSignIn } from '../factors/recent-sign-in.ts'
import { hashSecret } from '../secret-hash.ts'
import { requireUserAndAdmin } from '../users-service.ts'

/** For this long, the owner of a failing script sees in the list that its token has expired. */
const retentionAfterExpiryMs = 7 * dayMs

/** Returns the access tokens of a user, newest first, including those that have just expired. */
export async function listTokensOf(db: Db, userId: string): Promise<AccessToken[]> {
  const rows = await db
    .selectFrom('access_tokens')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toToken)
}

function toToken(row: AccessTokenRow): AccessToken {
  const { id, name, access, createdAt, expiresAt, lastUsedAt } = row
  const isExpired = Date.parse(expiresAt) <= Date.now()
  return { id, name, access, createdAt, expiresAt, isExpired, lastUsedAt }
}

/**
 * Creates an access token of the caller; its secret cannot be read again. Throws 409 unless the sign-in is recent, and
 * for a user who has very many tokens.
 */
export async function makeToken(
  { db, audit }: { db: Db; audit: Audit<'token.create'> },
  session: Session,
  { name, access, days }: CreateTokenInput,
): Promise<{ token: AccessToken; secret: string }> {
  const userId = session.user.id
  const secret = newTokenSecret()
  return inTransaction(db, async (tx) => {
    if (!(await lockUser(tx, userId))) throw sessionEnded()
    await requireRecentSignIn(tx, session)
    await refuseTooManyTokens(tx, userId)
    const now = Date.now()
    const row: AccessTokenRow = {
      id: randomUUID(),
      userId,
      name,
      tokenHash: hashSecret(secret),
      access,
      createdAt: toIso(now),
      expiresAt: toIso(now + days * dayMs),
      lastUsedAt: null,
    }
    await tx.insertInto('access_tokens').values(row).execute()
    await audit(tx, 'token.create', { subject: `token:${row.id}`, details: { name, access, days } })
    return { token: toToken(row), secret }
  })
}

async function refuseTooManyTokens(tx: Db, userId: string): Promise<void> {
  const good = tx
    .selectFrom('access_tokens')
    .where('userId', '=', userId)
    .where('expiresAt', '>', databaseInstant(tx))
  if ((await countRows(good)) < accessTokens.perUser) return
  throw conflict(`You have ${accessTokens.perUser} access tokens. Revoke one that is not used.`)
}

/**
 * Revokes an access token of a user. With `admin` an administrator does, whoever the user is. Throws 404.
 */
export async function revokeToken(
  { db, audit }: { db: Db; audit: Audit<'token.revoke'> },
  { userId, id, admin }: { userId: string; id: string; admin?: SignedInUser },
): Promise<{ message: string }> {
  return inTransaction(db, async (tx) => {
    const owner = admin && (await requireUserAndAdmin(tx, admin, userId))
    const deleted = await tx
      .deleteFrom('access_tokens')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .returning('name')
      .executeTakeFirst()
    if (!deleted) throw notFound('Access token')
    const details = { ...deleted, ...(owner && { username: owner.username }) }
    await audit(tx, 'token.revoke', { subject: `token:${id}`, details })
    return { message: 'The access token was revoked.' }
  })
}

/** Removes tokens that expired a week ago, and adds an entry to the audit log for each; returns how many. */
export async function removeExpiredTokens(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    const expired = await tx
      .deleteFrom('access_tokens')
      .where('expiresAt', '<', toIso(Date.now() - retentionAfterExpiryMs))
      .returning(['id', 'name', 'userId', 'expiresAt'])
      .execute()
    for (const { id, name, userId, expiresAt } of expired) {
      const details = { name, owner: `user:${userId}`, expiresAt }
      await auditAsServer(tx, 'token.expire', { subject: `token:${id}`, details })
    }
    return expired.length
  })
}
