import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './open-database.ts'
import { beforeCommit } from './transactions.ts'

/**
 * The one order of locks (docs/architecture.md#locks): first a lock of `OwnLock`, then rows, those of jobs before any
 * other, then versions in this order. Many transactions raise the same versions, so these come last.
 */
const versionOrder = [
  'reports',
  'notices',
  'volunteers',
  'imports',
  'calls',
  'schedules',
  'jobs',
] as const

/** Data that clients poll with conditional requests, and data that servers cache in memory. */
export type VersionedData = (typeof versionOrder)[number]

/**
 * Raises the version. Call it in the transaction of the change, so that the version is raised exactly when the change
 * becomes visible: right before the transaction commits.
 */
export async function raiseVersion(tx: Db, name: VersionedData): Promise<void> {
  const raise = () => lockVersion(tx, name)
  if (!beforeCommit(tx, versionOrder.indexOf(name), raise)) await raise()
}

/**
 * Locks of those that must see what the others have written, such as all rows that are counted for a limit. Nobody
 * polls them, so they are taken before the rows they are about.
 */
type OwnLock =
  | 'job-starts'
  | 'stored-reports'
  | 'schedule-changes'
  | 'column-matches'
  | 'openid-attempts'

/**
 * Raises the version at once and locks it until the transaction ends. Returns the number of the change, by which jobs
 * and notices are ordered.
 */
export async function lockVersion(db: Db, name: VersionedData | OwnLock): Promise<number> {
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

/**
 * Returns a name for the state of the data, for ETags: it differs after every change, and from that of any other
 * database or of a history that a restored backup has ended (docs/decisions/0003-data-versions.md). `0` before the
 * first change.
 */
export async function readVersion(db: Db, name: VersionedData): Promise<string> {
  return (await readVersions(db, [name]))[0] ?? '0'
}

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
