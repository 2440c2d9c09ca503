import { setTimeout as sleep } from 'node:timers/promises'
import { presenceMs } from '@dashboard/contract/limits'
import { toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'

const noteEveryMs = 4_000
/** Each write waits for the disk: 200 people who poll are four writes a second, not fifty. */
const writeEveryMs = 250

/**
 * Who watches jobs, or as `notice_watchers` has a visible page open: kept in the database, so that several
 * servers and runners know the same users.
 */
export interface Presence {
  /** Notes that a user asked; answers when that is written, a moment later. */
  note(userId: string): Promise<void>
  /** Distinct users who asked within the last 45 s. */
  count(): Promise<number>
}

export function createPresence(
  db: Db,
  now: () => number = Date.now,
  table: 'presence' | 'notice_watchers' = 'presence',
): Presence {
  const notedAt = new Map<string, number>()
  const writeTogether = gather((userIds) =>
    writePresence(db, table, { userIds, lastAskedAt: toIso(now()) }),
  )
  return {
    async note(userId) {
      const sinceMs = now() - (notedAt.get(userId) ?? 0)
      // Less than nothing once the clock was set back.
      if (sinceMs >= 0 && sinceMs < noteEveryMs) return
      notedAt.set(userId, now())
      await writeTogether(userId)
    },
    async count() {
      const { users } = await db
        .selectFrom(table)
        .select((select) => select.fn.countAll<number>().as('users'))
        .where('lastAskedAt', '>', toIso(now() - presenceMs))
        .where('lastAskedAt', '<', toIso(now() + presenceMs))
        .executeTakeFirstOrThrow()
      return users
    },
  }
}

/** Calls `write` with what has come since the last time: at once, and then after a pause. */
function gather(write: (userIds: string[]) => Promise<void>): (userId: string) => Promise<void> {
  const waiting = new Set<string>()
  let writtenAt = Number.NEGATIVE_INFINITY
  let next: Promise<void> | undefined
  const writeNext = async () => {
    const pauseMs = Math.max(0, writtenAt + writeEveryMs - performance.now())
    // Without a pause as well: who comes in the same turn of the event loop is written with the first.
    await (pauseMs > 0 ? sleep(pauseMs, undefined, { ref: false }) : Promise.resolve())
    writtenAt = performance.now()
    const userIds = [...waiting]
    waiting.clear()
    next = undefined
    await write(userIds)
  }
  return (userId) => {
    waiting.add(userId)
    next ??= writeNext()
    return next
  }
}

/** Of users who still exist: one who has been deleted since then must not fail the others. */
async function writePresence(
  db: Db,
  table: 'presence' | 'notice_watchers',
  { userIds, lastAskedAt }: { userIds: string[]; lastAskedAt: string },
): Promise<void> {
  await db
    .insertInto(table)
    .columns(['userId', 'lastAskedAt'])
    .expression((insert) =>
      insert
        .selectFrom('users')
        .select((select) => ['id', select.val(lastAskedAt).as('lastAskedAt')])
        .where('id', 'in', userIds),
    )
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ lastAskedAt }))
    .execute()
}
