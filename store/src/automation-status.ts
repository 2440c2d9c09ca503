import { randomUUID } from 'node:crypto'
import { fromJsonOr, nowIso, toJson } from './database/column-values.ts'
import { raiseVersion } from './database/data-versions.ts'
import type { Db } from './database/open-database.ts'

/**
 * Kinds of events in `automation_status`, one row each. `export-end` and `import-end` describe the newest job of their
 * type, whatever its outcome; `export-error` the last failure that no successful export has followed.
 */
export type AutomationEvent = 'export' | 'export-error' | 'import' | 'export-end' | 'import-end'

interface EventRecord {
  /** Description of the source or spreadsheet; never an address with secrets. */
  source: string | null
  metadata: Record<string, unknown>
}

interface ExportRecord {
  source: string
  rows: number
  /** Whether the export copied the built-in sample data. */
  isSampleData: boolean
}

/** Records a finished export. */
export async function recordExport(db: Db, { source, ...metadata }: ExportRecord) {
  await recordEvent(db, 'export', { source, metadata })
}

/** Records a finished import; call it in the import's own transaction. */
export async function recordImport(
  tx: Db,
  { at, ...record }: EventRecord & { at: string },
): Promise<void> {
  await recordEvent(tx, 'import', record, at)
  await raiseVersion(tx, 'reports')
}

/** Returns when the last import was applied, as ISO text; `null` before the first. */
export async function readLastImport(db: Db): Promise<string | null> {
  return (await readEvent(db, 'import'))?.lastTimestamp ?? null
}

/** Returns when the last export was completed, as ISO text; `null` before the first. */
export async function readLastExport(db: Db): Promise<string | null> {
  return (await readEvent(db, 'export'))?.lastTimestamp ?? null
}

/**
 * Whether the volunteers are built-in sample data, according to the last import or, where nothing has been imported,
 * the last export.
 */
export async function readIsSampleData(db: Db): Promise<boolean> {
  const event = (await readEvent(db, 'import')) ?? (await readEvent(db, 'export'))
  return isSample(event)
}

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

/** Saves an event, replacing the last one of its kind. */
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
