import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import type { PostgresTls } from '../settings/settings.ts'
import { lendConnections } from './lent-connections.ts'

/** Types int8 (counts) and numeric. */
export const numericOids: ReadonlySet<number> = new Set([20, 1700])

const noTlsThere = 'The server does not support SSL connections'
/** invalid_authorization_specification: pg_hba.conf has no line for a connection without TLS. */
const refusedWithoutTls = '28000'

/** Number of connections, and time limits in milliseconds. */
export interface PoolLimits {
  size: number
  /** How long a statement waits for a connection, new or free. */
  connectMs: number
  /** How long it then waits for its result. */
  statementMs: number
}

interface PoolOptions extends PoolLimits {
  url: string
  /** If left out, `url` decides how TLS is used. */
  tls?: PostgresTls | undefined
}

/**
 * PostgreSQL itself ends a statement after its time limit and keeps the connection; if it does not respond this much
 * later, the connection is closed.
 */
const silentForMs = 1_000
/** How long the rows (and so the job) stay locked when a client disappears within a transaction, as after a crash. */
const idleTransactionMs = 25_000
const probeAfterMs = 5_000

/**
 * Opens a pool of connections with counts and decimals as numbers, as SQLite returns them. In the modes `allow` and
 * `prefer`, a first connection finds out whether TLS is available. Errors of connecting are thrown on.
 */
export async function openPostgresPool(options: PoolOptions): Promise<PostgresPool> {
  const pool = new pg.Pool({
    ...(await readConnection(options)),
    max: options.size,
    keepAlive: true,
    keepAliveInitialDelayMillis: probeAfterMs,
    statement_timeout: options.statementMs,
    query_timeout: options.statementMs + silentForMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
    types: {
      getTypeParser: (oid, format) =>
        numericOids.has(oid) ? Number : pg.types.getTypeParser(oid, format),
    },
  })
  // The pool replaces a connection that breaks while idle or between two statements of a transaction, and the statement
  // that uses it fails. Without a listener, this event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return lendConnections(pool, options.connectMs)
}

async function readConnection({ url, tls, connectMs }: PoolOptions): Promise<pg.ClientConfig> {
  const either = { connectionString: url, connectionTimeoutMillis: connectMs }
  const plain = { ...either, ssl: false }
  if (tls === undefined) return either
  if (tls.mode === 'disable') return plain
  const safe = { ...either, ssl: tlsOptions(url, tls) }
  if (tls.mode === 'prefer') return (await fails(safe, isWithoutTls)) ? plain : safe
  if (tls.mode === 'allow') return (await fails(plain, isRefusedWithoutTls)) ? safe : plain
  return safe
}

/** Returns the options of Node's TLS for each mode. */
function tlsOptions(url: string, { mode, ca, cert, key }: PostgresTls): ConnectionOptions {
  const host = decodeURIComponent(new URL(url).hostname).replace(/^\[|\]$/g, '')
  // PostgreSQL's own programs do the same: if a root certificate is available, "require" verifies against it.
  const isChecked = mode.startsWith('verify') || (mode === 'require' && ca !== undefined)
  return {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert, key }),
    rejectUnauthorized: isChecked,
    // Node compares an IP address with the certificate only when it is given here.
    ...(isIP(host) && { host }),
    ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  }
}

/** Whether a connection fails for this reason; throws if it fails for another one. */
async function fails(
  config: pg.ClientConfig,
  isReason: (error: unknown) => boolean,
): Promise<boolean> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  try {
    await client.connect()
    return false
  } catch (error) {
    if (isReason(error)) return true
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

function isWithoutTls(error: unknown): boolean {
  return error instanceof Error && error.message === noTlsThere
}

function isRefusedWithoutTls(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === refusedWithoutTls
}
