import { randomUUID } from 'node:crypto'
import { fromFlag, toIso } from '@dashboard/store/database/column-values'
import { databaseInstant } from '@dashboard/store/database/database-clock'
import type { Db } from '@dashboard/store/database/open-database'
import type { SessionRow, UserRow } from '@dashboard/store/database/schema'
import type { FindSession, Session, SignedInUser } from '../../http/access-check.ts'
import { sessionEnded } from '../../http/app-error.ts'
import { isIdle, type LastSeen, type SeenSession } from './last-seen.ts'
import { readSessionToken } from './session-token.ts'
import { hasFactorColumn, signedInUserColumns } from './signed-in-user.ts'

/** Opens a session for the user, and deletes the expired ones of all users. */
export async function openSession(
  db: Db,
  { password: _, ...user }: UserRow,
  ttlMs: number,
  device = 'Unknown device',
  signedInBy: string | null = null,
): Promise<Session> {
  const now = Date.now()
  const session = { id: randomUUID(), expiresAt: now + ttlMs, user }
  await db.deleteFrom('sessions').where('expiresAt', '<=', databaseInstant(db)).execute()
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      userId: user.id,
      createdAt: toIso(now),
      expiresAt: toIso(session.expiresAt),
      device,
      lastSeenAt: toIso(now),
      confirmedAt: toIso(now),
      signedInBy,
    })
    .execute()
  return session
}

interface SessionUse {
  /** A session ends after this time without a request; `undefined`: never. */
  idleMs?: number | undefined
  /** Administrators must set up a second step before anything else. */
  needsFactor?: boolean
  /** Records that each session found was used. */
  lastSeen?: LastSeen
}

/**
 * Returns a function that finds sessions by token. The row is read for each request, so that a session that was ended
 * is refused at once, whoever ended it.
 */
export function createSessionFinder(
  db: Db,
  key: Uint8Array,
  { idleMs = Number.POSITIVE_INFINITY, needsFactor = false, lastSeen }: SessionUse = {},
): FindSession {
  return async (token) => {
    const claims = await readSessionToken(key, token)
    if (!claims) return undefined
    const session = await readSession(db, claims.sessionId, needsFactor)
    if (session?.user.id !== claims.userId) return undefined
    if (isIdle(session, idleMs)) return undefined
    lastSeen?.record(session)
    return session
  }
}

/** Returns the session with this id unless it has expired or its user is not active. */
async function readSession(
  db: Db,
  id: string,
  needsFactor: boolean,
): Promise<(Session & SeenSession) | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id as sessionId', 'sessions.expiresAt', 'sessions.lastSeenAt'])
    .select(signedInUserColumns)
    .select(hasFactorColumn(needsFactor))
    .where('sessions.id', '=', id)
    .where('sessions.expiresAt', '>', databaseInstant(db))
    .where('users.isActive', '=', 1)
    .executeTakeFirst()
  if (!row) return undefined
  const { sessionId, expiresAt, lastSeenAt, hasFactor, ...user } = row
  return {
    id: sessionId,
    expiresAt: Date.parse(expiresAt),
    lastSeenAt: Date.parse(lastSeenAt),
    user,
    ...(user.role === 'admin' && !fromFlag(hasFactor) && { mustAddFactor: true }),
  }
}

/** Ends one session; returns its user, or `undefined` when it had ended before. */
export async function endSession(db: Db, id: string): Promise<SignedInUser | undefined> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .returning('userId')
    .executeTakeFirst()
  if (!ended) return undefined
  return db
    .selectFrom('users')
    .select(signedInUserColumns)
    .where('id', '=', ended.userId)
    .executeTakeFirst()
}

export async function endOwnSession(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Throws 401 when the session was ended after the request began. */
export async function requireSession(db: Db, id: string): Promise<SessionRow> {
  const session = await db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!session) throw sessionEnded()
  return session
}

/**
 * Ends all sessions of the user, or all except `exceptId`; returns how many. Sign-ins that wait for a second step end,
 * too, and so do unused links.
 */
export async function endSessionsOf(db: Db, userId: string, exceptId?: string): Promise<number> {
  await db.deleteFrom('sign_in_tickets').where('userId', '=', userId).execute()
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
