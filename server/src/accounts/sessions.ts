import { randomUUID } from 'node:crypto'
import { fromFlag, toIso } from '@dashboard/store/database/column-values'
import { databaseInstant } from '@dashboard/store/database/database-clock'
import type { Db } from '@dashboard/store/database/open-database'
import type { FindSession, Session, SignedInUser } from '../http/access-guard.ts'
import { readSessionToken } from './session-token.ts'

const sessionUserColumns = [
  'users.id',
  'users.username',
  'users.firstName',
  'users.lastName',
  'users.role',
  'users.mustChangePassword',
] as const

const keptAfterExpiryMs = 7 * 24 * 3_600_000

/** Opens a session for the user, and deletes sessions of all users that expired long ago. */
export async function openSession(db: Db, user: SignedInUser, ttlMs: number): Promise<Session> {
  const now = Date.now()
  const session = { id: randomUUID(), expiresAt: now + ttlMs, user: pickSessionUser(user) }
  // Not those that have just expired: a clock set forward by mistake would end them for good.
  await db
    .deleteFrom('sessions')
    .where('expiresAt', '<', toIso(now - keptAfterExpiryMs))
    .execute()
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      userId: user.id,
      createdAt: toIso(now),
      expiresAt: toIso(session.expiresAt),
    })
    .execute()
  return session
}

/** Sessions by token: the row decides, so that one that was ended is gone at once. */
export function createFindSession(db: Db, key: Uint8Array): FindSession {
  return async (token) => {
    const claims = await readSessionToken(key, token)
    if (!claims) return undefined
    const row = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.userId')
      .where('sessions.id', '=', claims.sessionId)
      .where('users.id', '=', claims.userId)
      .where('sessions.expiresAt', '>', databaseInstant(db))
      .select(['sessions.id as sessionId', 'sessions.expiresAt', 'users.isActive'])
      .select(sessionUserColumns)
      .executeTakeFirst()
    if (!row || !fromFlag(row.isActive)) return undefined
    const expiresAt = Date.parse(row.expiresAt)
    return { id: row.sessionId, expiresAt, user: pickSessionUser(row) }
  }
}

/** Ends one session; answers whose it was, or `undefined` when it had ended before. */
export async function endSession(db: Db, id: string): Promise<SignedInUser | undefined> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .returning('userId')
    .executeTakeFirst()
  if (!ended) return undefined
  return db
    .selectFrom('users')
    .select(sessionUserColumns)
    .where('id', '=', ended.userId)
    .executeTakeFirst()
}

/** Ends all sessions of the user, or all but the one that asks. */
export async function endSessionsOf(db: Db, userId: string, exceptId?: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .execute()
}

function pickSessionUser(row: SignedInUser): SignedInUser {
  const { id, username, firstName, lastName, role, mustChangePassword } = row
  return { id, username, firstName, lastName, role, mustChangePassword }
}
