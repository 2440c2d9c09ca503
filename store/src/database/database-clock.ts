import { type RawBuilder, sql } from 'kysely'
import { type IsoText, toIso } from './column-values.ts'
import { type Db, isPostgres } from './open-database.ts'

/**
 * Returns SQL for the instant `fromNowMs` milliseconds from now by the database's clock: on PostgreSQL that of the
 * database server, shared by all machines; on SQLite that of this machine.
 */
export function databaseInstant(db: Db, fromNowMs = 0): RawBuilder<IsoText> {
  if (!isPostgres(db)) return sql<IsoText>`${toIso(Date.now() + fromNowMs)}`
  return sql<IsoText>`to_char((clock_timestamp() + ${sql.lit(Math.round(fromNowMs))} * interval '1 millisecond')
    at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

export async function readDatabaseTime(db: Db): Promise<IsoText> {
  if (!isPostgres(db)) return toIso(Date.now())
  const { now } = await db.selectNoFrom(databaseInstant(db).as('now')).executeTakeFirstOrThrow()
  return now
}
