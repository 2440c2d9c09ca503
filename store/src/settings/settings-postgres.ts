import { existsSync, readFileSync } from 'node:fs'
import { SettingsError } from './setting.ts'
import type { Variables } from './settings-variables.ts'

/** PostgreSQL's own names for the levels of TLS, without the two that leave to the other side whether there is any. */
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const
export type SslMode = (typeof sslModes)[number]

/** TLS settings of a connection to PostgreSQL, with libpq's meaning (docs/beyond-one-machine.md#tls). */
export interface PostgresTls {
  mode: SslMode
  /** Certificates as PEM text; if `ca` is missing, Node's own root certificates are used. */
  ca: string | undefined
  cert: string | undefined
  key: string | undefined
}

export interface PostgresSettings {
  kind: 'postgres'
  /** Address without its TLS parameters. */
  url: string
  /** `undefined`: no TLS, which is the default of PostgreSQL's client. */
  tls?: PostgresTls | undefined
  /** Most connections that the server holds; `undefined` for the default number. */
  pool?: number | undefined
}

type TlsVariables = Pick<Variables, 'DATABASE_CA' | 'DATABASE_CERT' | 'DATABASE_KEY'>

const tlsParameters = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'uselibpqcompat']

/**
 * Reads DATABASE_URL with `sslmode`, `sslrootcert`, `sslcert` and `sslkey`, and the certificates from their own
 * settings. The modes mean what they mean for PostgreSQL's own programs.
 * @throws SettingsError naming what is wrong.
 */
export function readPostgres(
  address: string,
  variables: TlsVariables & Pick<Variables, 'DATABASE_POOL'>,
): PostgresSettings {
  const url = new URL(address)
  const given = Object.fromEntries(tlsParameters.map((name) => [name, url.searchParams.get(name)]))
  for (const name of tlsParameters) url.searchParams.delete(name)
  const ca = variables.DATABASE_CA ?? unlessSystem(given.sslrootcert)
  const cert = variables.DATABASE_CERT ?? given.sslcert
  const key = variables.DATABASE_KEY ?? given.sslkey
  const mode = readMode(
    given.sslmode,
    given.ssl,
    ca !== undefined || given.sslrootcert === 'system',
  )
  if (mode !== undefined && (cert ?? undefined) !== undefined && !key) {
    throw new SettingsError('DATABASE_KEY is not set, but a client certificate is: set both.')
  }
  const tls: PostgresTls | undefined = mode && {
    mode,
    ca: readCertificate('DATABASE_CA', ca),
    cert: readCertificate('DATABASE_CERT', cert),
    key: readCertificate('DATABASE_KEY', key),
  }
  return { kind: 'postgres', url: tls ? url.href : address, tls, pool: variables.DATABASE_POOL }
}

function readMode(
  sslmode: string | null | undefined,
  ssl: string | null | undefined,
  hasRoots: boolean,
): SslMode | undefined {
  // A root certificate without a mode means that the server must be verified against it.
  if (!sslmode) return hasRoots || ssl === 'true' || ssl === '1' ? 'verify-full' : undefined
  // Node's client uses this name for PostgreSQL's "require".
  if (sslmode === 'no-verify') return 'require'
  const mode = sslModes.find((known) => known === sslmode)
  if (mode) return mode
  if (sslmode === 'allow' || sslmode === 'prefer') {
    throw new SettingsError(
      `sslmode in DATABASE_URL is "${sslmode}", which lets the other side decide whether there is TLS: set verify-full, or disable where nobody can read the traffic.`,
    )
  }
  throw new SettingsError(
    `sslmode in DATABASE_URL is "${sslmode}", but ${sslModes.slice(0, -1).join(', ')} or ${sslModes.at(-1)} is expected.`,
  )
}

function unlessSystem(path: string | null | undefined): string | undefined {
  return path === 'system' ? undefined : (path ?? undefined)
}

/** Returns PEM text unchanged, or the content of the named file. */
function readCertificate(name: string, value: string | null | undefined): string | undefined {
  if (!value) return undefined
  // Some settings pages store it on one line, with escaped line breaks.
  if (value.includes('-----BEGIN')) return value.replaceAll('\\n', '\n')
  if (!existsSync(value)) {
    throw new SettingsError(
      `${name} names the file ${value}, which does not exist: set it to a file's path, or to its content (-----BEGIN …).`,
    )
  }
  return readFileSync(value, 'utf8')
}
