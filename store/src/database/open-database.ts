import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import type { DatabaseSettings, PostgresSettings } from '../settings/settings.ts'
import { nodeSqliteDialect } from './node-sqlite-dialect.ts'
import { DatabaseReplaced } from './opened-file.ts'
import type { PoolLimits } from './postgres-pool.ts'
import type { Database } from './schema.ts'
import { isSqliteBusy } from './sqlite-errors.ts'

export type Db = Kysely<Database>

/** What opens the database: each waits for as long as its work allows (docs/operations.md#deadlines). */
export type DatabaseUser = 'server' | 'runner' | 'heartbeat' | 'command'

interface Limits {
  /** How long a write waits for SQLite's lock, other writes of its process included. */
  lockMs: number
  /** Of PostgreSQL, unless the settings say how many connections a server has. */
  pool: PoolLimits
}

/**
 * In milliseconds. A server answers within 15 s. The thread of a runner that waits for a connection draws reports
 * meanwhile, for seconds where jobs give way to other work: a short wait would end before the connection that has
 * long been there is seen. A statement of an import may take many seconds, and one of a backup or an upgrade minutes.
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
    const dialect = nodeSqliteDialect({ path: settings.path, lockMs })
    const db = new Kysely<Database>({ dialect })
    changeMarks.set(db, dialect.readChangeMark)
    return db
  }
  const size = user === 'server' ? (settings.pool ?? pool.size) : pool.size
  return new Kysely<Database>({ dialect: postgresDialect(settings, { ...pool, size }) })
}

const changeMarks = new WeakMap<Db, () => number | undefined>()

/**
 * Another number after every change of the database, by whatever process; `undefined` where that cannot be
 * said at next to no cost. Throws DatabaseReplaced.
 */
export function readChangeMark(db: Db): number | undefined {
  return changeMarks.get(db)?.()
}

/** Of another view of the same database. */
export function shareChangeMark(db: Db, view: Db): void {
  changeMarks.set(view, () => readChangeMark(db))
}

/** PostgreSQL's dialect with counts and decimals as numbers, as SQLite gives them. */
export function postgresDialect(
  { url, tls }: Pick<PostgresSettings, 'url' | 'tls'>,
  limits: PoolLimits,
): PostgresDialect {
  return new PostgresDialect({
    // Loaded where it is used: with what it needs of Node, it is a sixth of what a job on SQLite would load.
    pool: async () =>
      (await import('./postgres-pool.ts')).openPostgresPool({ url, tls, ...limits }),
  })
}

/** Whether the adapter is PostgreSQL's, for the few statements that differ. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter.supportsTransactionalDdl === true
}

/** Runs `work` in the transaction `db`, or in a new one when `db` is none. */
export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

/** A connection that cannot be had or has broken, or a statement that PostgreSQL has ended for its time. */
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
])

/** The password, the database's name, or the certificate that PostgreSQL shows are not accepted. */
const refusals = new Set(['28P01', '28000', '3D000', 'DEPTH_ZERO_SELF_SIGNED_CERT'])
const tlsRefusal = /^(ERR_SSL|ERR_TLS|ERR_OSSL|CERT_|HOSTNAME_|SELF_SIGNED_|UNABLE_TO_)/

/** PostgreSQL or this side of the connection refuses it: waiting alone will not help. */
export function isConnectionRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.message === 'The server does not support SSL connections') return true
  if (!('code' in error) || typeof error.code !== 'string') return false
  return refusals.has(error.code) || tlsRefusal.test(error.code)
}

/** Whether a statement got no answer from PostgreSQL, or PostgreSQL has ended it for taking too long. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message === 'Query read timeout' || ('code' in error && error.code === '57014')
}

/** Whether the database cannot be reached or is too busy now: a later try may succeed (503). */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (isConnectionRefused(error) || isUnanswered(error)) return true
  if (isSqliteBusy(error) || error instanceof DatabaseReplaced) return true
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

/** Whether a row refers to one that is not there, or a unique one is there already, in either database. */
export function isConstraintViolation(error: unknown): boolean {
  if (isUniqueViolation(error)) return true
  if (!(error instanceof Error)) return false
  if ('code' in error && error.code === '23503') return true
  return 'errcode' in error && error.errcode === 787
}
