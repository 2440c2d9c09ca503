import { sqliteCode, sqliteCodeOf } from './database/sqlite-errors.ts'

/** Codes of Node and of PostgreSQL. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether an error, or what caused it, is that there is no room to write. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (sqliteCodeOf(error) === sqliteCode.full) return true
  if ('code' in error && typeof error.code === 'string' && fullCodes.has(error.code)) return true
  return isDiskFull(error.cause)
}
