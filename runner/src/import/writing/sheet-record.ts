import { isDeepStrictEqual } from 'node:util'
import type { Db } from '@dashboard/store/database/open-database'
import { readPreference, savePreference } from '@dashboard/store/database/preferences'
import { sql } from 'kysely'
import type { SheetResult } from '../planning/plan-import.ts'

const name = 'imported-sheet'

/** Identifies a sheet and how it was read. */
export interface SheetSource {
  mappingVersion: number
  source: string
  sheetName: string
  /** Hash of the file's bytes; `undefined` where the spreadsheet is not a file. */
  fileHash: string | undefined
  /** Name of the uploaded file; missing for the spreadsheet. */
  uploadedName?: string | undefined
  /** Encoding and separator that somebody has chosen for it. */
  encoding?: string | undefined
  separator?: string | undefined
  /** Version of the saved matches of columns; missing where there were none. */
  matches?: string | undefined
}

/** Facts that an import records, so that the next one can skip unchanged work. */
export interface SheetRecord extends SheetSource {
  /** Hash of the rows with their numbers. */
  rowsHash: string
  /** Batch with the raw form of these rows. */
  batchId: string
  /** The import whose history describes them. */
  importId: string
  /** Number of rows in each table after the import. */
  tableSizes: Record<string, number>
  result: SheetResult
}

/** Returns the record of the last import; `undefined` before the first. */
export async function readSheetRecord(db: Db): Promise<SheetRecord | undefined> {
  return readPreference<SheetRecord>(db, name)
}

/** Saves the record; call it in the transaction of the import, after its changes. */
export async function saveSheetRecord(
  tx: Db,
  record: Omit<SheetRecord, 'tableSizes'>,
): Promise<void> {
  const complete: SheetRecord = { ...record, tableSizes: await readTableSizes(tx) }
  await savePreference(tx, name, complete)
}

/** Whether importing this file would change nothing: file and tables are as the last import left them. */
export async function isImportedAgain(
  db: Db,
  before: SheetRecord,
  sheet: SheetSource,
): Promise<boolean> {
  const { mappingVersion, source, sheetName, fileHash, matches, encoding, separator } = before
  if (fileHash === undefined || fileHash !== sheet.fileHash) return false
  if (mappingVersion !== sheet.mappingVersion || matches !== sheet.matches) return false
  if (encoding !== sheet.encoding || separator !== sheet.separator) return false
  if (source !== sheet.source || sheetName !== sheet.sheetName) return false
  if (!(await hasRawRows(db, before))) return false
  return isDeepStrictEqual(before.tableSizes, await readTableSizes(db))
}

/** Returns the batch of the last import if it contains the same rows, so that they need not be written again. */
export async function findSameRows(
  db: Db,
  rows: Pick<SheetRecord, 'sheetName' | 'rowsHash'>,
): Promise<string | undefined> {
  const before = await readSheetRecord(db)
  if (before?.rowsHash !== rows.rowsHash || before.sheetName !== rows.sheetName) return undefined
  return (await hasRawRows(db, before)) ? before.batchId : undefined
}

async function hasRawRows(db: Db, { batchId, result }: SheetRecord): Promise<boolean> {
  const { count } = await db
    .selectFrom('raw_import_data')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('importBatch', '=', batchId)
    .executeTakeFirstOrThrow()
  return count === result.rowsRead
}

/** Tables that are fast to count; tables of details have several times as many rows. */
const countedTables = ['circuits', 'congregations', 'cart_locations', 'volunteers'] as const

/** Counts rows as a cheap sign of whether somebody else has changed the result of the last import. */
async function readTableSizes(db: Db): Promise<Record<string, number>> {
  const counts = countedTables.map(
    (table) => sql`select ${sql.lit(table)} as name, count(*) as size from ${sql.table(table)}`,
  )
  const { rows } = await sql<{
    name: string
    size: number
  }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name: table, size }) => [table, size]))
}
