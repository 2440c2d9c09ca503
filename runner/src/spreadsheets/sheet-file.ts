import { access, constants, type FileHandle, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { removeAbandoned, replaceFile } from '@dashboard/store/files/replace-file'
import { explainFileError } from './file-failures.ts'

/**
 * Replaces the sheet's file as a whole, and removes what earlier exports left that were killed.
 * @returns the result of `write`
 * @throws SpreadsheetServiceError when the disk is full, permission is denied and the like.
 */
export async function replaceSheetFile<T>(
  path: string,
  write: (file: FileHandle) => Promise<T>,
): Promise<T> {
  try {
    await removeAbandoned(path)
    return await replaceFile(path, write)
  } catch (error) {
    throw explainFileError(path, error)
  }
}

/**
 * @throws SpreadsheetServiceError when `replaceSheetFile` could not write there. The folder, or the
 * nearest existing one above it, has to take new files; the file itself is replaced, not written.
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
