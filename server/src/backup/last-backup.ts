import { dayMs } from '@dashboard/contract/duration'
import type { BackupState } from '@dashboard/contract/health'
import { failedCheck, type PreflightCheck, passedCheck } from '@dashboard/contract/preflight'
import type { Db } from '@dashboard/store/database/open-database'
import { readStoredValue, saveStoredValue } from '@dashboard/store/database/stored-values'
import { inTransaction } from '@dashboard/store/database/transactions'
import { closeConditions } from '@dashboard/store/notices/conditions'
import { insertNotice } from '@dashboard/store/notices/insert-notice'
import type { Settings } from '@dashboard/store/settings/settings'
import { z } from 'zod'

const names = { good: 'last-backup', tried: 'last-backup-try' } as const
/** The age at which administrators are notified. */
export const oldBackupDays = 3

const LastBackup = z.object({
  at: z.string(),
  /** In bytes. */
  size: z.number(),
})
type LastBackup = z.infer<typeof LastBackup>

const BackupTry = z.object({
  /** The due time that the try was for. */
  dueAt: z.string(),
  at: z.string(),
  /** A sentence; `null` when the backup was made. */
  failure: z.string().nullable(),
})
export type BackupTry = z.infer<typeof BackupTry>

/** Returns the last backup that was made and verified; `undefined` before the first. */
export async function readLastBackup(db: Db): Promise<LastBackup | undefined> {
  return LastBackup.safeParse(await readStoredValue(db, names.good)).data
}

/** Records a good backup, and notifies administrators when earlier backups had failed. */
export async function recordBackup(db: Db, backup: LastBackup): Promise<void> {
  await inTransaction(db, async (tx) => {
    await saveStoredValue(tx, names.good, backup)
    if ((await closeConditions(tx, ['backup'])).length === 0) return
    const facts = { kind: 'recovered', what: 'backup' } as const
    await insertNotice(tx, { facts, cause: `recovered:backup:${backup.at}`, isForAdmins: true })
  })
}

/** Returns how the last backup ended that the server tried by itself. */
export async function readBackupTry(db: Db): Promise<BackupTry | undefined> {
  return BackupTry.safeParse(await readStoredValue(db, names.tried)).data
}

/** Records how a try ended; administrators are notified once for each due time at which it failed. */
export async function recordBackupTry(db: Db, attempt: BackupTry): Promise<void> {
  const { dueAt, at, failure } = attempt
  await inTransaction(db, async (tx) => {
    await saveStoredValue(tx, names.tried, attempt)
    if (failure === null) return
    await insertNotice(tx, {
      facts: { kind: 'backup-failed', dueAt },
      cause: `backup-failed:${dueAt}`,
      condition: 'backup',
      isForAdmins: true,
      at,
    })
  })
}

/** Returns when the last good backup was made, and why a later one failed. */
export async function readBackupState(db: Db): Promise<BackupState> {
  const last = await readLastBackup(db)
  const attempt = await readBackupTry(db)
  return {
    lastAt: last?.at ?? null,
    ageSeconds: last ? Math.round((Date.now() - Date.parse(last.at)) / 1_000) : null,
    hasFailed: findFailure(last, attempt) !== undefined,
  }
}

/** Returns the try that failed, unless a backup has been made since, by the server or by hand. */
function findFailure(last: LastBackup | undefined, attempt: BackupTry | undefined) {
  const isLater = attempt !== undefined && (last === undefined || attempt.at > last.at)
  return isLater && attempt.failure !== null ? { ...attempt, failure: attempt.failure } : undefined
}

/** Whether there is a backup, and a recent one where the server makes them. */
export async function checkBackup(
  db: Db,
  { folder }: Pick<Settings['backup'], 'folder'>,
): Promise<PreflightCheck> {
  const name = 'Backup'
  const last = await readLastBackup(db)
  const failed = findFailure(last, await readBackupTry(db))
  const made = last ? `The last one was made at ${last.at}.` : 'There is none yet.'
  if (folder === undefined) {
    return passedCheck(name, made, 'Set BACKUP_DIR, and the server makes one every day.')
  }
  if (failed) {
    const message = `${made} The try at ${failed.at} failed: ${failed.failure}`
    return failedCheck(name, message, 'Correct that, then: npm run backup -- --scheduled')
  }
  if (last && Date.now() - Date.parse(last.at) > oldBackupDays * dayMs) {
    return failedCheck(name, made, 'Start the server, or: npm run backup -- --scheduled')
  }
  return passedCheck(name, made)
}
