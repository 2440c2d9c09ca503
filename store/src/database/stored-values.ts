import { fromJsonOr, nowIso, toJson } from './column-values.ts'
import type { Db } from './open-database.ts'

/** The names of single values that outlive a restart; each is read and written by one module. */
export type StoredValueName =
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
  | 'weekly-mail'

/** Returns the value saved under the name, with the type `T` that its module saves; `undefined` if there is none. */
export async function readStoredValue<T>(db: Db, name: StoredValueName): Promise<T | undefined> {
  return (await findStoredValue<T>(db, name))?.value
}

/** Returns the value with the instant of its last change. */
export async function findStoredValue<T>(
  db: Db,
  name: StoredValueName,
): Promise<{ value: T; updatedAt: string } | undefined> {
  const row = await db
    .selectFrom('stored_values')
    .select(['value', 'updatedAt'])
    .where('name', '=', name)
    .executeTakeFirst()
  const value = fromJsonOr<T | undefined>(row?.value ?? null, undefined)
  return row && value !== undefined ? { value, updatedAt: row.updatedAt } : undefined
}

export async function saveStoredValue(
  db: Db,
  name: StoredValueName,
  value: unknown,
): Promise<void> {
  const values = { value: toJson(value), updatedAt: nowIso() }
  await db
    .insertInto('stored_values')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

/** Saves a value unless there is one already. Returns whether it was saved. */
export async function addStoredValue(
  db: Db,
  name: StoredValueName,
  value: unknown,
): Promise<boolean> {
  const added = await db
    .insertInto('stored_values')
    .values({ name, value: toJson(value), updatedAt: nowIso() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  return added !== undefined
}

/** Makes other transactions that lock the same value wait until this one ends; does nothing where there is no value. */
export async function lockStoredValue(tx: Db, name: StoredValueName): Promise<void> {
  await tx
    .updateTable('stored_values')
    .set({ updatedAt: nowIso() })
    .where('name', '=', name)
    .execute()
}

export async function deleteStoredValue(db: Db, name: StoredValueName): Promise<boolean> {
  const deleted = await db
    .deleteFrom('stored_values')
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst()
  return deleted !== undefined
}
