import type { DatabaseSettings } from '../settings/settings.ts'
import { isDatabaseUnavailable } from './open-database.ts'

const unknownAuthority = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])

/** Explains in one line why PostgreSQL cannot be used and what to do; `undefined` for any other error. */
export function explainPostgres(settings: DatabaseSettings, error: unknown): string | undefined {
  if (settings.kind !== 'postgres' || !(error instanceof Error)) return undefined
  const { host, pathname } = new URL(settings.url)
  const where = `PostgreSQL at ${host}`
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const tls = explainTls(where, code, error.message)
  if (tls !== undefined) return tls
  if (code === '28P01' || code === '28000') {
    return `${where} refuses the username or password of DATABASE_URL.`
  }
  if (code === '3D000') {
    return `${where} has no database named "${pathname.slice(1)}". Create it, or correct DATABASE_URL.`
  }
  if (!isDatabaseUnavailable(error)) return undefined
  return code === '53300'
    ? `${where} has no connection left. Raise its max_connections, or lower DATABASE_POOL.`
    : `${where} cannot be reached. Check that it runs and that DATABASE_URL names it.`
}

function explainTls(where: string, code: string, message: string): string | undefined {
  if (message.includes('does not support SSL connections')) {
    return `${where} has no TLS, but DATABASE_URL wants it. Switch it on there, or set sslmode=disable where nobody can listen on the way.`
  }
  if (/no encryption|SSL off/.test(message)) {
    return `${where} takes no connection without TLS. Add sslmode=verify-full, or sslmode=require, to DATABASE_URL.`
  }
  if (/valid client certificate|certificate authentication failed/.test(message)) {
    return `${where} wants a client certificate. Set DATABASE_CERT and DATABASE_KEY.`
  }
  if (message.includes('error establishing an SSL connection')) {
    return `${where} cannot be reached: what answers there is no PostgreSQL. Check that DATABASE_URL names it.`
  }
  if (unknownAuthority.has(code)) {
    return `The certificate of ${where} is signed by no authority that is known here. Set DATABASE_CA to the certificate of its authority.`
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The certificate of ${where} is for another name. Use the name that it is for in DATABASE_URL, or sslmode=verify-ca.`
  }
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return `The certificate of ${where} has expired or is not valid yet. Renew it, or correct this machine's clock.`
  }
  if (/^(ERR_SSL|ERR_TLS|ERR_OSSL|EPROTO|CERT_|HOSTNAME_)/.test(code)) {
    return `TLS with ${where} failed (${code}). Check sslmode in DATABASE_URL, DATABASE_CA, DATABASE_CERT and DATABASE_KEY.`
  }
  return undefined
}
