import { readSchema } from '@dashboard/store/database/check-schema'
import { migrationNames } from '@dashboard/store/database/migrate'
import { type Db, inTransaction } from '@dashboard/store/database/open-database'
import { readPreference, savePreference } from '@dashboard/store/database/preferences'
import { closeConditions } from '@dashboard/store/notices/conditions'
import { insertNotice } from '@dashboard/store/notices/insert-notice'
import { z } from 'zod'

const preferences = { good: 'last-backup', tried: 'last-backup-try' } as const

const LastBackup = z.object({
  at: z.string(),
  /** Bytes. */
  size: z.number(),
})
type LastBackup = z.infer<typeof LastBackup>

const BackupTry = z.object({
  /** For which due time. */
  dueAt: z.string(),
  at: z.string(),
  /** A sentence; `null` when it was made. */
  failure: z.string().nullable(),
})
export type BackupTry = z.infer<typeof BackupTry>

/** The last backup that was made and verified; `undefined` before the first. */
export async function readLastBackup(db: Db): Promise<LastBackup | undefined> {
  return LastBackup.safeParse(await readPreference(db, preferences.good)).data
}

/** Notes a good backup, and tells administrators when what was wrong with backups is well again. */
export async function recordBackup(db: Db, backup: LastBackup): Promise<void> {
  await inTransaction(db, async (tx) => {
    await savePreference(tx, preferences.good, backup)
    // A database that is backed up before its upgrade may have no notices yet.
    if ((await readSchema(tx)).at(-1) !== migrationNames.at(-1)) return
    if ((await closeConditions(tx, ['backup'])).length === 0) return
    const facts = { kind: 'recovered', what: 'backup' } as const
    await insertNotice(tx, { facts, cause: `recovered:backup:${backup.at}`, isForAdmins: true })
  })
}

/** What became of the last backup that the server tried by itself. */
export async function readBackupTry(db: Db): Promise<BackupTry | undefined> {
  return BackupTry.safeParse(await readPreference(db, preferences.tried)).data
}

/** Notes how a try ended; administrators are told once for each due time that it failed. */
export async function recordBackupTry(db: Db, attempt: BackupTry): Promise<void> {
  const { dueAt, at, failure } = attempt
  await inTransaction(db, async (tx) => {
    await savePreference(tx, preferences.tried, attempt)
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
