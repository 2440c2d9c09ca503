import { writeWorkbook } from '@dashboard/store/workbook/write-workbook'
import { placeSheet } from './xlsx-workbook.ts'

/**
 * Writes a workbook: `existing` with this one sheet replaced or added and everything else as it was,
 * or a new one. All cells are text, so that nothing is run and zip codes keep their zeros.
 * @returns the number of rows
 * @throws SheetError when `existing` is no workbook.
 */
export async function writeXlsx(
  existing: Uint8Array | undefined,
  sheetName: string,
  rows: AsyncIterable<string[]> | Iterable<string[]>,
  write: (piece: Uint8Array) => Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  return writeWorkbook(placeSheet(existing, sheetName), rows, write, signal)
}
