import type { Db } from '@dashboard/store/database/open-database'
import { insertNotice, type NewNotice } from '@dashboard/store/notices/insert-notice'

/** Inserts a notice unless there is one of the same cause, which most looks only find: then nothing is written. */
export async function tellOnce(db: Db, notice: NewNotice): Promise<void> {
  const told = await db
    .selectFrom('notices')
    .select('id')
    .where('cause', '=', notice.cause)
    .executeTakeFirst()
  if (!told) await db.transaction().execute((tx) => insertNotice(tx, notice))
}
