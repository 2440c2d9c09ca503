import { toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { insertNotice } from '@dashboard/store/notices/insert-notice'

const dayMs = 24 * 60 * 60_000

/** Tells administrators, once for each last good backup, that it is so many days old; nothing before the first. */
export async function noteBackupAge(
  db: Db,
  { days, lastAt }: { days: number; lastAt: string | null },
  nowMs: number,
): Promise<void> {
  if (days === 0 || lastAt === null || nowMs - Date.parse(lastAt) < days * dayMs) return
  const cause = `backup-old:${lastAt}`
  const told = await db
    .selectFrom('notices')
    .select('id')
    .where('cause', '=', cause)
    .executeTakeFirst()
  if (told) return
  await db.transaction().execute((tx) =>
    insertNotice(tx, {
      facts: { kind: 'backup-old', days, lastAt },
      ...{ cause, condition: 'backup', isForAdmins: true, at: toIso(nowMs) },
    }),
  )
}
