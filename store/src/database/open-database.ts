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
import { tlsFaultOf } from '../outside/connection-reasons.ts'
import type { DatabaseSettings, PostgresSettings } from '../settings/settings.ts'
import { nodeSqliteDialect } from './node-sqlite-dialect.ts'
import type { PoolLimits } from './postgres-pool.ts'
import type { Database } from './schema.ts'
import { isSqliteBusy } from './sqlite-errors.ts'

export type Db = Kysely<Database>

/**
 * Kinds of programs and threads that open the database; each has its own time limits (docs/operations.md#deadlines).
 */
export type DatabaseUser = 'server' | 'runner' | 'heartbeat' | 'command'

interface Limits {
  /** How long a write waits for SQLite's lock, including other writes of its process. */
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

/** Returns a database in which `in` an empty list holds for nothing: PostgreSQL refuses it (42601). */
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

/**
 * Codes for a connection that cannot be opened or has broken, and for statements that PostgreSQL has ended for taking
 * too long.
 */
const unavailable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53400',
  '25P03',
  // Changes are refused by a standby, as for a while around a failover.
  '25006',
])

/** Codes for a password, a database's name or a right that was not accepted. */
const refusals = new Set(['28P01', '28000', '3D000', '42501'])

/** Whether PostgreSQL or this side refuses the connection, so that waiting does not help. */
export function isConnectionRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.message === 'The server does not support SSL connections') return true
  if (tlsFaultOf(error) !== undefined || isRefusedByPooler(error)) return true
  return 'code' in error && typeof error.code === 'string' && refusals.has(error.code)
}

/** Whether PgBouncer refuses the time limits of a connection, which it has to be set to ignore. */
function isRefusedByPooler({ message }: Error): boolean {
  return message.startsWith('unsupported startup parameter')
}

/** Whether a statement got no response from PostgreSQL, or PostgreSQL has ended it for taking too long. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message === 'Query read timeout' || ('code' in error && error.code === '57014')
}

/** Whether the database is unreachable or too busy at present, so that a later try may succeed (503). */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (isConnectionRefused(error) || isUnanswered(error)) return true
  if (isSqliteBusy(error)) return true
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string') {
    if (unavailable.has(error.code) || error.code.startsWith('08')) return true
  }
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  )
}

/** Whether a unique constraint was violated, in either database. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && error.code === '23505') return true
  return 'errcode' in error && (error.errcode === 2067 || error.errcode === 1555)
}

/** Whether a statement violated a foreign key or a unique constraint, in either database. */
export function isConstraintViolation(error: unknown): boolean {
  if (isUniqueViolation(error)) return true
  if (!(error instanceof Error)) return false
  if ('code' in error && error.code === '23503') return true
  return 'errcode' in error && error.errcode === 787
}
