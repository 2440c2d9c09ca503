import { SchedulePause } from '@dashboard/contract/schedules'
import { raiseVersion } from '../database/data-versions.ts'
import { type Db, inTransaction } from '../database/open-database.ts'
import { addPreference, deletePreference, readPreference } from '../database/preferences.ts'

const preference = 'schedules-pause'

/**
 * Pauses all schedules until an administrator resumes them: a scheduled sync would bring back what was just undone, or
 * meet the same sheet again. Where there is no schedule there is nothing to pause; a pause that is there already
 * stays, with its reason. Whether it paused.
 */
export async function pauseSchedules(db: Db, pause: SchedulePause): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // Raised first: its row lock makes whoever adds or changes a schedule wait, and then see the pause.
    await raiseVersion(tx, 'schedules')
    const schedules = await tx
      .updateTable('schedules')
      .set({ nextRunAt: null })
      .returning('id')
      .execute()
    if (schedules.length === 0) return false
    return addPreference(tx, preference, pause)
  })
}

/** Since when and why all schedules are paused; `null` while they are not. */
export async function readSchedulePause(db: Db): Promise<SchedulePause | null> {
  return SchedulePause.safeParse(await readPreference(db, preference)).data ?? null
}

/** Ends the pause; whether there was one. Each schedule is the caller's to give its next run. */
export async function endSchedulePause(tx: Db): Promise<boolean> {
  return deletePreference(tx, preference)
}
