import { installation } from '@dashboard/contract/installation'
import { JobError } from '../job-errors.ts'
import { isSampleVolunteer } from '../sample-volunteer.ts'
import { type HeaderMatch, headerSearchRows, matchHeader } from '../spreadsheets/sheet-columns.ts'
import { SheetError } from '../spreadsheets/sheet-error.ts'
import type { Spreadsheet } from '../spreadsheets/spreadsheet.ts'

/**
 * Refuses to write sample data over a sheet with other rows: if LOCUST_URL is missing by mistake, real volunteers would
 * be lost (docs/beyond-one-machine.md#sample-data).
 * @throws JobError saying what to do, or the error of reading the sheet.
 */
export async function requireOnlySampleRows(
  spreadsheet: Spreadsheet,
  sheetName: string,
  signal: AbortSignal,
): Promise<void> {
  if (!(await hasOtherRows(spreadsheet, sheetName, signal))) return
  throw new JobError(
    `${installation.outsideSystem} is not connected, and the spreadsheet holds rows that are not sample data; they were left as they are. To bring these rows in, run the import alone.`,
    'other',
    {
      details: `LOCUST_URL is not set, and the sheet '${sheetName}' of ${spreadsheet.describe()} holds rows that are not sample data; they were left as they are. Set LOCUST_URL to export from ${installation.outsideSystem}, or move that sheet away to write sample data.`,
    },
  )
}

async function hasOtherRows(
  spreadsheet: Spreadsheet,
  sheetName: string,
  signal: AbortSignal,
): Promise<boolean> {
  let header: HeaderMatch | undefined
  let read = 0
  try {
    for await (const row of spreadsheet.readRows(sheetName, signal)) {
      read += 1
      if (row.every((cell) => cell.trim() === '')) continue
      if (header !== undefined) {
        if (isOther(row, header)) return true
        continue
      }
      const match = matchHeader(row)
      if (match.missing.length === 0) header = match
      // Rows without a header cannot be recognized as sample data, so they count as real.
      else if (match.positions.size === 0 || read > headerSearchRows) return true
    }
    return false
  } catch (error) {
    const isNotCreatedYet =
      error instanceof SheetError && (error.problem === 'no-file' || error.problem === 'no-sheet')
    if (isNotCreatedYet) return false
    throw error
  }
}

function isOther(row: readonly string[], { positions }: HeaderMatch): boolean {
  const cell = (column: 'Locust ID' | 'Email Address') => row[positions.get(column) ?? -1] ?? ''
  return !isSampleVolunteer({
    locustId: cell('Locust ID'),
    emailAddress: cell('Email Address'),
  })
}
