import { basename } from 'node:path'
import { JobError, type JobErrorOptions } from '../job-errors.ts'

type SheetProblem = 'no-file' | 'no-sheet' | 'unreadable' | 'guard'

/**
 * The sheet itself is missing or not as docs/sheet-format.md requires, or would remove too many volunteers, erase a
 * column or replace most values: a person has to change it. The server responds with 422. The message is a sentence for
 * people.
 */
export class SheetError extends JobError {
  override name = 'SheetError'
  readonly problem: SheetProblem

  constructor(problem: SheetProblem, message: string, options?: JobErrorOptions) {
    super(message, problem === 'guard' ? 'guard' : 'unreadable-sheet', options)
    this.problem = problem
  }
}

/** The spreadsheet could not be reached, read or written; the server responds with 502. */
export class SpreadsheetServiceError extends JobError {
  override name = 'SpreadsheetServiceError'

  constructor(message: string, options?: JobErrorOptions) {
    super(message, 'outside-system', options)
  }
}

/** Returns the error for wrong settings of the spreadsheet: only the operator can correct them, as `details` say. */
export function misconfigured(
  details: string,
  options: ErrorOptions = {},
): SpreadsheetServiceError {
  const meaning =
    'The spreadsheet cannot be used as it is set up. An administrator has to put that right.'
  return new SpreadsheetServiceError(meaning, { ...options, details })
}

/** Returns the error for a sheet that is missing from `owner`, which has others with these titles. */
export function missingSheet(
  owner: string,
  name: string,
  others: readonly { title: string }[],
): SheetError {
  const titles = others.map(({ title }) => `'${title}'`).slice(0, 10)
  const has = titles.length > 0 ? ` It has ${titles.join(', ')}.` : ''
  const missing = `${owner} has no sheet called '${name}'.${has} Run an export to make it, or`
  return new SheetError('no-sheet', `${missing} rename the sheet.`, {
    details: `${missing} set SHEET_NAME to the right name.`,
  })
}

export function missingFile(path: string): SheetError {
  return new SheetError(
    'no-file',
    `There is no sheet to read yet: the file ${basename(path)} is missing or empty. Run an export first, or put the file in its place.`,
  )
}
