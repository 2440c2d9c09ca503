import { hourMs } from '@dashboard/contract/duration'
import type { RetainedKind, RetentionRun, SystemState } from '@dashboard/contract/system'
import { toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { readStoredValue, saveStoredValue } from '@dashboard/store/database/stored-values'

const storedName = 'retention'
/** Less than a day, so that a check once a day is never just too early. */
export const retentionIntervalMs = 20 * hourMs

/**
 * Returns after how many days each kind of data is removed, what the last run removed, and when the next one may begin.
 */
export async function readRetention(
  db: Db,
  days: Record<RetainedKind, number>,
): Promise<SystemState['retention']> {
  const lastRun = (await readRetentionRun(db)) ?? null
  const nextAt = lastRun && toIso(Date.parse(lastRun.at) + retentionIntervalMs)
  return { days, lastRun, nextAt }
}

/** Returns what the last run removed; `undefined` before the first. */
export function readRetentionRun(db: Db): Promise<RetentionRun | undefined> {
  return readStoredValue<RetentionRun>(db, storedName)
}

type Removed = Partial<Record<RetainedKind, number>>

interface Ended {
  at: string
  removed: Removed
  failed: RetainedKind[]
}

export async function recordRetentionRun(db: Db, ended: Ended): Promise<void> {
  const before = await readRetentionRun(db)
  const total: Removed = { ...before?.total }
  for (const [what, count] of Object.entries(ended.removed) as [RetainedKind, number][]) {
    total[what] = (total[what] ?? 0) + count
  }
  await saveStoredValue(db, storedName, { ...ended, total })
}
