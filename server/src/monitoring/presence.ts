import { setTimeout as sleep } from 'node:timers/promises'
import { presenceMs } from '@dashboard/contract/limits'
import { toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'

const noteEveryMs = 4_000
/** Each write waits for the disk: 200 people who poll are four writes a second, not fifty. */
const writeEveryMs = 250

/**
 * Records which users watch jobs or, as `notice_watchers`, have a visible page open: in the database, so that all
 * servers and runners see the same users.
 */
export class Presence {
  readonly #db: Db
  readonly #now: () => number
  readonly #table: 'presence' | 'notice_watchers'
  /** When each user was last noted. */
  readonly #notedAt = new Map<string, number>()
  /** Users whom the next write notes. */
  readonly #waiting = new Set<string>()
  #writtenAt = Number.NEGATIVE_INFINITY
  #nextWrite: Promise<void> | undefined

  constructor(
    db: Db,
    now: () => number = Date.now,
    table: 'presence' | 'notice_watchers' = 'presence',
  ) {
    this.#db = db
    this.#now = now
    this.#table = table
  }

  /** Notes that a user sent a request; returns when that has been written, a moment later. */
  async note(userId: string): Promise<void> {
    const sinceMs = this.#now() - (this.#notedAt.get(userId) ?? 0)
    // Negative when the clock was set back.
    if (sinceMs >= 0 && sinceMs < noteEveryMs) return
    this.#notedAt.set(userId, this.#now())
    this.#waiting.add(userId)
    this.#nextWrite ??= this.#writeTogether()
    await this.#nextWrite
  }

  /** Counts the users who sent a request within the last 45 s. */
  async count(): Promise<number> {
    const { users } = await this.#db
      .selectFrom(this.#table)
      .select((select) => select.fn.countAll<number>().as('users'))
      .where('lastAskedAt', '>', toIso(this.#now() - presenceMs))
      .where('lastAskedAt', '<', toIso(this.#now() + presenceMs))
      .executeTakeFirstOrThrow()
    return users
  }

  /** Writes the users who were noted since the last write: at once, or after a pause when that was just now. */
  async #writeTogether(): Promise<void> {
    const pauseMs = Math.max(0, this.#writtenAt + writeEveryMs - performance.now())
    // It awaits even without a pause, so that users noted in the same turn of the event loop share one write.
    await (pauseMs > 0 ? sleep(pauseMs, undefined, { ref: false }) : Promise.resolve())
    this.#writtenAt = performance.now()
    const userIds = [...this.#waiting]
    this.#waiting.clear()
    this.#nextWrite = undefined
    const lastAskedAt = toIso(this.#now())
    await this.#db
      .insertInto(this.#table)
      .columns(['userId', 'lastAskedAt'])
      .expression((insert) =>
        insert
          // A user who has been deleted since must not make the write of the others fail.
          .selectFrom('users')
          .select((select) => ['id', select.val(lastAskedAt).as('lastAskedAt')])
          .where('id', 'in', userIds),
      )
      .onConflict((conflict) => conflict.column('userId').doUpdateSet({ lastAskedAt }))
      .execute()
  }
}
