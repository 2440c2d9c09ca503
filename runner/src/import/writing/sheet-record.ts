import { isDeepStrictEqual } from 'node:util'
import type { Db } from '@dashboard/store/database/open-database'
import { readPreference, savePreference } from '@dashboard/store/database/preferences'
import { sql } from 'kysely'
import type { SheetResult } from '../planning/plan-import.ts'
import { countRawRows, readNewestBatch } from './move-stage.ts'

const name = 'imported-sheet'

/** Which sheet, read in which way. */
export interface SheetSource {
  mappingVersion: number
  source: string
  sheetName: string
  /** Of the file's bytes; `undefined` where the spreadsheet is no file. */
  fileHash: string | undefined
  /** The name of the file that somebody has brought; missing for the spreadsheet. */
  uploadedName?: string | undefined
  /** Which matches of columns there were; missing where there were none. */
  matches?: string | undefined
}

/** What an import notes, by which the next one sees that it has to do nothing, or less. */
export interface SheetRecord extends SheetSource {
  /** Of the rows with their numbers. */
  rowsHash: string
  /** The raw rows that are these rows. */
  batchId: string
  /** The import whose history says what came of them; missing after one of an older version. */
  importId?: string
  /** How many rows each table had after the import. */
  tableSizes: Record<string, number>
  result: SheetResult
}

/** What the last import has noted; `undefined` before the first, or after one of an older version. */
export async function readSheetRecord(db: Db): Promise<SheetRecord | undefined> {
  return readPreference<SheetRecord>(db, name)
}

/** In the transaction of the import, after its changes. */
export async function saveSheetRecord(
  tx: Db,
  record: Omit<SheetRecord, 'tableSizes'>,
): Promise<void> {
  const complete: SheetRecord = { ...record, tableSizes: await readTableSizes(tx) }
  await savePreference(tx, name, complete)
}

/** Whether importing this file would change nothing: it is the file of the last import, and so are the tables. */
export async function isImportedAgain(
  db: Db,
  before: SheetRecord,
  sheet: SheetSource,
): Promise<boolean> {
  const { mappingVersion, source, sheetName, fileHash, matches } = before
  if (fileHash === undefined || fileHash !== sheet.fileHash) return false
  if (mappingVersion !== sheet.mappingVersion || matches !== sheet.matches) return false
  if (source !== sheet.source || sheetName !== sheet.sheetName) return false
  if (!(await hasRawRows(db, before))) return false
  return isDeepStrictEqual(before.tableSizes, await readTableSizes(db))
}

/** The newest batch of raw rows, if its rows are these, so that they need not be written again. */
export async function findSameRows(
  db: Db,
  rows: Pick<SheetRecord, 'sheetName' | 'rowsHash'>,
): Promise<string | undefined> {
  const before = await readSheetRecord(db)
  if (before?.rowsHash !== rows.rowsHash || before.sheetName !== rows.sheetName) return undefined
  return (await hasRawRows(db, before)) ? before.batchId : undefined
}

async function hasRawRows(db: Db, { batchId, result }: SheetRecord): Promise<boolean> {
  return (
    (await readNewestBatch(db)) === batchId && (await countRawRows(db, batchId)) === result.rowsRead
  )
}

/** Those that are quick to count; of details there are several times as many. */
const countedTables = ['circuits', 'congregations', 'cart_locations', 'volunteers'] as const

/** A cheap sign of whether somebody else has changed what the last import left. */
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
