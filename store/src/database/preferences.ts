import { fromJsonOr, nowIso, toJson } from './column-values.ts'
import type { Db } from './open-database.ts'

/** Single values that are stored across restarts, as JSON in the table `preferences`, each under a name. */

/** All names. Only one module reads and writes the value of each. */
export type PreferenceName =
  | 'auto-sync'
  | 'auto-sync-runs'
  | 'github-check'
  | 'last-backup'
  | 'last-backup-try'
  | 'report-deletion'
  | 'retention'
  | 'run-settings'
  | 'schedules-pause'
  | 'notified-skipped-rows'

/** Returns the value saved under the name, with the type `T` that its module saves; `undefined` if there is none. */
export async function readPreference<T>(db: Db, name: PreferenceName): Promise<T | undefined> {
  return (await findPreference<T>(db, name))?.value
}

/** Returns the value with the instant of its last change. */
export async function findPreference<T>(
  db: Db,
  name: PreferenceName,
): Promise<{ value: T; updatedAt: string } | undefined> {
  const row = await db
    .selectFrom('preferences')
    .select(['value', 'updatedAt'])
    .where('name', '=', name)
    .executeTakeFirst()
  const value = fromJsonOr<T | undefined>(row?.value ?? null, undefined)
  return row && value !== undefined ? { value, updatedAt: row.updatedAt } : undefined
}

export async function savePreference(db: Db, name: PreferenceName, value: unknown): Promise<void> {
  const values = { value: toJson(value), updatedAt: nowIso() }
  await db
    .insertInto('preferences')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

/** Saves a value unless there is one already. Returns whether it was saved. */
export async function addPreference(
  db: Db,
  name: PreferenceName,
  value: unknown,
): Promise<boolean> {
  const added = await db
    .insertInto('preferences')
    .values({ name, value: toJson(value), updatedAt: nowIso() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  return added !== undefined
}

/** Makes other transactions that lock the same value wait until this one ends; does nothing where there is no value. */
export async function lockPreference(tx: Db, name: PreferenceName): Promise<void> {
  await tx
    .updateTable('preferences')
    .set({ updatedAt: nowIso() })
    .where('name', '=', name)
    .execute()
}

export async function deletePreference(db: Db, name: PreferenceName): Promise<boolean> {
  const deleted = await db
    .deleteFrom('preferences')
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst()
  return deleted !== undefined
}
