import { readLastImport } from '@dashboard/store/automation-status'
import { toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { tellOnce } from './tell-once.ts'

const dayMs = 24 * 60 * 60_000

/** Tells once for each last import that it is more than so many days ago; nothing before the first. */
export async function noteDataAge(db: Db, days: number, nowMs: number): Promise<void> {
  if (days === 0) return
  const lastImport = await readLastImport(db)
  if (lastImport === null || nowMs - Date.parse(lastImport) < days * dayMs) return
  await tellOnce(db, {
    facts: { kind: 'data-old', days, lastImport },
    cause: `data-old:${lastImport}`,
    condition: 'data-age',
    at: toIso(nowMs),
  })
}
