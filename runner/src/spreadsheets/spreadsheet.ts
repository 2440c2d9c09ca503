import type { NextTry } from '@dashboard/store/outside/retry-with-backoff'
import type { JobContext } from '../job-context.ts'

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
  /**
   * Where the spreadsheet is a file, a hash of its bytes; `undefined` where there is no file. Equal bytes have
   * equal rows.
   */
  contentHash?(signal: AbortSignal): Promise<string | undefined>
  /** Throws as `writeRows` would where nothing may be written; changes nothing. */
  requireWritable(signal: AbortSignal): Promise<void>
}

/** What a spreadsheet tells while it is used. */
export interface SpreadsheetNotes {
  /** Receives a line for the job's log when a request is repeated. */
  log(line: string): void
  /** Receives the try that follows before each wait, and `null` once one has succeeded. */
  waits(next: NextTry | null): void
}

export const noNotes: SpreadsheetNotes = { log: () => {}, waits: () => {} }

/** Writes it into the job. */
export function notesOf({ log, retrying }: Pick<JobContext, 'log' | 'retrying'>): SpreadsheetNotes {
  return { log, waits: (next) => retrying(next && { system: 'spreadsheet', ...next }) }
}
