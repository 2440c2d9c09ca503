/** Why a connection fails, in the same words for HTTP, mail, object storage, PostgreSQL and an OpenID provider. */

/** What is wrong with a TLS connection. */
export type TlsFault = keyof typeof tlsReasons

const tlsReasons = {
  name: 'its certificate is for another name',
  authority: 'its certificate is signed by no authority that is known here',
  expired: 'its certificate has expired',
  early: 'its certificate is not valid yet, or the clock of this machine is wrong',
  missing: 'there is no TLS at this port',
  version: 'the two sides have no TLS version or cipher in common',
  client: 'it requires a client certificate',
  clientAuthority: 'it does not know the authority of the client certificate',
  clientExpired: 'the client certificate has expired',
  clientRefused: 'it refuses the client certificate',
  otherKey: 'the key is not the one of the client certificate',
  lockedKey: 'the key of the client certificate needs a passphrase',
  unreadable: 'a certificate or key that is set here cannot be read',
  other: 'the TLS connection failed',
} as const

/** OpenSSL and Node by their codes; a code that is not here is shown as it is. */
const tlsFaults: Record<string, TlsFault> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'name',
  HOSTNAME_MISMATCH: 'name',
  SELF_SIGNED_CERT_IN_CHAIN: 'authority',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'authority',
  UNABLE_TO_GET_ISSUER_CERT: 'authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'authority',
  CERT_UNTRUSTED: 'authority',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'early',
  ERR_SSL_WRONG_VERSION_NUMBER: 'missing',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'missing',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'version',
  'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE': 'version',
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: 'version',
  ERR_SSL_TLSV1_ALERT_INSUFFICIENT_SECURITY: 'version',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'version',
  ERR_SSL_NO_PROTOCOLS_AVAILABLE: 'version',
  ERR_SSL_NO_CIPHERS_AVAILABLE: 'version',
  ERR_SSL_DH_KEY_TOO_SMALL: 'version',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'client',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'clientAuthority',
  'ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED': 'clientExpired',
  'ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE': 'clientRefused',
  'ERR_SSL_SSL/TLS_ALERT_UNSUPPORTED_CERTIFICATE': 'clientRefused',
  'ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_REVOKED': 'clientRefused',
  'ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_UNKNOWN': 'clientRefused',
  ERR_SSL_TLSV1_ALERT_ACCESS_DENIED: 'clientRefused',
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: 'otherKey',
  ERR_OSSL_X509_KEY_TYPE_MISMATCH: 'otherKey',
  ERR_OSSL_BAD_DECRYPT: 'lockedKey',
  ERR_OSSL_CRYPTO_INTERRUPTED_OR_CANCELLED: 'lockedKey',
  ERR_OSSL_PEM_NO_START_LINE: 'unreadable',
  ERR_OSSL_UNSUPPORTED: 'unreadable',
}
const otherTls =
  /^(EPROTO$|ERR_SSL|ERR_TLS|ERR_OSSL|CERT_|HOSTNAME_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

const networkReasons: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at this address',
  ECONNRESET: 'the connection was broken off',
  EPIPE: 'the connection was broken off',
  UND_ERR_SOCKET: 'the connection was broken off',
  ENOTFOUND: 'its host name is not known',
  EAI_AGAIN: 'its host name cannot be looked up',
  EHOSTUNREACH: 'there is no route to this address',
  ENETUNREACH: 'there is no route to this address',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
}

/** Returns what is wrong with the TLS of a connection; `undefined` for an error of any other kind. */
export function tlsFaultOf(error: unknown): TlsFault | undefined {
  return codesOf(error).map(tlsFaultOfCode).find(Boolean)
}

/** Returns why a connection failed, as the end of a sentence; `undefined` for an error of any other kind. */
export function findConnectionReason(error: unknown): string | undefined {
  for (const code of codesOf(error)) {
    const tls = tlsFaultOfCode(code)
    if (tls === 'other' || tls === 'version') return `${tlsReasons[tls]} (${code})`
    const reason = tls === undefined ? networkReasons[code] : tlsReasons[tls]
    if (reason !== undefined) return reason
  }
  return undefined
}

/** Returns why a connection failed, as the end of a sentence. */
export function connectionReason(error: unknown): string {
  return findConnectionReason(error) ?? codesOf(error).at(-1) ?? 'the connection failed'
}

function tlsFaultOfCode(code: string): TlsFault | undefined {
  return tlsFaults[code] ?? (otherTls.test(code) ? 'other' : undefined)
}

/** Returns the codes of an error and its causes; mail errors have the code of the connection in a separate member. */
export function codesOf(error: unknown): string[] {
  const codes: string[] = []
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) {
    for (const key of ['originalCode', 'code']) {
      const code: unknown = Reflect.get(at, key)
      if (code === 'EPROTO') codes.push(...reasonOfOpenSsl(at.message))
      if (typeof code === 'string') codes.push(code)
    }
  }
  return codes
}

/** Returns the code of a failure that only the message of OpenSSL contains, as when a handshake fails while writing. */
function reasonOfOpenSsl(message: string): string[] {
  const reason = /:SSL routines:[^:]*:([^:]+):/.exec(message)?.[1]
  return reason === undefined ? [] : [`ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`]
}
