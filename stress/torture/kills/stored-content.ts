import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import pg from 'pg'
import type { TortureOptions } from '../../torture-suite.ts'

export type Row = Record<string, string | number | null>
/** The rows of every table at one moment. */
export type StoredContent = Map<string, Row[]>

/** The database of a dashboard, accessed directly. */
export interface StoredDatabase {
  kind: 'sqlite' | 'postgres'
  /** The settings with which a server uses it. */
  environment: NodeJS.ProcessEnv
  query<T>(sql: string): Promise<T[]>
  readContent(): Promise<StoredContent>
}

export function openSqliteDatabase(dataDir: string): StoredDatabase {
  const read = <T>(work: (database: DatabaseSync) => T): T => {
    const database = new DatabaseSync(join(dataDir, 'dashboard.db'), { timeout: 10_000 })
    try {
      return work(database)
    } finally {
      database.close()
    }
  }
  const all = (database: DatabaseSync, sql: string) => database.prepare(sql).all()
  return {
    kind: 'sqlite',
    environment: {},
    query: async <T>(sql: string) => read((database) => all(database, sql) as T[]),
    readContent: async () =>
      read((database) => {
        database.exec('begin')
        const tables = all(database, "select name from sqlite_master where type = 'table'")
        return new Map(
          tables.map(({ name }) => [
            String(name),
            all(database, `select * from "${name}"`).map((row) => ({ ...row }) as Row),
          ]),
        )
      }),
  }
}

export function openPostgresDatabase(url: string): StoredDatabase {
  const read = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  return {
    kind: 'postgres',
    environment: {
      DATABASE_URL: url,
      SESSION_SECRET: 'a secret for one run of the torture suites',
    },
    query: (sql) => read(async (client) => (await client.query(sql)).rows),
    readContent: () =>
      read(async (client) => {
        await client.query('begin isolation level repeatable read')
        const tables = await client.query<{ name: string }>(
          "select tablename as name from pg_tables where schemaname = 'public'",
        )
        const content: StoredContent = new Map()
        for (const { name } of tables.rows) {
          content.set(name, (await client.query<Row>(`select * from "${name}"`)).rows)
        }
        return content
      }),
  }
}

/** Runs the work with an empty database and data folder; PostgreSQL is left out where it is not installed. */
export async function withDatabase(
  kind: StoredDatabase['kind'],
  print: TortureOptions['print'],
  work: (database: StoredDatabase, dataDir: string) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dashboard-torture-'))
  try {
    if (kind === 'sqlite') return await work(openSqliteDatabase(dataDir), dataDir)
    const postgres = await startPostgres()
    if (!postgres) return print('not tried: PostgreSQL, which is not installed on this machine')
    try {
      await work(openPostgresDatabase(postgres.createDatabase()), dataDir)
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Returns the names of those tables whose rows differ, ignoring their order. */
export function tablesThatDiffer(
  one: StoredContent,
  other: StoredContent,
  tables: Iterable<string> = new Set([...one.keys(), ...other.keys()]),
): string[] {
  return [...tables].filter((table) => linesOf(one, table) !== linesOf(other, table))
}

/** The suite itself signs in to check that people can. */
const changingColumns = new Set(['lastSignInAt'])

function linesOf(content: StoredContent, table: string): string {
  return (content.get(table) ?? [])
    .map((row) =>
      JSON.stringify(Object.entries(row).filter(([name]) => !changingColumns.has(name))),
    )
    .sort()
    .join('\n')
}

/** Returns a job of the type that did not exist before. */
export function newJob(type: string, before: StoredContent, after: StoredContent): Row | undefined {
  const known = new Set((before.get('jobs') ?? []).map(({ id }) => id))
  return after.get('jobs')?.find((job) => job.type === type && !known.has(job.id ?? null))
}
