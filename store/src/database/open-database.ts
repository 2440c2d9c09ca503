import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  type Dialect,
  HandleEmptyInListsPlugin,
  Kysely,
  type KyselyPlugin,
  PostgresDialect,
  replaceWithNoncontingentExpression,
} from 'kysely'
import type { DatabaseSettings } from '../settings/settings.ts'
import type { PostgresSettings } from '../settings/settings-postgres.ts'
import { nodeSqliteDialect } from './node-sqlite-dialect.ts'
import type { PoolLimits } from './postgres-pool.ts'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>

/**
 * Kinds of programs and threads that open the database; each has its own time limits (docs/operations.md#deadlines).
 */
export type DatabaseUser = 'server' | 'runner' | 'heartbeat' | 'command'

interface Limits {
  /** How long a write tries to get SQLite's lock, counted from its request. */
  lockMs: number
  /** Limits of the PostgreSQL pool, unless the settings give the server's number of connections. */
  pool: PoolLimits
}

/**
 * Values in milliseconds. A server responds within 15 s. A runner's thread that waits for a connection also draws
 * reports, for several seconds where jobs have lower priority: a short limit would expire before the thread notices
 * that the connection is ready. A statement of an import may take many seconds, one of a backup or an upgrade minutes.
 */
const limits: Record<DatabaseUser, Limits> = {
  server: { lockMs: 12_000, pool: { size: 10, connectMs: 12_000, statementMs: 12_000 } },
  runner: { lockMs: 20_000, pool: { size: 3, connectMs: 60_000, statementMs: 120_000 } },
  heartbeat: { lockMs: 1_000, pool: { size: 1, connectMs: 5_000, statementMs: 4_000 } },
  command: { lockMs: 20_000, pool: { size: 3, connectMs: 5_000, statementMs: 600_000 } },
}

/** Opens the database without migrating it; `db.destroy()` closes it. */
export function openDatabase(settings: DatabaseSettings, user: DatabaseUser): Db {
  const { lockMs, pool } = limits[user]
  if (settings.kind === 'sqlite') {
    mkdirSync(dirname(settings.path), { recursive: true })
    return makeDatabase(nodeSqliteDialect({ path: settings.path, lockMs }))
  }
  const size = user === 'server' ? (settings.pool ?? pool.size) : pool.size
  return makeDatabase(postgresDialect(settings, { ...pool, size }))
}

/** Returns a database in which `in` an empty list matches nothing: PostgreSQL refuses such a list (42601). */
export function makeDatabase(dialect: Dialect): Db {
  return new Kysely<Database>({ dialect, plugins: [emptyLists] })
}

const lists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })

/** Lets `in` and `not in` take an empty list. Statements that add rows are left as they are: they may be very long. */
export const emptyLists: KyselyPlugin = {
  transformQuery: (query) =>
    query.node.kind === 'InsertQueryNode' ? query.node : lists.transformQuery(query),
  transformResult: async ({ result }) => result,
}

/** Returns Kysely's PostgreSQL dialect with counts and decimals as numbers, as SQLite returns them. */
export function postgresDialect(
  { url, tls }: Pick<PostgresSettings, 'url' | 'tls'>,
  limits: PoolLimits,
): PostgresDialect {
  return new PostgresDialect({
    // Loaded only when needed: with its dependencies, it is a sixth of the code that a job on SQLite would load.
    pool: async () =>
      (await import('./postgres-pool.ts')).openPostgresPool({ url, tls, ...limits }),
  })
}

/** Whether the database is PostgreSQL, for the few statements that differ. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter.supportsTransactionalDdl === true
}
