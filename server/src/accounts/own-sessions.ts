import type { OwnSession } from '@dashboard/contract/sessions'
import { nowIso } from '@dashboard/store/database/column-values'
import { databaseInstant } from '@dashboard/store/database/database-clock'
import type { Db } from '@dashboard/store/database/open-database'
import type { Session } from '../http/access-guard.ts'
import { notFound } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import { isIdle } from './last-seen.ts'
import { endOwnSession, endSessionsOf, requireSession } from './sessions.ts'

/** The sessions of the caller that open the API, the one that asks first, then those used last. */
export async function listOwnSessions(
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

interface Dependencies<Action extends 'session.end' | 'session.end-others'> {
  db: Db
  audit: Audit<Action>
}

/** Ends one session of the caller. Throws 401 when the caller's own has ended, 404 when there is no such. */
export async function endOneSession(
  { db, audit }: Dependencies<'session.end'>,
  current: Session,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await requireSession(tx, current.id)
    if (!(await endOwnSession(tx, current.user.id, id))) throw notFound('Session')
    await audit(tx, 'session.end', { subject: `session:${id}` })
  })
}

/** Ends all sessions of the caller but the one that asks; answers how many. */
export async function endOthers(
  { db, audit }: Dependencies<'session.end-others'>,
  current: Session,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await requireSession(tx, current.id)
    const sessions = await endSessionsOf(tx, current.user.id, current.id)
    if (sessions > 0) {
      const subject = `user:${current.user.id}`
      await audit(tx, 'session.end-others', { subject, details: { sessions } })
    }
    return sessions
  })
}
