import { randomUUID } from 'node:crypto'
import { type IsoText, nowIso } from '@dashboard/store/database/column-values'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import type { Scope } from '@dashboard/store/database/scope'
import { type ScopedDb, within } from '@dashboard/store/database/scoped-database'
import { inBatches } from '@dashboard/store/database/statement-batches'
import { inTransaction } from '@dashboard/store/database/transactions'
import { sessionEnded } from '../http/app-error.ts'
import { readPage } from '../http/page-cursor.ts'

/** The user whose bell it is, and since when the account exists. */
export interface BellUser {
  id: string
  role: 'admin' | 'user'
  createdAt: IsoText
}

/** Returns the user whose bell it is; throws 401 for one who has been deleted since the call began. */
export async function readBellUser(db: Db, userId: string): Promise<BellUser> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'role', 'createdAt'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) throw sessionEnded()
  return user
}

/** Selects the notices for a user: for everybody or for this user, since the account was created. */
function noticesOf(db: ScopedDb, { id: userId, role, createdAt }: BellUser) {
  return db
    .selectFrom('notices')
    .leftJoin('notice_reads', (join) =>
      join.onRef('notice_reads.noticeId', '=', 'notices.id').on('notice_reads.userId', '=', userId),
    )
    .where('notices.createdAt', '>=', createdAt)
    .$if(role !== 'admin', (query) => query.where('notices.isForAdmins', '=', 0))
    .where((where) =>
      where.or([where('notices.audienceId', 'is', null), where('notices.audienceId', '=', userId)]),
    )
}

export function readNotices(
  db: ScopedDb,
  user: BellUser,
  page: { limit: number; cursor?: string | undefined },
) {
  const notices = noticesOf(db, user).select([
    'notices.id',
    'sequence',
    'kind',
    'title',
    'text',
    'link',
    'notices.createdAt',
    'notice_reads.readAt',
  ])
  const order = { list: 'notices', sort: '-createdAt', columns: { sequence: 'integer' } } as const
  return readPage(notices, order, page)
}

export async function countNotices(
  db: ScopedDb,
  user: BellUser,
): Promise<{ total: number; unread: number }> {
  const { total, read } = await noticesOf(db, user)
    .select((select) => [
      select.fn.countAll<number>().as('total'),
      select.fn.count<number>('notice_reads.id').as('read'),
    ])
    .executeTakeFirstOrThrow()
  return { total, unread: total - read }
}

/** Marks the notices with these ids, or all, that the user has not read yet; returns how many. */
export async function markRead(
  db: Db,
  { user, scope }: { user: BellUser; scope: Scope },
  ids: string[] | 'all',
): Promise<number> {
  const userId = user.id
  return inTransaction(db, async (tx) => {
    const unread = await noticesOf(within(tx, scope), user)
      .select('notices.id')
      .where('notice_reads.id', 'is', null)
      .$if(ids !== 'all', (query) => query.where('notices.id', 'in', ids as string[]))
      .execute()
    if (unread.length === 0) return 0
    const readAt = nowIso()
    for (const part of inBatches(unread)) {
      await tx
        .insertInto('notice_reads')
        .values(part.map(({ id }) => ({ id: randomUUID(), noticeId: id, userId, readAt })))
        .onConflict((conflict) => conflict.columns(['noticeId', 'userId']).doNothing())
        .execute()
    }
    await raiseVersion(tx, 'notices')
    return unread.length
  })
}

/**
 * Removes notices from before an instant, except those of conditions that last, and messages; returns how many notices.
 */
export async function pruneNotices(db: Db, before: string): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('notices')
      .where('createdAt', '<', before)
      .where('id', 'not in', tx.selectFrom('notice_conditions').select('noticeId'))
      .executeTakeFirst()
    await tx.deleteFrom('outbox').where('endedAt', '<', before).execute()
    if (numDeletedRows > 0n) await raiseVersion(tx, 'notices')
    return Number(numDeletedRows)
  })
}
