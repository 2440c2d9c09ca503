import { openDatabase } from '@dashboard/store/database/open-database'
import type { Settings } from '@dashboard/store/settings/settings'
import { hashRows, matchColumns } from './import/row-sources.ts'
import { openSpreadsheet } from './spreadsheets/open-spreadsheet.ts'

/**
 * Returns the hash of the sheet's rows. A server compares it to find out whether a review is outdated
 * (docs/imports.md#when-a-review-is-outdated).
 */
export async function hashSheet({ database, spreadsheet, sheetName }: Settings): Promise<string> {
  const opened = openSpreadsheet(spreadsheet)
  const { signal } = new AbortController()
  const db = openDatabase(database, 'command')
  try {
    const matched = await matchColumns(db)
    const { isDelimited = false } = opened
    const readRows = () => matched.read(opened.readRows(sheetName, signal), isDelimited)
    return await hashRows({ readRows, isDelimited }, signal)
  } finally {
    await db.destroy()
  }
}
