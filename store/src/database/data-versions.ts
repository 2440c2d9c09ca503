import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { fromJson, type JsonText } from './column-values.ts'
import { type KeptRead, keepUnchanged } from './keep-unchanged.ts'
import { type Db, isPostgres } from './open-database.ts'

/** What is polled and therefore answers conditional requests, and what servers keep in memory. */
export type VersionedData =
  | 'jobs'
  | 'reports'
  | 'imports'
  | 'schedules'
  | 'notices'
  | 'volunteers'
  | 'calls'

/**
 * Raises the version; call it in the transaction of the change, so that none is missed or early.
 * Returns the number of the change. It grows, and the open transaction keeps others from getting the same.
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

const readers = new WeakMap<Db, KeptRead<string>>()

/**
 * Names the state of the data, for ETags: another one after every change, and never that of another
 * database or of a history that a restored backup has ended
 * (docs/decisions/0003-data-versions.md). `0` before the first change.
 */
export async function readVersion(db: Db, name: VersionedData): Promise<string> {
  const read = readers.get(db) ?? keepUnchanged(db, (names) => readVersions(db, names))
  readers.set(db, read)
  return (await read(name)) ?? '0'
}

/** The version of each list, as `readVersion` has it; one that was never changed is left out. */
export type DataVersions = Readonly<Partial<Record<VersionedData, string>>>

/**
 * All versions, for a statement that reads something else at the same time: what every request reads comes in one
 * (docs/decisions/0019-reads-of-every-request.md). `parseVersions` reads it.
 */
export function allVersions(db: Db): RawBuilder<JsonText> {
  const asObject = isPostgres(db)
    ? sql`json_object_agg(name, version || '-' || stamp)`
    : sql`json_group_object(name, version || '-' || stamp)`
  return sql`(select cast(${asObject} as text) from data_versions)`
}

/** PostgreSQL has nothing for a table without rows. */
export function parseVersions(text: JsonText | null): DataVersions {
  return text === null ? {} : fromJson<DataVersions>(text)
}

async function readVersions(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('data_versions')
    .select(['name', 'version', 'stamp'])
    .where('name', 'in', names)
    .execute()
  return new Map(rows.map(({ name, version, stamp }) => [name, `${version}-${stamp}`]))
}
