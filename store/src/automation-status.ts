import { randomUUID } from 'node:crypto'
import { fromJsonOr, nowIso, toJson } from './database/column-values.ts'
import { raiseVersion } from './database/data-versions.ts'
import type { Db } from './database/open-database.ts'

/**
 * The kinds of event kept in `automation_status`, one row each. The ends are those of the newest job of each
 * type, whatever became of it.
 */
export type AutomationEvent = 'export' | 'export-error' | 'import' | 'export-end' | 'import-end'

interface EventRecord {
  /** Where it came from: the source's or the spreadsheet's description, never an address with secrets. */
  source: string | null
  metadata: Record<string, unknown>
}

interface ExportRecord {
  source: string
  rows: number
  /** Whether it copied the built-in sample data. */
  isSampleData: boolean
}

/** Records a finished export and clears the last export's error. */
export async function recordExport(db: Db, { source, ...metadata }: ExportRecord) {
  await db.transaction().execute(async (tx) => {
    await recordEvent(tx, 'export', { source, metadata })
    await tx.deleteFrom('automation_status').where('eventType', '=', 'export-error').execute()
  })
}

/** Records why an export failed, for the sync page; the time of the last good export stays. */
export async function recordExportError(
  db: Db,
  { source, ...metadata }: { source: string; error: string; details: string | null },
) {
  await recordEvent(db, 'export-error', { source, metadata })
}

/** Records a finished import; call it in the import's own transaction. Reports made before are stale. */
export async function recordImport(
  tx: Db,
  { at, ...record }: EventRecord & { at: string },
): Promise<void> {
  await recordEvent(tx, 'import', record, at)
  await raiseVersion(tx, 'reports')
}

/** When the last import was applied, as ISO text; `null` before the first. */
export async function readLastImport(db: Db): Promise<string | null> {
  return (await readEvent(db, 'import'))?.lastTimestamp ?? null
}

/**
 * Whether the volunteers are built-in sample data: the last import says so or, where nothing has been imported,
 * the last export.
 */
export async function readIsSampleData(db: Db): Promise<boolean> {
  const event = (await readEvent(db, 'import')) ?? (await readEvent(db, 'export'))
  return isSample(event)
}

/** Whether the last export has written sample data. */
export async function readIsSampleExport(db: Db): Promise<boolean> {
  return isSample(await readEvent(db, 'export'))
}

function isSample(event: { metadata: string | null } | undefined): boolean {
  const facts = fromJsonOr<{ isSampleData?: boolean }>(event?.metadata ?? null, {})
  return facts.isSampleData === true
}

async function readEvent(db: Db, eventType: AutomationEvent) {
  return db
    .selectFrom('automation_status')
    .select(['lastTimestamp', 'metadata'])
    .where('eventType', '=', eventType)
    .executeTakeFirst()
}

/** Keeps an event in the place of the last one of its kind. */
export async function recordEvent(
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
