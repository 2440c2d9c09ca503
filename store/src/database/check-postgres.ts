import { sql } from 'kysely'
import type { Db } from './open-database.ts'

/** This PostgreSQL answers, but cannot be used. The message says what is wrong, then what to run. */
export class UnusablePostgres extends Error {
  override name = 'UnusablePostgres'
}

interface Facts {
  role: string
  database: string
  /** `null` if no schema of the search path exists. */
  schema: string | null
  encoding: string
  isReadOnly: boolean
  isStandby: boolean
  mayCreate: boolean
  hasTables: boolean
}

/**
 * Throws UnusablePostgres where reads succeed and changes would fail, at once or with the first name that the encoding
 * of the database cannot hold.
 */
export async function checkPostgres(db: Db): Promise<void> {
  const { rows } = await sql<Facts>`
    select current_user::text as role, current_database()::text as database,
      current_schema()::text as schema, current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      pg_is_in_recovery() as "isStandby",
      coalesce(has_schema_privilege(current_schema()::text, 'create'), false) as "mayCreate",
      to_regclass('kysely_migration') is not null as "hasTables"`.execute(db)
  const fault = rows[0] && findFault(rows[0])
  if (fault !== undefined) throw new UnusablePostgres(fault)
}

const poolerRounds = 3

/**
 * Throws UnusablePostgres behind a pooler that lends a connection of PostgreSQL for a transaction or a statement only:
 * an import gathers its rows in temporary tables. With such a pooler, one connection of PostgreSQL may serve two of
 * ours, or several of them one of ours in turn. Needs two connections.
 */
export async function checkPooler(db: Db): Promise<void> {
  await db.connection().execute((one) =>
    db.connection().execute(async (other) => {
      const own = await readServerProcess(one)
      for (let round = 0; round < poolerRounds; round += 1) {
        const again = await readServerProcess(one)
        const others = await readServerProcess(other)
        if (again === own && others !== own) continue
        throw new UnusablePostgres(
          'DATABASE_URL names a pooler that lends connections for a transaction or a statement only, and imports need theirs for a session. With PgBouncer, set pool_mode = session in pgbouncer.ini, also where the database or the user has a pool_mode of its own, and restart it; or name PostgreSQL itself in DATABASE_URL.',
        )
      }
    }),
  )
}

async function readServerProcess(connection: Db): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
  return rows[0]?.pid
}

function findFault(facts: Facts): string | undefined {
  const role = quote(facts.role)
  const database = quote(facts.database)
  if (facts.encoding !== 'UTF8') {
    return `The database ${database} has the encoding ${facts.encoding}, which cannot keep every name safely. Run: create database dashboard encoding 'UTF8' template template0, and name that database in DATABASE_URL.`
  }
  if (facts.isStandby) {
    return 'This PostgreSQL is a standby, which can only be read. Name the primary in DATABASE_URL.'
  }
  if (facts.isReadOnly) {
    return `The database ${database} can only be read: default_transaction_read_only is on. Run: alter database ${database} reset default_transaction_read_only; where the role or the server sets it, reset it there.`
  }
  if (facts.schema === null) {
    return `The search_path of ${role} in the database ${database} names no schema that exists. Run: alter database ${database} reset search_path; where the role sets it: alter role ${role} reset search_path.`
  }
  if (facts.hasTables || facts.mayCreate) return undefined
  return `The role ${role} may not create tables in the schema ${quote(facts.schema)} of the database ${database}. Run there, as its owner: grant create, usage on schema ${quote(facts.schema)} to ${role}.`
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
