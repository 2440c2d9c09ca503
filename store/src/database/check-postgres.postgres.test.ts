import {
  hasPgBouncer,
  hasPostgres,
  type PostgresServer,
  startPgBouncer,
  startPostgres,
} from '@dashboard/doubles/postgres/postgres-server'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { checkPooler } from './check-postgres.ts'
import { requireSchema } from './check-schema.ts'
import { isConnectionRefused, isDatabaseUnavailable } from './database-errors.ts'
import { explainPostgres } from './explain-database.ts'
import { migrate, migrationNames } from './migrate.ts'
import { type Db, openDatabase } from './open-database.ts'

describe.runIf(hasPostgres())('a PostgreSQL that answers, but cannot be used', () => {
  let server: PostgresServer
  beforeAll(async () => {
    const started = await startPostgres()
    if (!started) throw new Error('There is no PostgreSQL')
    server = started
    await run(server.url, 'create role poor login')
  })
  afterAll(() => server.stop())

  const encoded = (encoding: string) => async () => {
    const name = `encoded_${encoding.toLowerCase()}`
    await run(server.url, `create database ${name} encoding '${encoding}' template template0`)
    return addressOf(server.url, name)
  }
  const cases: [name: string, make: () => Promise<string>, sentence: string][] = [
    [
      'a role without CREATE on its schema',
      async () => asRole(server.createDatabase({ name: 'owned' }), 'poor'),
      'The role "poor" may not create tables in the schema "public" of the database "owned". Run there, as its owner: grant create, usage on schema "public" to "poor".',
    ],
    [
      'one that is read-only',
      async () => {
        const url = server.createDatabase({ name: 'readonly' })
        await run(server.url, 'alter database readonly set default_transaction_read_only = on')
        return url
      },
      'The database "readonly" can only be read: default_transaction_read_only is on. Run: alter database "readonly" reset default_transaction_read_only; where the role or the server sets it, reset it there.',
    ],
    [
      'an empty search path',
      async () => {
        const url = server.createDatabase({ name: 'pathless' })
        await run(server.url, "alter database pathless set search_path = ''")
        return url
      },
      'The search_path of "dashboard" in the database "pathless" names no schema that exists. Run: alter database "pathless" reset search_path; where the role sets it: alter role "dashboard" reset search_path.',
    ],
    ...['LATIN1', 'SQL_ASCII'].map((encoding): [string, () => Promise<string>, string] => [
      `the encoding ${encoding}`,
      encoded(encoding),
      `The database "encoded_${encoding.toLowerCase()}" has the encoding ${encoding}, which cannot keep every name safely. Run: create database dashboard encoding 'UTF8' template template0, and name that database in DATABASE_URL.`,
    ]),
  ]

  test('a standby that follows its primary is reported by a program that migrates and one that does not', async () => {
    const primary = server.createDatabase({ name: 'followed' })
    await withDatabase(primary, migrate)
    const standby = await startPostgres({ primaryUrl: server.url })
    if (!standby) throw new Error('There is no PostgreSQL')
    onTestFinished(() => standby.stop())
    const url = addressOf(standby.url, 'followed')
    await withDatabase(url, async (db) => {
      for (const use of [() => migrate(db), () => requireSchema(db, migrationNames())]) {
        const error = await use().catch((failure: unknown) => failure)
        expect(explainPostgres({ kind: 'postgres', url }, error)).toBe(
          'This PostgreSQL is a standby, which can only be read. Name the primary in DATABASE_URL.',
        )
      }
    })
  })

  test.each(cases)(
    '%s: a program that migrates and one that only uses it say what to run',
    async (_, make, sentence) => {
      const url = await make()
      await withDatabase(url, async (db) => {
        for (const use of [() => migrate(db), () => requireSchema(db, migrationNames())]) {
          const error = await use().catch((failure: unknown) => failure)
          expect(explainPostgres({ kind: 'postgres', url }, error)).toBe(sentence)
        }
      })
    },
  )

  test('a role that may not read the tables of another one is told which right it lacks', async () => {
    const url = server.createDatabase({ name: 'others' })
    await withDatabase(url, migrate)
    const address = { kind: 'postgres' as const, url: asRole(url, 'poor') }
    const error = await withDatabase(address.url, (db) =>
      db
        .selectFrom('users')
        .selectAll()
        .execute()
        .catch((failure: unknown) => failure),
    )
    expect(explainPostgres(address, error)).toContain(
      "refuses the role of DATABASE_URL a right: permission denied for table users. Name the role that owns the dashboard's tables",
    )
    expect(isConnectionRefused(error)).toBe(true)
  })

  test('a change during a failover counts as a temporary outage of the database', async () => {
    const url = server.createDatabase({ name: 'failover' })
    await withDatabase(url, migrate)
    await run(server.url, 'alter database failover set default_transaction_read_only = on')
    const error = await withDatabase(url, (db) =>
      db
        .deleteFrom('users')
        .execute()
        .catch((failure: unknown) => failure),
    )
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect(explainPostgres({ kind: 'postgres', url }, error)).toContain('accepts no changes')
  })
})

describe.runIf(hasPostgres() && hasPgBouncer())('behind PgBouncer', () => {
  let server: PostgresServer
  beforeAll(async () => {
    const started = await startPostgres()
    if (!started) throw new Error('There is no PostgreSQL')
    server = started
    return () => started.stop()
  })

  const limits =
    'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout'
  const behind = async (...lines: string[]) => {
    const pooler = await startPgBouncer(server.createDatabase(), lines)
    onTestFinished(() => pooler.stop())
    return pooler.url
  }

  test.each([
    ['transaction', ''],
    ['transaction', 'server_round_robin = 1'],
    ['transaction', 'default_pool_size = 1'],
    ['statement', ''],
  ])('in mode %s %s, the error says what to set', async (mode, more) => {
    const url = await behind(limits, `pool_mode = ${mode}`, more)
    // Other programs leave several connections of PostgreSQL behind, which the pooler then lends.
    const others = [1, 2, 3].map(() => run(url, 'select pg_sleep(0.1)'))
    await Promise.all(others)
    const error = await withDatabase(url, checkPooler).catch((failure: unknown) => failure)
    expect(explainPostgres({ kind: 'postgres', url }, error)).toContain(
      'With PgBouncer, set pool_mode = session in pgbouncer.ini',
    )
  })

  test('session mode is accepted', async () => {
    const url = await behind(limits, 'pool_mode = session')
    await withDatabase(url, async (db) => {
      await checkPooler(db)
      await migrate(db)
    })
  })

  test('the error names the time limits that it has to be set to ignore', async () => {
    const url = await behind('pool_mode = session')
    const error = await withDatabase(url, migrate).catch((failure: unknown) => failure)
    expect(explainPostgres({ kind: 'postgres', url }, error)).toContain(`Set there: ${limits}.`)
    expect(isConnectionRefused(error)).toBe(true)
  })
})

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase({ kind: 'postgres', url }, 'command')
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

function addressOf(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href
}

function asRole(url: string, username: string): string {
  return Object.assign(new URL(url), { username }).href
}
