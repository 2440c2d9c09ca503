import { statSync } from 'node:fs'
import { sqliteCode, sqliteCodeOf } from '@dashboard/store/database/sqlite-errors'
import { isDiskFull, systemFailureReason } from '@dashboard/store/failures/system-failures'
import type { Settings } from '@dashboard/store/settings/settings'

/** Explains a failure of SQLite or of a file; `undefined` for any other. */
export function explainStartFailure(
  error: unknown,
  { dataDir }: Pick<Settings, 'dataDir'>,
): string | undefined {
  const databaseFailure = explainSqliteFailure(dataDir, error)
  if (databaseFailure) return databaseFailure
  const reason = systemFailureReason(error)
  if (reason === undefined) return undefined
  const path = error instanceof Error && 'path' in error ? String(error.path) : dataDir
  if (isDiskFull(error)) return noSpace(path)
  return `${path} cannot be used: ${reason}. ${describeUse(dataDir)}`
}

/** Returns the same for SQLite's errors about a database file, or about the folder for one. */
export function explainSqliteFailure(path: string, error: unknown): string | undefined {
  switch (sqliteCodeOf(error)) {
    case sqliteCode.cannotOpen:
      return isFolder(path) && path.endsWith('.db')
        ? `${path} is a folder, where a database is expected. Move it away, or set DATA_DIR to another folder.`
        : `${path} cannot be opened: permission is denied. ${describeUse(path)}`
    case sqliteCode.readOnly:
      return `${path} cannot be written: it, or the disk, is read-only. ${describeUse(path)}`
    case sqliteCode.notADatabase:
    case sqliteCode.corrupt:
      return `${path} is damaged, or is not an SQLite database. Restore a backup of it, or move it away to start with an empty one.`
    case sqliteCode.full:
      return noSpace(path)
    case sqliteCode.ioError:
      return `${path} cannot be used: the disk reports errors.`
    default:
      return undefined
  }
}

function noSpace(path: string): string {
  return `${path} cannot be used: the disk is full. Free some space, then start again.`
}

function describeUse(path: string): string {
  const user = process.getuid === undefined ? '' : ` (number ${process.getuid()})`
  return `The user that runs the server${user} must be allowed to write to ${path}, or set DATA_DIR to another folder.`
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
