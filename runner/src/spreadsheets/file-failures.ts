import { basename } from 'node:path'
import { systemFailureReason } from '@dashboard/store/system-failures'
import { SpreadsheetServiceError } from './sheet-error.ts'

/** The same error, or a sentence where the system says what is wrong with the sheet's file. */
export function explainFileError(path: string, error: unknown): unknown {
  const reason = isMissing(error) ? undefined : systemFailureReason(error)
  if (reason === undefined) return error
  return new SpreadsheetServiceError(
    `The file ${basename(path)} cannot be used: ${reason}. Mend that, then try again.`,
    {
      cause: error,
      details: `The file ${path} cannot be used: ${reason}. Mend that, or set SPREADSHEET to another file, then try again.`,
    },
  )
}

/** A file that is not there is no failure: there is no sheet yet. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
