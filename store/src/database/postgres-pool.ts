import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import pg from 'pg'
import type { PostgresTls } from '../settings.ts'

/** int8 (counts) and numeric. */
export const numericOids: ReadonlySet<number> = new Set([20, 1700])

const noTlsThere = 'The server does not support SSL connections'
/** invalid_authorization_specification: pg_hba.conf has no line for a connection without TLS. */
const refusedWithoutTls = '28000'

interface PoolOptions {
  url: string
  /** Left out, `url` says how TLS is used. */
  tls?: PostgresTls | undefined
  size: number
  /** How long a statement waits for a connection, new or free. */
  connectMs: number
}

/**
 * A pool of connections with counts and decimals as numbers, as SQLite gives them. With `allow` and `prefer`
 * a first connection finds out whether there is TLS. Throws what connecting throws.
 */
export async function openPostgresPool(options: PoolOptions): Promise<pg.Pool> {
  const pool = new pg.Pool({
    ...(await readConnection(options)),
    max: options.size,
    keepAlive: true,
    // A machine that crashes within a transaction would otherwise keep its rows locked, and so its job, for hours.
    idle_in_transaction_session_timeout: 60_000,
    types: {
      getTypeParser: (oid, format) =>
        numericOids.has(oid) ? Number : pg.types.getTypeParser(oid, format),
    },
  })
  // A connection that breaks, while idle or between two statements of a transaction, is replaced by
  // the pool and fails what uses it; without a listener, the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
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
