import { access, constants, type FileHandle, realpath, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { systemFailureReason } from '@dashboard/store/failures/system-failures'
import { replaceFile } from '@dashboard/store/files/replace-file'
import { codeOf } from '@dashboard/store/outside/error-code'
import { SpreadsheetServiceError } from './sheet-error.ts'

/**
 * Replaces the sheet's file as a whole. A sweep of the server removes temporary files of killed exports.
 * @throws SpreadsheetServiceError when the disk is full, permission is denied and the like.
 */
export async function replaceSheetFile(
  path: string,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  try {
    await replaceFile(path, write)
  } catch (error) {
    throw explainFileError(path, error)
  }
}

/**
 * Checks that `replaceSheetFile` could write there. The folder, or the nearest existing one above it, must accept new
 * files; the file itself is replaced, not written.
 * @throws SpreadsheetServiceError otherwise.
 */
export async function requireWritable(path: string): Promise<void> {
  let folder = dirname(await realpath(path).catch(() => path))
  while (folder !== dirname(folder) && !(await stat(folder).catch(() => undefined))) {
    folder = dirname(folder)
  }
  await access(folder, constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw explainFileError(path, error)
  })
}

/** Returns the same error, or a sentence if the system reports what is wrong with the sheet's file. */
export function explainFileError(path: string, error: unknown): unknown {
  // A missing file is not a failure: the sheet does not exist yet.
  const reason = codeOf(error) === 'ENOENT' ? undefined : systemFailureReason(error)
  if (reason === undefined) return error
  return new SpreadsheetServiceError(
    `The file ${basename(path)} cannot be used: ${reason}. Fix that, then try again.`,
    {
      cause: error,
      details: `The file ${path} cannot be used: ${reason}. Fix that, or set SPREADSHEET to another file, then try again.`,
    },
  )
}

/** Yields the rows without the blank ones at the end; spreadsheets often have thousands of those. */
export async function* withoutBlankEnd(
  rows: AsyncIterable<string[]> | Iterable<string[]>,
): AsyncGenerator<string[]> {
  let blank = 0
  for await (const row of rows) {
    if (row.every((cell) => cell.trim() === '')) {
      blank += 1
      continue
    }
    for (; blank > 0; blank--) yield []
    yield row
  }
}
