import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { checkSchema } from './check-schema.ts'
import * as firstSchema from './migrations/0001-first-schema.ts'
import { type Db, isPostgres } from './open-database.ts'

/** All migrations of this version by name, oldest first. */
export const migrations = new Map<string, Migration>([['0001-first-schema', firstSchema]])

export function migrationNames(): string[] {
  return [...migrations.keys()]
}

/**
 * Migrates the database to the newest schema. Several programs may start it at once.
 * @throws SchemaError
 */
export async function migrate(db: Db): Promise<void> {
  if (isPostgres(db)) return runMigrations(db, { disableTransactions: false })
  // Kysely's migrator runs SQLite's data definition outside a transaction. A kill in the middle would leave a half
  // migrated database, with which no server starts.
  await db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection)
    try {
      await runMigrations(connection, { disableTransactions: true })
      await sql`commit`.execute(connection)
    } catch (error) {
      await sql`rollback`.execute(connection)
      throw error
    }
  })
}

async function runMigrations(db: Db, options: { disableTransactions: boolean }): Promise<void> {
  await checkSchema(db, migrationNames())
  const provider = { getMigrations: async () => Object.fromEntries(migrations) }
  const migrator = new Migrator({ db, provider })
  const { error } = await migrator.migrateToLatest(options)
  if (error) throw error
}
