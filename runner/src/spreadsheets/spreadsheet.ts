import type { NextTry } from '@dashboard/store/outside/retry-with-backoff'
import type { JobContext } from '../job-context.ts'

/** The spreadsheet that exports write volunteers to and imports read them from. */
export interface Spreadsheet {
  /** Returns a description for people: 'the workbook volunteers.xlsx'. */
  describe(): string
  /**
   * Yields the rows of a sheet, each cell as the text that a person sees. Row n of the sheet is the n-th row; blank
   * rows at the end are left out.
   * @throws SheetError when the sheet is missing or unreadable, SpreadsheetServiceError when the service fails.
   */
  readRows(sheetName: string, signal: AbortSignal): AsyncIterable<string[]>
  /** The numbers of the rows so far read that the workbook hides. They are read like the others. */
  readonly hiddenRows?: readonly number[]
  /** Rows are texts between separators: one without quotation marks shifts the cells after it. */
  readonly isDelimited?: boolean
  /** Replaces the rows of a sheet, which is created if missing; other sheets stay. Cells are never run as formulas. */
  writeRows(
    sheetName: string,
    rows: AsyncIterable<string[]> | Iterable<string[]>,
    signal: AbortSignal,
  ): Promise<void>
  /**
   * Returns a hash of the file's bytes if the spreadsheet is a file; `undefined` if the file does not exist. Equal
   * bytes have equal rows.
   */
  contentHash?(signal: AbortSignal): Promise<string | undefined>
  /** Throws as `writeRows` would if writing is not possible; changes nothing. */
  requireWritable(signal: AbortSignal): Promise<void>
}

export interface SpreadsheetReporter {
  /** Receives a line for the job's log when a request is repeated. */
  log(line: string): void
  /** Receives the next try before each wait, and `null` once a try has succeeded. */
  onWait(next: NextTry | null): void
}

export const silentReporter: SpreadsheetReporter = { log: () => {}, onWait: () => {} }

export function reporterOf({
  log,
  retrying,
}: Pick<JobContext, 'log' | 'retrying'>): SpreadsheetReporter {
  return { log, onWait: (next) => retrying(next && { system: 'spreadsheet', ...next }) }
}
