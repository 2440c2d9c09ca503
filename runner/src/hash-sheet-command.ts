import type { Settings } from '@dashboard/store/settings'
import { hashRows } from './import/hash-rows.ts'
import { openSpreadsheet } from './spreadsheets/open-spreadsheet.ts'

/** The hash of the sheet's rows, by which a server sees whether a review still holds (docs/imports.md#when-a-review-is-outdated). */
export async function hashSheet({ spreadsheet, sheetName }: Settings): Promise<string> {
  const opened = openSpreadsheet(spreadsheet)
  const { signal } = new AbortController()
  return hashRows({ readRows: () => opened.readRows(sheetName, signal) }, signal)
}
