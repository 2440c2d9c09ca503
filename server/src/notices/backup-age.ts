import { toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { tellOnce } from './tell-once.ts'

const dayMs = 24 * 60 * 60_000

/** Tells administrators, once for each last good backup, that it is so many days old; nothing before the first. */
export async function noteBackupAge(
  db: Db,
  { days, lastAt }: { days: number; lastAt: string | null },
  nowMs: number,
): Promise<void> {
  if (days === 0 || lastAt === null || nowMs - Date.parse(lastAt) < days * dayMs) return
  await tellOnce(db, {
    facts: { kind: 'backup-old', days, lastAt },
    cause: `backup-old:${lastAt}`,
    condition: 'backup',
    isForAdmins: true,
    at: toIso(nowMs),
  })
}
