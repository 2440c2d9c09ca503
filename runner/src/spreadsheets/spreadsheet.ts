import type { SpreadsheetSettings } from '@dashboard/store/settings'
import { openCsvFile } from './csv-file.ts'
import { SpreadsheetServiceError } from './sheet-error.ts'
import { openWorkbookFile } from './workbook-file.ts'

/** Where an export writes volunteers to and an import reads them from. */
export interface Spreadsheet {
  /** For people: 'the workbook volunteers.xlsx'. */
  describe(): string
  /**
   * The rows of a sheet, each cell as the text that a person sees. Row n of the sheet is the n-th
   * row; blank rows at the end are left out.
   * @throws SheetError when the sheet is missing or unreadable, SpreadsheetServiceError when the
   * service fails.
   */
  readRows(sheetName: string, signal: AbortSignal): AsyncIterable<string[]>
  /**
   * Replaces the rows of a sheet, made when missing; other sheets stay. Nothing in a cell is run.
   * @returns the number of rows written
   */
  writeRows(
    sheetName: string,
    rows: AsyncIterable<string[]> | Iterable<string[]>,
    signal: AbortSignal,
  ): Promise<number>
}

export function openSpreadsheet(settings: SpreadsheetSettings): Spreadsheet {
  switch (settings.kind) {
    case 'file':
      return settings.format === 'csv'
        ? openCsvFile(settings.path)
        : openWorkbookFile(settings.path)
    case 'google':
      throw new SpreadsheetServiceError(
        'Google Sheets cannot be used yet. Set SPREADSHEET to "file", or to "file:" and the path of a workbook.',
      )
  }
}
