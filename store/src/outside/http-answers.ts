/** Reads HTTP responses and failed connections in the same way for every outside system. */

const networkReasons: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at this address',
  ECONNRESET: 'the connection was broken off',
  UND_ERR_SOCKET: 'the connection was broken off',
  ENOTFOUND: 'its host name is not known',
  EAI_AGAIN: 'its host name cannot be looked up',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
}

/** Returns why a connection failed, as the end of a sentence. */
export function networkReason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return networkReasonOf(code)
}

/** Returns the reason for an error code of the system or of TLS. */
export function networkReasonOf(code: string): string {
  return networkReasons[code] ?? (code || 'the connection failed')
}

/** Whether `fetch` failed before or while the response was received, and not because of its content. */
export function isNetworkFailure(error: unknown): boolean {
  return error instanceof TypeError && error.cause instanceof Error
}

/** Returns milliseconds, from seconds or a date (RFC 9110, 10.2.3). */
export function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header) * 1_000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}
