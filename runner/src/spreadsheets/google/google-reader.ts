import { randomBytes } from 'node:crypto'
import { columnLetters } from '@dashboard/store/workbook/column-letters'
import { createMergeFiller } from '../merged-cells.ts'
import { missingSheet, SpreadsheetServiceError } from '../sheet-error.ts'
import type { GoogleClient, GoogleSheet } from './google-client.ts'

/** Google recommends payloads of about 2 MB. */
export const blockBytes = 1_900_000
const firstBlockRows = 500
const maxBlockRows = 20_000
/** Two quotation marks and a comma. */
const bytesAroundCell = 3

/**
 * Yields the rows of a sheet in blocks; row n of the sheet is the n-th. Google leaves out empty cells at the end of a
 * row and empty rows at the end of a block. Google returns a merged value in the first of its cells only.
 * @throws SheetError when the sheet is missing, SpreadsheetServiceError when it was replaced meanwhile, since its first
 * rows and its last would then not belong together.
 */
export async function* readGoogleRows(
  client: GoogleClient,
  sheetName: string,
  signal: AbortSignal,
): AsyncGenerator<string[]> {
  const sheets = await client.listSheets(signal)
  const sheet = findGrid(sheets, sheetName)
  if (sheet === undefined) {
    const visible = sheets.filter(({ hidden }) => !hidden)
    throw missingSheet('The Google spreadsheet', sheetName, visible)
  }
  const { rowCount, columnCount } = sheet.gridProperties
  const fill = createMergeFiller(sheet.merges)
  let blockRows = firstBlockRows
  for (let firstRow = 1; firstRow <= rowCount; ) {
    const lastRow = Math.min(firstRow + blockRows - 1, rowCount)
    const range = rangeOf(sheet.title, { firstRow, lastRow, columns: columnCount })
    const rows = await client.readValues(range, signal)
    for (const row of rows) yield fill(row)
    for (let row = firstRow + rows.length; row <= lastRow; row++) yield fill([])
    firstRow = lastRow + 1
    blockRows = nextBlockRows(rows)
  }
  await refuseReplaced(client, findUnfinished(sheets, sheetName), signal)
}

/** Returns how many rows make about one payload, judged by the last ones. */
function nextBlockRows(rows: readonly string[][]): number {
  const size = rows.reduce((sum, row) => sum + sizeOfRow(row), 0)
  if (size === 0) return maxBlockRows
  return Math.min(maxBlockRows, Math.max(1, Math.floor((blockBytes / size) * rows.length)))
}

export function sizeOfRow(row: readonly string[]): number {
  return row.reduce((sum, cell) => sum + Buffer.byteLength(cell) + bytesAroundCell, bytesAroundCell)
}

/**
 * Refuses a sheet that was replaced while it was read: an export ends by putting its unfinished sheet in place of the
 * old one.
 */
async function refuseReplaced(
  client: GoogleClient,
  unfinished: readonly GoogleSheet[],
  signal: AbortSignal,
): Promise<void> {
  if (unfinished.length === 0) return
  const after = new Set((await client.listSheets(signal)).map(({ sheetId }) => sheetId))
  if (unfinished.every(({ sheetId }) => after.has(sheetId))) return
  throw new SpreadsheetServiceError(
    'An export replaced the sheet while it was being read, so nothing was read from it. Try again.',
  )
}

/** Returns a sheet's rectangle in spreadsheet notation; rows and columns count from 1. */
export function rangeOf(
  title: string,
  { firstRow, lastRow, columns }: { firstRow: number; lastRow: number; columns: number },
): string {
  const quoted = `'${title.replaceAll("'", "''")}'`
  return `${quoted}!A${firstRow}:${columnLetters(columns)}${lastRow}`
}

/** A sheet that has cells, unlike a chart. */
export type GoogleGrid = GoogleSheet & Required<Pick<GoogleSheet, 'gridProperties'>>

/** Finds a sheet by title, ignoring case as Google does. */
export function findGrid(sheets: readonly GoogleSheet[], title: string): GoogleGrid | undefined {
  const key = title.toLowerCase()
  return sheets.find((sheet): sheet is GoogleGrid => {
    return sheet.title.toLowerCase() === key && sheet.gridProperties !== undefined
  })
}

/** Titles may have up to 100 characters. */
const maxNameLength = 60

/** Returns the title of the hidden sheet in which an export gathers its rows; no two exports use the same one. */
export function unfinishedTitle(sheetName: string): string {
  return `${unfinishedStart(sheetName)}${randomBytes(4).toString('hex')})`
}

/** Returns hidden sheets of exports of this sheet that are under way or were killed. */
export function findUnfinished(sheets: readonly GoogleSheet[], sheetName: string): GoogleSheet[] {
  return sheets.filter(({ title }) => title.startsWith(unfinishedStart(sheetName)))
}

function unfinishedStart(sheetName: string): string {
  return `${sheetName.slice(0, maxNameLength)} (unfinished export `
}
