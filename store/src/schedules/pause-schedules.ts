import { SchedulePause } from '@dashboard/contract/schedules'
import { lockVersion, raiseVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import { addStoredValue, deleteStoredValue, readStoredValue } from '../database/stored-values.ts'
import { inTransaction } from '../database/transactions.ts'

const storedName = 'schedules-pause'

/**
 * Pauses all schedules until an administrator resumes them: a scheduled sync would undo a restore, or import the same
 * faulty sheet again. Does nothing where there is no schedule; an existing pause stays, with its reason. Returns
 * whether it paused.
 */
export async function pauseSchedules(db: Db, pause: SchedulePause): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockSchedules(tx)
    await raiseVersion(tx, 'schedules')
    const schedules = await tx
      .updateTable('schedules')
      .set({ nextRunAt: null })
      .returning('id')
      .execute()
    if (schedules.length === 0) return false
    return addStoredValue(tx, storedName, pause)
  })
}

/** Call it before a change of schedules: no other transaction then changes, adds or pauses one until it has ended. */
export async function lockSchedules(tx: Db): Promise<void> {
  await lockVersion(tx, 'schedule-changes')
}

/** Returns since when and why all schedules are paused; `null` while they are not. */
export async function readSchedulePause(db: Db): Promise<SchedulePause | null> {
  return SchedulePause.safeParse(await readStoredValue(db, storedName)).data ?? null
}

/** Ends the pause and returns whether there was one. The caller must give each schedule its next run. */
export async function endSchedulePause(tx: Db): Promise<boolean> {
  return deleteStoredValue(tx, storedName)
}
