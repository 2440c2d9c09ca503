import { connectionReason, type TlsFault, tlsFaultOf } from '../outside/connection-reasons.ts'
import { codeOf } from '../outside/error-code.ts'
import type { DatabaseSettings } from '../settings/settings.ts'
import { UnusablePostgres } from './check-postgres.ts'
import { isDatabaseUnavailable, isRefusedByPooler } from './database-errors.ts'

/** What to do about each fault; for the others the settings of TLS are named. */
const tlsAdvice: Partial<Record<TlsFault, string>> = {
  name: 'Use the name that it is for in DATABASE_URL, or sslmode=verify-ca.',
  authority: 'Set DATABASE_CA to the certificate of its authority.',
  expired: "Renew it, or correct this machine's clock.",
  early: "Correct this machine's clock, or renew it.",
  version:
    "Enable a TLS version of this machine there (PostgreSQL's ssl_min_protocol_version, ssl_ciphers).",
  client: 'Set DATABASE_CERT and DATABASE_KEY.',
  clientAuthority:
    'Set DATABASE_CERT to one of an authority in its ssl_ca_file, or add the authority there.',
  clientExpired: 'Renew it, and set DATABASE_CERT to the new one.',
  clientRefused: 'Set DATABASE_CERT to another one.',
  otherKey: 'Set DATABASE_KEY to the key of DATABASE_CERT.',
  lockedKey:
    'Set DATABASE_KEY to the key without one (openssl pkey -in client.key -out plain.key).',
  unreadable:
    'Set DATABASE_CA, DATABASE_CERT and DATABASE_KEY to PEM text (-----BEGIN …) or to files of it.',
}

/** Explains in one line why PostgreSQL cannot be used and what to do; `undefined` for any other error. */
export function explainPostgres(settings: DatabaseSettings, error: unknown): string | undefined {
  if (settings.kind !== 'postgres' || !(error instanceof Error)) return undefined
  if (error instanceof UnusablePostgres) return error.message
  const { host, pathname, username } = new URL(settings.url)
  const where = `PostgreSQL at ${host}`
  const code = codeOf(error)
  const known = explainTls(where, error, username) ?? explainPooler(where, error)
  if (known !== undefined) return known
  if (code === '28P01' || code === '28000') {
    return `${where} refuses the username or password of DATABASE_URL.`
  }
  if (code === '3D000') {
    return `${where} has no database named "${pathname.slice(1)}". Create it, or correct DATABASE_URL.`
  }
  if (code === '42501') {
    return `${where} refuses the role of DATABASE_URL a right: ${error.message}. Name the role that owns the dashboard's tables, or let that role grant all on all tables in their schema to it.`
  }
  if (code === '25006') {
    return `${where} accepts no changes at the moment. Name the primary in DATABASE_URL, and look at its default_transaction_read_only.`
  }
  if (!isDatabaseUnavailable(error)) return undefined
  return code === '53300'
    ? `${where} has no connection left. Raise its max_connections, or lower DATABASE_POOL.`
    : `${where} cannot be reached. Check that it runs and that DATABASE_URL names it.`
}

/** Explains what PgBouncer answers where it is not set to ignore the time limits of a connection. */
function explainPooler(where: string, error: Error): string | undefined {
  if (!isRefusedByPooler(error)) return undefined
  return `${where} is behind a PgBouncer that does not let the time limits of the dashboard pass (${error.message}). Set there: ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout.`
}

function explainTls(where: string, error: Error, username: string): string | undefined {
  const { message } = error
  if (message.includes('does not support SSL connections')) {
    return `${where} has no TLS, but DATABASE_URL requires it. Enable it there, or set sslmode=disable where nobody can read the traffic.`
  }
  if (/no encryption|SSL off/.test(message)) {
    return `${where} accepts no connection without TLS. Add sslmode=verify-full, or sslmode=require, to DATABASE_URL.`
  }
  if (message.includes('valid client certificate')) {
    return `${where} requires a client certificate. Set DATABASE_CERT and DATABASE_KEY.`
  }
  if (message.includes('certificate authentication failed')) {
    const name = decodeURIComponent(username)
    return `${where} cannot be used: the client certificate is for another name. Set DATABASE_CERT to one whose common name is ${name}, or map it to that role in its pg_ident.conf.`
  }
  if (message.includes('error establishing an SSL connection')) {
    return `${where} cannot be reached: what answers there is not PostgreSQL. Check that DATABASE_URL names it.`
  }
  const fault = tlsFaultOf(error)
  if (fault !== undefined) {
    const settings = 'Check sslmode in DATABASE_URL, DATABASE_CA, DATABASE_CERT and DATABASE_KEY.'
    return `${where} cannot be used: ${connectionReason(error)}. ${tlsAdvice[fault] ?? settings}`
  }
  return undefined
}
