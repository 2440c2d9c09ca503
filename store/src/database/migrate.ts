import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { checkSchema } from './check-schema.ts'
import * as initial from './migrations/0001-initial.ts'
import * as versionStamps from './migrations/0002-version-stamps.ts'
import * as jobInterruptions from './migrations/0003-job-interruptions.ts'
import * as leaderLeases from './migrations/0004-leader-leases.ts'
import * as jobFacts from './migrations/0005-job-facts.ts'
import * as names from './migrations/0006-names.ts'
import * as audit from './migrations/0007-audit.ts'
import * as jobRetries from './migrations/0008-job-retries.ts'
import * as rowHash from './migrations/0009-row-hash.ts'
import * as syncFacts from './migrations/0010-sync-facts.ts'
import * as signInsAndTimes from './migrations/0011-sign-ins-and-times.ts'
import * as boardIndexes from './migrations/0012-board-indexes.ts'
import * as accountAndReportFacts from './migrations/0013-account-and-report-facts.ts'
import { type Db, isPostgres } from './open-database.ts'

const migrations: Record<string, Migration> = {
  '0001-initial': initial,
  '0002-version-stamps': versionStamps,
  '0003-job-interruptions': jobInterruptions,
  '0004-leader-leases': leaderLeases,
  '0005-job-facts': jobFacts,
  '0006-names': names,
  '0007-audit': audit,
  '0008-job-retries': jobRetries,
  '0009-row-hash': rowHash,
  '0010-sync-facts': syncFacts,
  '0011-sign-ins-and-times': signInsAndTimes,
  '0012-board-indexes': boardIndexes,
  '0013-account-and-report-facts': accountAndReportFacts,
}

/** Brings the database to the newest schema; several starters at once are safe. Throws SchemaError. */
export async function migrate(db: Db): Promise<void> {
  if (isPostgres(db)) return runMigrations(db, false)
  // Kysely's migrator runs SQLite's data definition outside a transaction: a kill in the middle would leave a
  // half migrated database, with which no server starts.
  await db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection)
    try {
      await runMigrations(connection, true)
      await sql`commit`.execute(connection)
    } catch (error) {
      await sql`rollback`.execute(connection)
      throw error
    }
  })
}

async function runMigrations(db: Db, disableTransactions: boolean): Promise<void> {
  await checkSchema(db, Object.keys(migrations))
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest({ disableTransactions })
  if (error) throw error
}
