import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import type { PostgresTls } from '../settings/settings-postgres.ts'
import { adaptPool } from './pool-adapter.ts'

/** Types int8 (counts) and numeric. */
export const numericOids: ReadonlySet<number> = new Set([20, 1700])

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
 * PostgreSQL itself ends a statement after its time limit without closing the connection; if it does not respond this
 * much later, the connection is closed.
 */
const silentForMs = 1_000
/** How long the rows (and so the job) stay locked when a client disappears within a transaction, as after a crash. */
const idleTransactionMs = 25_000
const probeAfterMs = 5_000

/**
 * Opens a pool of connections with counts and decimals as numbers, as SQLite returns them. Errors of connecting are
 * thrown on.
 */
export function openPostgresPool(options: PoolOptions): PostgresPool {
  const pool = new pg.Pool({
    ...readConnection(options),
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
  return adaptPool(pool, options.connectMs)
}

function readConnection({ url, tls, connectMs }: PoolOptions): pg.ClientConfig {
  const either = { connectionString: url, connectionTimeoutMillis: connectMs }
  if (tls === undefined) return either
  return { ...either, ssl: tls.mode === 'disable' ? false : tlsOptions(url, tls) }
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
