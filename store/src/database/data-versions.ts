import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './open-database.ts'

/** Data that clients poll with conditional requests, and data that servers cache in memory. */
export type VersionedData =
  | 'jobs'
  | 'reports'
  | 'imports'
  | 'schedules'
  | 'notices'
  | 'volunteers'
  | 'calls'

/**
 * Raises the version. Call it in the transaction of the change, so that the version is raised exactly when the change
 * becomes visible. Returns the number of the change; the open transaction keeps others from getting the same number.
 */
export async function raiseVersion(db: Db, name: VersionedData): Promise<number> {
  const stamp = randomUUID()
  const { version } = await db
    .insertInto('data_versions')
    .values({ name, version: 1, stamp })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ version: sql`data_versions.version + 1`, stamp }),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Raises all versions at once, for changes that affect all data. */
export async function raiseAllVersions(db: Db): Promise<void> {
  await db
    .updateTable('data_versions')
    .set({ version: sql`version + 1`, stamp: randomUUID() })
    .execute()
}

/**
 * Returns a name for the state of the data, for ETags: it differs after every change, and from that of any other
 * database or of a history that a restored backup has ended (docs/decisions/0003-data-versions.md). `0` before the
 * first change.
 */
export async function readVersion(db: Db, name: VersionedData): Promise<string> {
  return (await readVersions(db, [name]))[0] ?? '0'
}

/** Returns the versions of several kinds of data, in their order. */
export async function readVersions(db: Db, names: readonly VersionedData[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db
    .selectFrom('data_versions')
    .select(['name', 'version', 'stamp'])
    .where('name', 'in', names)
    .execute()
  const found = new Map(rows.map(({ name, version, stamp }) => [name, `${version}-${stamp}`]))
  return names.map((name) => found.get(name) ?? '0')
}
