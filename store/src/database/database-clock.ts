import { type RawBuilder, sql } from 'kysely'
import { type IsoText, toIso } from './column-values.ts'
import { type Db, isPostgres } from './open-database.ts'

/**
 * The instant so many milliseconds from now, as the database's clock has it: on PostgreSQL that of its
 * server, the same for all machines that use it; on SQLite that of the one machine there is.
 */
export function databaseInstant(db: Db, fromNowMs = 0): RawBuilder<IsoText> {
  if (!isPostgres(db)) return sql<IsoText>`${toIso(Date.now() + fromNowMs)}`
  return sql<IsoText>`to_char((clock_timestamp() + ${sql.lit(Math.round(fromNowMs))} * interval '1 millisecond')
    at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** The present instant as the database's clock has it. */
export async function readDatabaseTime(db: Db): Promise<IsoText> {
  if (!isPostgres(db)) return toIso(Date.now())
  const { now } = await db.selectNoFrom(databaseInstant(db).as('now')).executeTakeFirstOrThrow()
  return now
}
