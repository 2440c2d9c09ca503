import { dayMs } from '@dashboard/contract/duration'
import { readLastImport } from '@dashboard/store/automation-status'
import { nowIso } from '@dashboard/store/database/column-values'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import { closeConditions } from '@dashboard/store/notices/conditions'
import { insertNotice, type NewNotice } from '@dashboard/store/notices/insert-notice'
import { describeNotice } from '@dashboard/store/notices/notice-words'
import type { Settings } from '@dashboard/store/settings/settings'
import { oldBackupDays, readLastBackup } from '../backup/last-backup.ts'

/** Notifies of what has become too old. */
export async function notifyOfAges(
  db: Db,
  { notices, backup }: Pick<Settings, 'notices' | 'backup'>,
): Promise<void> {
  await notifyOfDataAge(db, notices.dataAgeDays)
  await notifyOfBackupAge(db, backup.folder !== undefined)
}

/** Notifies once for each last import that it is too many days old; does nothing before the first import. */
async function notifyOfDataAge(db: Db, days: number): Promise<void> {
  const lastImport = await readLastImport(db)
  if (lastImport === null || days === 0) return
  const age = ageOf(lastImport)
  if (age < days) return
  await notifyOfAge(db, {
    facts: { kind: 'data-old', days: age, lastImport },
    cause: `data-old:${lastImport}`,
    condition: 'data-age',
    at: nowIso(),
  })
}

/**
 * Notifies administrators, once for each last good backup, that it is too old; without reminders where no backup is
 * scheduled. Does nothing before the first backup.
 */
async function notifyOfBackupAge(db: Db, isScheduled: boolean): Promise<void> {
  if (!isScheduled) await closeConditions(db, ['backup'])
  const lastAt = (await readLastBackup(db))?.at
  if (lastAt === undefined) return
  const age = ageOf(lastAt)
  if (age < oldBackupDays) return
  await notifyOfAge(db, {
    facts: { kind: 'backup-old', days: age, lastAt },
    cause: `backup-old:${lastAt}`,
    ...(isScheduled && { condition: 'backup' }),
    isForAdmins: true,
    at: nowIso(),
  })
}

function ageOf(at: string): number {
  return Math.floor((Date.now() - Date.parse(at)) / dayMs)
}

/**
 * Adds a notice unless there is one with the same cause; the words of one whose condition lasts are updated to the
 * present age. Most calls change nothing, and then nothing is written.
 */
async function notifyOfAge(db: Db, notice: NewNotice): Promise<void> {
  const existing = await db
    .selectFrom('notices')
    .leftJoin('notice_conditions', 'notice_conditions.noticeId', 'notices.id')
    .select(['notices.id', 'notices.title', 'notice_conditions.name as condition'])
    .where('cause', '=', notice.cause)
    .executeTakeFirst()
  if (!existing) {
    await inTransaction(db, (tx) => insertNotice(tx, notice))
    return
  }
  const words = describeNotice(notice.facts)
  if (existing.condition === null || existing.title === words.title) return
  await inTransaction(db, async (tx) => {
    await tx.updateTable('notices').set(words).where('id', '=', existing.id).execute()
    await raiseVersion(tx, 'notices')
  })
}
