import { randomUUID } from 'node:crypto'
import { fromFlag, toIso } from '@dashboard/store/database/column-values'
import { databaseInstant } from '@dashboard/store/database/database-clock'
import { keepUnchanged } from '@dashboard/store/database/keep-unchanged'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import type { SessionRow } from '@dashboard/store/database/schema'
import type { FindSession, Session, SignedInUser } from '../http/access-guard.ts'
import { sessionEnded } from '../http/app-error.ts'
import { createTokenReader, type TokenClaims } from './session-token.ts'

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

/** Sessions by token: the row decides, so that one that was ended is gone at once, whoever ended it. */
export function createFindSession(db: Db, key: Uint8Array): FindSession {
  const readToken = createTokenReader(key)
  const readSession = keepUnchanged(db, (ids) => readSessions(db, ids))
  const find = (claims: TokenClaims | undefined) => {
    if (!claims) return undefined
    const found = readSession(claims.sessionId)
    const check = (session: Session | undefined) => checkSession(db, session, claims)
    return found instanceof Promise ? found.then(check) : check(found)
  }
  return (token) => {
    const claims = readToken(token)
    return claims instanceof Promise ? claims.then(find) : find(claims)
  }
}

/** What was kept may have expired since; on PostgreSQL nothing is kept, and its clock has decided. */
function checkSession(db: Db, session: Session | undefined, { userId }: TokenClaims) {
  if (session?.user.id !== userId) return undefined
  return isPostgres(db) || session.expiresAt > Date.now() ? session : undefined
}

/** Sessions that have not expired, of users who are active. */
async function readSessions(db: Db, ids: readonly string[]): Promise<Map<string, Session>> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .where('sessions.id', 'in', ids)
    .where('sessions.expiresAt', '>', databaseInstant(db))
    .select(['sessions.id as sessionId', 'sessions.expiresAt', 'users.isActive'])
    .select(sessionUserColumns)
    .execute()
  return new Map(
    rows
      .filter(({ isActive }) => fromFlag(isActive))
      .map((row) => [
        row.sessionId,
        { id: row.sessionId, expiresAt: Date.parse(row.expiresAt), user: pickSessionUser(row) },
      ]),
  )
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

/** Ends a session if it is this user's; answers whether it was there. */
export async function endOwnSession(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Throws 401 when the session was ended since the request began. */
export async function requireSession(db: Db, id: string): Promise<SessionRow> {
  const session = await db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!session) throw sessionEnded()
  return session
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
