import { presenceMs } from '@dashboard/contract/limits'
import { toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'

const writeEveryMs = 4_000

/** Who watches jobs: kept in the database, so that several servers count the same users. */
export interface Presence {
  /** Notes that a user asked for jobs. */
  note(userId: string): Promise<void>
  /** Distinct users who asked within the last 45 s. */
  count(): Promise<number>
}

export function createPresence(db: Db, now: () => number = Date.now): Presence {
  const notedAt = new Map<string, number>()
  return {
    async note(userId) {
      // A poll every 3 s from each of many tabs need not be a write each.
      const sinceMs = now() - (notedAt.get(userId) ?? 0)
      // Less than nothing once the clock was set back.
      if (sinceMs >= 0 && sinceMs < writeEveryMs) return
      notedAt.set(userId, now())
      const lastAskedAt = toIso(now())
      await db
        .insertInto('presence')
        .values({ userId, lastAskedAt })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet({ lastAskedAt }))
        .execute()
    },
    async count() {
      const { users } = await db
        .selectFrom('presence')
        .select((select) => select.fn.countAll<number>().as('users'))
        .where('lastAskedAt', '>', toIso(now() - presenceMs))
        .where('lastAskedAt', '<', toIso(now() + presenceMs))
        .executeTakeFirstOrThrow()
      return users
    },
  }
}
