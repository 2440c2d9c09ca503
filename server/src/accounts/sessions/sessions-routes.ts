import type { OwnSession } from '@dashboard/contract/sessions'
import {
  endOtherSessions,
  endSession,
  endUserSessions,
  listSessions,
} from '@dashboard/contract/sessions'
import { nowIso } from '@dashboard/store/database/column-values'
import { databaseInstant } from '@dashboard/store/database/database-clock'
import type { Db } from '@dashboard/store/database/open-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { FastifyInstance } from 'fastify'
import type { Session } from '../../http/access-check.ts'
import { notFound } from '../../http/app-error.ts'
import type { Audit } from '../../http/audit-trail.ts'
import { route } from '../../http/endpoint-routes.ts'
import { signOutUser } from '../users-service.ts'
import { isIdle } from './last-seen.ts'
import { endOwnSession, endSessionsOf, requireSession } from './sessions.ts'

interface Dependencies {
  db: Db
  sessionIdleMs: number | undefined
}

/** Adds the routes that list a user's sessions and end them early (docs/behavior.md#list-of-sessions). */
export function sessionsRoutes(app: FastifyInstance, { db, sessionIdleMs }: Dependencies): void {
  route(app, listSessions, async ({ session }) => ({
    sessions: await listOwnSessions(db, session, sessionIdleMs),
  }))

  route(app, endSession, async ({ params, session, audit }) => {
    await endOneSession({ db, audit }, session, params.id)
    return { message: 'The device was signed out.' }
  })

  route(app, endOtherSessions, async ({ session, audit }) => {
    const ended = await endOthers({ db, audit }, session)
    const message =
      ended === 0
        ? 'You were not signed in anywhere else.'
        : `You were signed out on ${ended} other ${ended === 1 ? 'device' : 'devices'}.`
    return { message }
  })

  route(app, endUserSessions, async ({ params, user: admin, audit }) => {
    const { username } = await signOutUser({ db, audit }, admin, params.id)
    return { message: `@${username} was signed out everywhere.` }
  })
}

/** Returns the caller's sessions that can still use the API: the calling session first, then by last use. */
async function listOwnSessions(
  db: Db,
  current: Session,
  idleMs = Number.POSITIVE_INFINITY,
): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'createdAt', 'lastSeenAt', 'device'])
    .where('userId', '=', current.user.id)
    .where('expiresAt', '>', databaseInstant(db))
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .execute()
  const isOpen = ({ id, lastSeenAt }: { id: string; lastSeenAt: string }) =>
    !isIdle({ id, lastSeenAt: Date.parse(lastSeenAt) }, idleMs)
  const asking = rows
    .filter(({ id }) => id === current.id)
    .map((row) => ({ ...row, lastSeenAt: nowIso(), isCurrent: true }))
  const others = rows
    .filter((row) => row.id !== current.id && isOpen(row))
    .map((row) => ({ ...row, isCurrent: false }))
  return [...asking, ...others]
}

/** Ends one session of the caller. Throws 401 when the caller's own has ended, 404 when there is no such session. */
async function endOneSession(
  { db, audit }: { db: Db; audit: Audit<'session.end'> },
  current: Session,
  id: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await requireSession(tx, current.id)
    if (!(await endOwnSession(tx, current.user.id, id))) throw notFound('Session')
    await audit(tx, 'session.end', { subject: `session:${id}` })
  })
}

async function endOthers(
  { db, audit }: { db: Db; audit: Audit<'session.end-others'> },
  current: Session,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await requireSession(tx, current.id)
    const sessions = await endSessionsOf(tx, current.user.id, current.id)
    if (sessions > 0) {
      const subject = `user:${current.user.id}`
      await audit(tx, 'session.end-others', { subject, details: { sessions } })
    }
    return sessions
  })
}
