import { presenceMs } from '@dashboard/contract/limits'
import { toIso } from '@dashboard/store/database/column-values'
import { countRows } from '@dashboard/store/database/count-rows'
import type { Db } from '@dashboard/store/database/open-database'

/** Pages ask every few seconds, and each write waits for the disk. */
const recordEveryMs = 10_000

/**
 * Records which users watch jobs or, as `notice_watchers`, have a visible page open: in the database, so that all
 * servers and runners see the same users.
 */
export class Presence {
  readonly #db: Db
  readonly #table: 'presence' | 'notice_watchers'
  /** When each user was last recorded. */
  readonly #recordedAt = new Map<string, number>()

  constructor(db: Db, table: 'presence' | 'notice_watchers' = 'presence') {
    this.#db = db
    this.#table = table
  }

  /** Records that a user sent a request; returns when that has been written. */
  async record(userId: string): Promise<void> {
    const now = Date.now()
    if (now - (this.#recordedAt.get(userId) ?? 0) < recordEveryMs) return
    this.#recordedAt.set(userId, now)
    const lastAskedAt = toIso(now)
    await this.#db
      .insertInto(this.#table)
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
  }

  /** Counts the users who sent a request within the last 45 s. */
  count(): Promise<number> {
    const recent = this.#db
      .selectFrom(this.#table)
      .where('lastAskedAt', '>', toIso(Date.now() - presenceMs))
    return countRows(recent)
  }
}
