import { noticesKeptDays } from '@dashboard/contract/limits'
import { toIso } from '@dashboard/store/database/column-values'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'

const dayMs = 24 * 60 * 60_000

/** Removes old notices, but those that tell of something that is still wrong, and old messages. */
export async function pruneNotices(db: Db, nowMs: number): Promise<void> {
  const before = toIso(nowMs - noticesKeptDays * dayMs)
  await db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('notices')
      .where('createdAt', '<', before)
      .where('id', 'not in', tx.selectFrom('notice_conditions').select('noticeId'))
      .executeTakeFirst()
    await tx.deleteFrom('outbox').where('endedAt', '<', before).execute()
    if (numDeletedRows > 0n) await raiseVersion(tx, 'notices')
  })
}
