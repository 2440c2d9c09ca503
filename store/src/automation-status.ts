import { randomUUID } from 'node:crypto'
import { nowIso, toJson } from './database/column-values.ts'
import { raiseVersion } from './database/data-versions.ts'
import type { Db } from './database/open-database.ts'

/** The kinds of event kept in `automation_status`, one row each. */
export type AutomationEvent = 'export' | 'export-error' | 'import'

interface EventRecord {
  /** Where it came from: the source's or the spreadsheet's description, never an address with secrets. */
  source: string
  metadata: Record<string, unknown>
}

/** Records a finished export and clears the last export's error. */
export async function recordExport(db: Db, { source, rows }: { source: string; rows: number }) {
  await db.transaction().execute(async (tx) => {
    await record(tx, 'export', { source, metadata: { rows } })
    await tx.deleteFrom('automation_status').where('eventType', '=', 'export-error').execute()
  })
}

/** Records why an export failed, for the sync page; the time of the last good export stays. */
export async function recordExportError(
  db: Db,
  { source, error }: { source: string; error: string },
) {
  await record(db, 'export-error', { source, metadata: { error } })
}

/** Records a finished import; call it in the import's own transaction. Reports made before are stale. */
export async function recordImport(
  tx: Db,
  { source, metadata, at }: EventRecord & { at: string },
): Promise<void> {
  await record(tx, 'import', { source, metadata }, at)
  await raiseVersion(tx, 'reports')
}

/** When the last import was applied, as ISO text; `null` before the first. */
export async function readLastImport(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('automation_status')
    .select('lastTimestamp')
    .where('eventType', '=', 'import')
    .executeTakeFirst()
  return row?.lastTimestamp ?? null
}

async function record(
  db: Db,
  eventType: AutomationEvent,
  { source, metadata }: EventRecord,
  at = nowIso(),
): Promise<void> {
  const values = {
    lastTimestamp: at,
    eventSource: source,
    metadata: toJson(metadata),
    updatedAt: nowIso(),
  }
  await db
    .insertInto('automation_status')
    .values({ id: randomUUID(), eventType, createdAt: nowIso(), ...values })
    .onConflict((conflict) => conflict.column('eventType').doUpdateSet(values))
    .execute()
}
