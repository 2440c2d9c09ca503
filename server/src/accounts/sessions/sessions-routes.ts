import { countOf } from '@dashboard/contract/counts'
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
import { route } from '../../http/endpoint-routes.ts'
import { signOutUser } from '../users-service.ts'
import { isIdle } from './last-seen.ts'
import { endOwnSession, endSessionsOf, requireSession } from './sessions.ts'

/** Adds the routes that list a user's sessions and end them early (docs/accounts.md#sessions). */
export function sessionsRoutes(
  app: FastifyInstance,
  { db, sessionIdleMs }: { db: Db; sessionIdleMs: number | undefined },
): void {
  route(app, listSessions, async ({ session }) => ({
    sessions: await listOwnSessions(db, session, sessionIdleMs),
  }))

  route(app, endSession, async ({ params: { id }, session, audit }) => {
    await inTransaction(db, async (tx) => {
      await requireSession(tx, session.id)
      if (!(await endOwnSession(tx, session.user.id, id))) throw notFound('Session')
      await audit(tx, 'session.end', { subject: `session:${id}` })
    })
    return { message: 'The device was signed out.' }
  })

  route(app, endOtherSessions, async ({ session, audit }) => {
    const { id, user } = session
    const ended = await inTransaction(db, async (tx) => {
      await requireSession(tx, id)
      const sessions = await endSessionsOf(tx, user.id, id)
      const details = { sessions }
      if (sessions > 0) {
        await audit(tx, 'session.end-others', { subject: `user:${user.id}`, details })
      }
      return sessions
    })
    const message =
      ended === 0
        ? 'You were not signed in anywhere else.'
        : `You were signed out on ${countOf(ended, 'other device')}.`
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
