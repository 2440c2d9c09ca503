import { sql } from 'kysely'
import type { Db } from './database.ts'

/** What is polled and therefore answers conditional requests. */
export type VersionedData = 'jobs' | 'reports'

/** Raises the version; call it in the transaction of the change, so that none is missed or early. */
export async function raiseVersion(db: Db, name: VersionedData): Promise<void> {
  await db
    .insertInto('data_versions')
    .values({ name, version: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ version: sql`data_versions.version + 1` }),
    )
    .execute()
}

/** A number that grows with every change of the data; 0 before the first. */
export async function readVersion(db: Db, name: VersionedData): Promise<number> {
  const row = await db
    .selectFrom('data_versions')
    .select('version')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.version ?? 0
}
