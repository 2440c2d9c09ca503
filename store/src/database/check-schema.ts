import { sql } from 'kysely'
import { type Db, isPostgres } from './open-database.ts'

/** The database is not one that this version can use. The message is a sentence for whoever starts it. */
export class SchemaError extends Error {
  override name = 'SchemaError'
}

const history = 'kysely_migration'
/** Tables of this product whose names another program in the same PostgreSQL schema may use, too. */
const ownTables = ['users', 'sessions', 'jobs', 'reports', 'volunteers']

/** Throws SchemaError for a database of a newer version, or of another program. */
export async function checkSchema(db: Db, known: readonly string[]): Promise<void> {
  const tables = await listTables(db)
  if (tables.includes(history)) return refuseNewer(db, known)
  const foreign = isPostgres(db) ? tables.filter((name) => ownTables.includes(name)) : tables
  if (foreign.length === 0) return
  throw new SchemaError(
    `The database holds tables of another program, such as "${foreign[0]}". Give the dashboard a database of its own.`,
  )
}

async function refuseNewer(db: Db, known: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(history)}`.execute(db)
  const unknown = rows.find(({ name }) => !known.includes(name))
  if (!unknown) return
  throw new SchemaError(
    `The database was used by a newer version of the dashboard (it has "${unknown.name}"). Start that version or a newer one, or restore a backup from before the update.`,
  )
}

/** The migrations that the database has had, oldest first; none for an empty one. */
export async function readSchema(db: Db): Promise<string[]> {
  if (!(await listTables(db)).includes(history)) return []
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(history)} order by name`.execute(db)
  return rows.map(({ name }) => name)
}

async function listTables(db: Db): Promise<string[]> {
  const query = isPostgres(db)
    ? sql<{
        name: string
      }>`select table_name as name from information_schema.tables where table_schema = current_schema()`
    : sql<{
        name: string
      }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
  const { rows } = await query.execute(db)
  return rows.map(({ name }) => name)
}
