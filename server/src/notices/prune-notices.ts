import { raiseVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'

/** Removes notices from before an instant, but those of what is still wrong, and messages; returns how many notices. */
export async function pruneNotices(db: Db, before: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
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
