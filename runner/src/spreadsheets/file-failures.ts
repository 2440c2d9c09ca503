import { basename } from 'node:path'
import { SpreadsheetServiceError } from './sheet-error.ts'

const reasons: Record<string, string> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EBUSY: 'another program holds it open',
  EDQUOT: 'the disk is full',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'its folder is a file',
  EROFS: 'the disk is read-only',
}

/** The same error, or a sentence where the system says what is wrong with the sheet's file. */
export function explainFileError(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = reasons[code]
  if (reason === undefined) return error
  return new SpreadsheetServiceError(
    `The file ${basename(path)} cannot be used: ${reason}. Mend that, or set SPREADSHEET to another file, then try again.`,
    { cause: error },
  )
}
