import { sql } from 'kysely'
import { readProgramVersion } from '../program-version.ts'
import { checkPostgres } from './check-postgres.ts'
import { type Db, isPostgres } from './open-database.ts'

/** This version cannot use the database. The message is a sentence for the person who starts the program. */
export class SchemaError extends Error {
  override name = 'SchemaError'
}

const history = 'kysely_migration'
/** Tables of this product whose names another program in the same PostgreSQL schema may also use. */
const ownTables = ['users', 'sessions', 'jobs', 'reports', 'volunteers']

/**
 * Throws SchemaError if the database needs a newer program version, or belongs to another program.
 * @throws UnusablePostgres
 */
export async function checkSchema(db: Db, known: readonly string[]): Promise<void> {
  if (isPostgres(db)) await checkPostgres(db)
  const tables = await listTables(db)
  if (tables.includes(history)) {
    await refuseUnknown(db, known)
    return
  }
  const foreign = isPostgres(db) ? tables.filter((name) => ownTables.includes(name)) : tables
  if (foreign.length === 0) return
  throw new SchemaError(
    `The database holds tables of another program, such as "${foreign[0]}". Give the dashboard a database of its own.`,
  )
}

/**
 * Throws SchemaError unless the database has exactly the migrations in `known` and this version may use it. Used by
 * programs that do not migrate the database themselves (docs/operations.md#updating).
 */
export async function requireSchema(db: Db, known: readonly string[]): Promise<void> {
  await checkSchema(db, known)
  const [missing] = await listPending(db, known)
  if (missing === undefined) return
  throw new SchemaError(
    `The database is of an earlier version of the dashboard (it lacks "${missing}"), and this is version ${readProgramVersion()}. Start the server of this version, which brings it up to date, or use the program of the version that the server has.`,
  )
}

/** Returns the migrations in `known` that were not applied to the database yet, oldest first. */
export async function listPending(db: Db, known: readonly string[]): Promise<string[]> {
  const schema = await readSchema(db)
  return known.filter((name) => !schema.includes(name))
}

async function refuseUnknown(db: Db, known: readonly string[]): Promise<void> {
  const schema = await readSchema(db)
  const unknown = schema.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new SchemaError(
    `The database was used by a newer version of the dashboard (it has "${unknown}"). Start that version or a newer one, or restore a backup from before the update.`,
  )
}

/** Returns the migrations that were applied to the database, oldest first; none for an empty one. */
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
