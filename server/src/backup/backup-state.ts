import type { BackupState } from '@dashboard/contract/health'
import type { Db } from '@dashboard/store/database/open-database'
import { readBackupTry, readLastBackup } from './last-backup.ts'

/** When the last good backup was made, and why a later one was not. */
export async function readBackupState(db: Db, now = Date.now()): Promise<BackupState> {
  const last = await readLastBackup(db)
  const attempt = await readBackupTry(db)
  const failed = attempt?.failure != null && (last === undefined || attempt.at > last.at)
  return {
    lastAt: last?.at ?? null,
    // A clock may have been set back since.
    ageSeconds: last ? Math.max(0, Math.round((now - Date.parse(last.at)) / 1_000)) : null,
    hasFailed: failed,
  }
}
