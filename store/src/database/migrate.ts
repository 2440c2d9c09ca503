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
import * as imports from './migrations/0014-imports.ts'
import * as schedules from './migrations/0015-schedules.ts'
import * as notices from './migrations/0016-notices.ts'
import * as volunteerSearch from './migrations/0017-volunteer-search.ts'
import * as lists from './migrations/0018-lists.ts'
import * as scope from './migrations/0019-scope.ts'
import * as callLists from './migrations/0020-call-lists.ts'
import * as factors from './migrations/0021-factors.ts'
import * as sessions from './migrations/0022-sessions.ts'
import * as keeping from './migrations/0023-keeping.ts'
import * as openidAndLinks from './migrations/0024-openid-and-links.ts'
import * as volunteerLists from './migrations/0025-volunteer-lists.ts'
import * as lowestVersion from './migrations/0026-lowest-version.ts'
import * as namesakes from './migrations/0027-namesakes.ts'
import * as wrongCodes from './migrations/0028-wrong-codes.ts'
import * as reportContents from './migrations/0029-report-contents.ts'
import * as ownSheets from './migrations/0030-own-sheets.ts'
import * as accessTokens from './migrations/0031-access-tokens.ts'
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
  '0014-imports': imports,
  '0015-schedules': schedules,
  '0016-notices': notices,
  '0017-volunteer-search': volunteerSearch,
  '0018-lists': lists,
  '0019-scope': scope,
  '0020-call-lists': callLists,
  '0021-factors': factors,
  '0022-sessions': sessions,
  '0023-keeping': keeping,
  '0024-openid-and-links': openidAndLinks,
  '0025-volunteer-lists': volunteerLists,
  '0026-lowest-version': lowestVersion,
  '0027-namesakes': namesakes,
  '0028-wrong-codes': wrongCodes,
  '0029-report-contents': reportContents,
  '0030-own-sheets': ownSheets,
  '0031-access-tokens': accessTokens,
}

/** All migrations of this version, oldest first. */
export const migrationNames: readonly string[] = Object.keys(migrations)
const newest = migrationNames.at(-1) ?? ''

/**
 * Migrates the database to the newest schema or, in tests, to that of an earlier migration. Several programs may start
 * it at once.
 * @throws SchemaError
 */
export async function migrate(db: Db, upTo = newest): Promise<void> {
  if (isPostgres(db)) return runMigrations(db, { upTo, disableTransactions: false })
  // Kysely's migrator runs SQLite's data definition outside a transaction. A kill in the middle would leave a half
  // migrated database, with which no server starts.
  await db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection)
    try {
      await runMigrations(connection, { upTo, disableTransactions: true })
      await sql`commit`.execute(connection)
    } catch (error) {
      await sql`rollback`.execute(connection)
      throw error
    }
  })
}

async function runMigrations(
  db: Db,
  { upTo, disableTransactions }: { upTo: string; disableTransactions: boolean },
): Promise<void> {
  await checkSchema(db, migrationNames)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateTo(upTo, { disableTransactions })
  if (error) throw error
}
