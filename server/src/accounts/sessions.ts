import { randomUUID } from 'node:crypto'
import {
  type Flag,
  fromFlag,
  type IsoText,
  type JsonText,
  toIso,
} from '@dashboard/store/database/column-values'
import { allVersions, parseVersions } from '@dashboard/store/database/data-versions'
import { databaseInstant } from '@dashboard/store/database/database-clock'
import { keepUnchanged } from '@dashboard/store/database/keep-unchanged'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import type { SessionRow } from '@dashboard/store/database/schema'
import { type QueryResult, type RawBuilder, sql } from 'kysely'
import type {
  FindSession,
  FoundSession,
  Session,
  Sessions,
  SignedInUser,
} from '../http/access-guard.ts'
import { sessionEnded } from '../http/app-error.ts'
import { isIdle, type LastSeen, type SeenSession } from './last-seen.ts'
import { createTokenReader, type TokenClaims } from './session-token.ts'

const sessionUserColumns = [
  'users.id',
  'users.username',
  'users.firstName',
  'users.lastName',
  'users.hasNamesake',
  'users.role',
  'users.mustChangePassword',
  'users.circuits',
] as const

const keptAfterExpiryMs = 7 * 24 * 3_600_000
/** Nobody has so many; who signs in without end must not fill the database. */
const mostSessionsOfUser = 1_000

/**
 * Opens a session for the user, in the place of the oldest where the user has very many, and deletes sessions of all
 * users that expired long ago.
 */
export async function openSession(
  db: Db,
  user: SignedInUser,
  ttlMs: number,
  device = 'Unknown device',
  signedInBy: string | null = null,
): Promise<Session> {
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
      device,
      lastSeenAt: toIso(now),
      confirmedAt: toIso(now),
      signedInBy,
    })
    .execute()
  const newest = db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', user.id)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(mostSessionsOfUser)
  await db
    .deleteFrom('sessions')
    .where('userId', '=', user.id)
    .where('id', 'not in', newest)
    .where('id', '!=', session.id)
    .execute()
  return session
}

interface SessionUse {
  /** After how long without a request a session has ended; `undefined`: never. */
  idleMs?: number | undefined
  /** Administrators have to set up a second step before anything else. */
  needsFactor?: boolean
  /** Told of each session that is found. */
  note?: LastSeen['note']
}

/** Sessions by token: the row decides, so that one that was ended is gone at once, whoever ended it. */
export function createFindSession(
  db: Db,
  key: Uint8Array,
  { idleMs = Number.POSITIVE_INFINITY, needsFactor = false, note }: SessionUse = {},
): Sessions {
  const readToken = createTokenReader(key)
  const readSession = keepUnchanged(db, sessionReader(db, needsFactor))
  const find = (claims: TokenClaims | undefined) => {
    if (!claims) return undefined
    const found = readSession(claims.sessionId)
    const check = (read: ReadSession | undefined) => {
      const session = checkSession(db, read, claims)
      if (!session || isIdle(session, idleMs)) return undefined
      note?.(session)
      return session
    }
    return found instanceof Promise ? found.then(check) : check(found)
  }
  const findByToken: FindSession = (token) => {
    const claims = readToken(token)
    return claims instanceof Promise ? claims.then(find) : find(claims)
  }
  return Object.assign(findByToken, {
    async check() {
      await readSession(idOfNobody)
    },
  })
}

const idOfNobody = '00000000-0000-0000-0000-000000000000'

/** What was kept may have expired since; on PostgreSQL nothing is kept, and its clock has decided. */
function checkSession(db: Db, session: ReadSession | undefined, { userId }: TokenClaims) {
  if (session?.user.id !== userId) return undefined
  return isPostgres(db) || session.expiresAt > Date.now() ? session : undefined
}

/** As it was read, whether or not it still holds. */
type ReadSession = FoundSession & SeenSession

type ReadRow = SignedInUser & {
  sessionId: string
  expiresAt: IsoText
  lastSeenAt: IsoText
  isActive: Flag
  /** Not read where nobody needs one. */
  hasNoFactor?: Flag
  versions: JsonText | null
}

/** As SQL: Kysely takes longer to build this query than SQLite to answer it, and it is asked with every poll. */
const sessionColumns = sql`sessions.id as "sessionId", sessions."expiresAt", sessions."lastSeenAt", users."isActive",
  ${sql.join(sessionUserColumns.map((column) => sql.ref(column)))}`

/** Of an administrator who has no second step. */
const factorColumn = sql`, case when users.role = 'admin'
  and not exists (select 1 from totp_factors where totp_factors."userId" = users.id)
  and not exists (select 1 from passkeys where passkeys."userId" = users.id)
  then 1 else 0 end as "hasNoFactor"`

/** Reads sessions that have not expired, of users who are active. */
function sessionReader(db: Db, needsFactor: boolean) {
  const more = needsFactor ? factorColumn : sql``
  const statementFor = (chosen: RawBuilder<unknown>) =>
    sql<ReadRow>`select ${sessionColumns}${more}, ${allVersions(db)} as versions
      from sessions inner join users on users.id = sessions."userId"
      where sessions.id ${chosen} and sessions."expiresAt" > ${databaseInstant(db)}`.compile(db)
  if (!isPostgres(db)) {
    return async (ids: readonly string[]) =>
      toSessions(await db.executeQuery(statementFor(sql`in (${sql.join(ids)})`)))
  }
  // Built once, for any number of ids: it takes 11 µs, and is asked with every few polls.
  const statement = statementFor(sql`= any(${null})`)
  return async (ids: readonly string[]) =>
    toSessions(await db.executeQuery({ ...statement, parameters: [ids] }))
}

function toSessions({ rows }: QueryResult<ReadRow>): Map<string, ReadSession> {
  const versions = parseVersions(rows[0]?.versions ?? null)
  return new Map(
    rows
      .filter(({ isActive }) => fromFlag(isActive))
      .map((row) => [
        row.sessionId,
        {
          id: row.sessionId,
          expiresAt: Date.parse(row.expiresAt),
          lastSeenAt: Date.parse(row.lastSeenAt),
          user: pickSessionUser(row),
          ...(row.hasNoFactor === 1 && { mustAddFactor: true }),
          versions,
        },
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

/**
 * Ends all sessions of the user, or all but the one that asks; answers how many. What waits for its second step
 * ends, too, and links that have not been used.
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

function pickSessionUser(row: SignedInUser): SignedInUser {
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
