import { sqliteCode, sqliteCodeOf } from '../database/sqlite-errors.ts'
import { codeOf } from '../outside/error-code.ts'

/** Reason for each of the system's error codes, as the end of a sentence about a file or folder. */
const reasons: Record<string, string> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EBUSY: 'another program holds it open',
  EIO: 'the disk reports errors',
  EISDIR: 'it is a folder',
  EEXIST: 'there is a file of that name',
  ELOOP: 'its symbolic links form a loop',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'it is not there',
  ENFILE: 'too many files are open',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EROFS: 'the disk is read-only',
}

/** Returns why a system call on a file failed, in plain words; `undefined` for any other error. */
export function systemFailureReason(error: unknown): string | undefined {
  if (isDiskFull(error)) return 'the disk is full'
  if (!(error instanceof Error)) return undefined
  return reasons[codeOf(error)] ?? systemFailureReason(error.cause)
}

/** Codes of Node and PostgreSQL for a full disk. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])

export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (sqliteCodeOf(error) === sqliteCode.full) return true
  return fullCodes.has(codeOf(error)) || isDiskFull(error.cause)
}
