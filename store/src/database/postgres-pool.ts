import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import type { PostgresTls } from '../settings/settings.ts'
import { lendConnections } from './lent-connections.ts'

/** int8 (counts) and numeric. */
export const numericOids: ReadonlySet<number> = new Set([20, 1700])

const noTlsThere = 'The server does not support SSL connections'
/** invalid_authorization_specification: pg_hba.conf has no line for a connection without TLS. */
const refusedWithoutTls = '28000'

/** How many connections, and how long they are waited for; in milliseconds. */
export interface PoolLimits {
  size: number
  /** How long a statement waits for a connection, new or free. */
  connectMs: number
  /** How long it then waits for its answer. */
  statementMs: number
}

interface PoolOptions extends PoolLimits {
  url: string
  /** Left out, `url` says how TLS is used. */
  tls?: PostgresTls | undefined
}

/** PostgreSQL ends a statement itself, and keeps the connection; only what it does not answer ends that, too. */
const silentForMs = 1_000
/** A client that is gone within a transaction, as after a crash, keeps rows locked for so long, and so its job. */
const idleTransactionMs = 25_000
const probeAfterMs = 5_000

/**
 * A pool of connections with counts and decimals as numbers, as SQLite gives them. With `allow` and `prefer`
 * a first connection finds out whether there is TLS. Throws what connecting throws.
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
  // A connection that breaks, while idle or between two statements of a transaction, is replaced by
  // the pool and fails what uses it; without a listener, the event would end the process.
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

/** Options of Node's TLS for each mode. */
function tlsOptions(url: string, { mode, ca, cert, key }: PostgresTls): ConnectionOptions {
  const host = decodeURIComponent(new URL(url).hostname).replace(/^\[|\]$/g, '')
  // As for PostgreSQL's own programs: with a root certificate at hand, "require" checks against it.
  const isChecked = mode.startsWith('verify') || (mode === 'require' && ca !== undefined)
  return {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert, key }),
    rejectUnauthorized: isChecked,
    // Node compares an address with the certificate only when it is named here.
    ...(isIP(host) && { host }),
    ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  }
}

/** Whether a connection fails for this reason; throws when it fails for another one. */
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
