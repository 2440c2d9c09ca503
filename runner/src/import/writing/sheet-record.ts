import { countRows } from '@dashboard/store/database/count-rows'
import type { Db } from '@dashboard/store/database/open-database'
import { readPreference, savePreference } from '@dashboard/store/database/preferences'

const name = 'imported-sheet'

/** Facts that an import records, so that the next one can skip unchanged work. */
export interface SheetRecord {
  sheetName: string
  rowsHash: string
  rowsRead: number
  unknownColumns: readonly string[]
}

export async function readSheetRecord(db: Db): Promise<SheetRecord | undefined> {
  return readPreference<SheetRecord>(db, name)
}

/** Saves the record; call it in the transaction of the import, after its changes. */
export async function saveSheetRecord(tx: Db, record: SheetRecord): Promise<void> {
  await savePreference(tx, name, record)
}

/** Whether the raw rows of the last import are the same, so that they need not be written again. */
export async function hasSameRawRows(
  db: Db,
  sheet: Pick<SheetRecord, 'sheetName' | 'rowsHash'>,
): Promise<boolean> {
  const before = await readSheetRecord(db)
  if (before?.rowsHash !== sheet.rowsHash || before.sheetName !== sheet.sheetName) return false
  return (await countRows(db.selectFrom('raw_import_data'))) === before.rowsRead
}
