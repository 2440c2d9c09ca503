import { presenceMs } from '@dashboard/contract/limits'
import { toIso } from '@dashboard/store/database/column-values'
import { countRows } from '@dashboard/store/database/count-rows'
import { isDatabaseUnavailable } from '@dashboard/store/database/database-errors'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyBaseLogger } from 'fastify'

/** Pages ask every few seconds, and each write waits for the disk. */
const recordEveryMs = 10_000

/** Records that a user sent a request; never rejects. */
export type RecordRequest = (userId: string) => Promise<void>

/**
 * Returns a function that records when a user last requested jobs or, as `notice_watchers`, had a visible page that
 * requested notices: in the database, so that all servers and runners see the same users. What cannot be stored is
 * logged, since the request succeeds nevertheless.
 */
export function createRequestRecorder(
  db: Db,
  table: 'presence' | 'notice_watchers',
  log: Pick<FastifyBaseLogger, 'debug' | 'warn'>,
): RecordRequest {
  const recordedAt = new Map<string, number>()
  return async (userId) => {
    const now = Date.now()
    if (now - (recordedAt.get(userId) ?? 0) < recordEveryMs) return
    recordedAt.set(userId, now)
    const lastAskedAt = toIso(now)
    try {
      await db
        .insertInto(table)
        .columns(['userId', 'lastAskedAt'])
        .expression((insert) =>
          insert
            // The user may have been deleted since.
            .selectFrom('users')
            .select((select) => ['id', select.val(lastAskedAt).as('lastAskedAt')])
            .where('id', '=', userId),
        )
        .onConflict((conflict) => conflict.column('userId').doUpdateSet({ lastAskedAt }))
        .execute()
    } catch (error) {
      log[isDatabaseUnavailable(error) ? 'debug' : 'warn'](
        { err: error, table },
        'Could not record when a user last sent a request',
      )
    }
  }
}

/** Counts the users who requested jobs within the last 45 s. */
export function countActiveUsers(db: Db): Promise<number> {
  const recent = db.selectFrom('presence').where('lastAskedAt', '>', toIso(Date.now() - presenceMs))
  return countRows(recent)
}
