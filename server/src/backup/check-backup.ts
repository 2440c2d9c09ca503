import { failedCheck, type PreflightCheck, passedCheck } from '@dashboard/contract/preflight'
import type { Db } from '@dashboard/store/database/open-database'
import type { BackupSettings } from '@dashboard/store/settings-backup'
import { readBackupTry, readLastBackup } from './last-backup.ts'

const name = 'Backup'
const oldMs = 3 * 24 * 60 * 60_000

/** Whether there is a backup, and a recent one where the server makes them. */
export async function checkBackup(
  db: Db,
  { folder }: Pick<BackupSettings, 'folder'>,
  now = Date.now(),
): Promise<PreflightCheck> {
  try {
    const last = await readLastBackup(db)
    const attempt = await readBackupTry(db)
    const made = last ? `The last one was made at ${last.at}.` : 'There is none yet.'
    if (folder === undefined) {
      return passedCheck(name, made, 'Set BACKUP_DIR, and the server makes one every day.')
    }
    if (attempt?.failure != null) {
      const message = `${made} The try at ${attempt.at} failed: ${attempt.failure}`
      return failedCheck(name, message, 'Correct that, then: npm run backup -- --scheduled')
    }
    if (last && now - Date.parse(last.at) > oldMs) {
      return failedCheck(name, made, 'Start the server, or: npm run backup -- --scheduled')
    }
    return passedCheck(name, made)
  } catch {
    return failedCheck(name, 'It cannot be read.', 'Start the server once, then try again.')
  }
}
