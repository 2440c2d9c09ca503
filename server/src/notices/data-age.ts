import { readLastImport } from '@dashboard/store/automation-status'
import { toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { insertNotice } from '@dashboard/store/notices/insert-notice'

const dayMs = 24 * 60 * 60_000

/** Tells once for each last import that it is more than so many days ago; nothing before the first. */
export async function noteDataAge(db: Db, days: number, nowMs: number): Promise<void> {
  if (days === 0) return
  const lastImport = await readLastImport(db)
  if (lastImport === null || nowMs - Date.parse(lastImport) < days * dayMs) return
  const cause = `data-old:${lastImport}`
  const told = await db
    .selectFrom('notices')
    .select('id')
    .where('cause', '=', cause)
    .executeTakeFirst()
  if (told) return
  await db.transaction().execute((tx) =>
    insertNotice(tx, {
      facts: { kind: 'data-old', days, lastImport },
      ...{ cause, condition: 'data-age', at: toIso(nowMs) },
    }),
  )
}
