import { DatabaseSync } from 'node:sqlite'
import { readSchema } from '@dashboard/store/database/check-schema'
import { migrate, migrationNames } from '@dashboard/store/database/migrate'
import { type Db, isPostgres, openDatabase } from '@dashboard/store/database/open-database'
import { sql } from 'kysely'
import { StartError } from '../start/start-error.ts'
import { copyRows } from './copy-rows.ts'
import type { Manifest } from './manifest.ts'

/**
 * Writes everything that is committed at one moment into a new SQLite file, while others go on writing
 * (docs/decisions/0038-backup.md).
 * @throws StartError when a PostgreSQL has another schema than this version.
 */
export async function takeSnapshot(db: Db, path: string): Promise<void> {
  if (isPostgres(db)) await copyPostgres(db, path)
  // This reads the database in one go; no writer delays it, and it delays no writer.
  else await sql`vacuum into ${path}`.execute(db)
}

async function copyPostgres(db: Db, path: string): Promise<void> {
  const schema = await readSchema(db)
  if (schema.join() !== migrationNames().join()) {
    throw new StartError(
      'The database is not at the schema of this version. Make the backup with the version that uses it, or start this one first.',
    )
  }
  await using copy = openSnapshot(path)
  await migrate(copy)
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((source) => copy.transaction().execute((tx) => copyRows(source, tx)))
}

/** Opens an SQLite file that only this program uses. */
export function openSnapshot(path: string): Db {
  return openDatabase({ kind: 'sqlite', path }, 'command')
}

export async function describeSnapshot(path: string): Promise<Pick<Manifest, 'schema' | 'rows'>> {
  checkIntegrity(path)
  await using db = openSnapshot(path)
  return { schema: await readSchema(db), rows: await countRowsByTable(db) }
}

export async function countRowsByTable(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of await db.introspection.getTables()) {
    if (name.startsWith('kysely_')) continue
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)}`.execute(db)
    counts[name] = rows[0]?.count ?? 0
  }
  return counts
}

/**
 * Checks an SQLite file.
 * @throws StartError when SQLite finds the file damaged, or a row refers to one that does not exist.
 */
export function checkIntegrity(path: string): void {
  using file = new DatabaseSync(path, { timeout: 5_000 })
  const [found] = file.prepare('pragma integrity_check(1)').all()
  const isWhole = found !== undefined && Object.values(found)[0] === 'ok'
  if (!isWhole) throw new StartError(`The database is damaged: ${Object.values(found ?? {})[0]}.`)
  const [orphan] = file.prepare('pragma foreign_key_check').all()
  if (orphan) {
    throw new StartError(
      `The database is damaged: a row of ${orphan.table} refers to one of ${orphan.parent} that does not exist.`,
    )
  }
}
