import { isIP } from 'node:net'
import type { Settings } from '@dashboard/store/settings/settings'

/** The site that passkeys are made for: they work at this address only. */
export interface RelyingParty {
  id: string
  /** The origin of the pages that may use them. */
  origin: string
}

/**
 * Returns the relying party for PUBLIC_URL or, without it, for the server's own address when only this machine can
 * reach the server. Returns `undefined` where browsers offer no passkeys: over plain HTTP, and at IP addresses
 * (docs/sign-in.md#passkeys).
 */
export function relyingPartyOf(
  { notices: { publicUrl }, host }: Pick<Settings, 'notices' | 'host'>,
  port: number,
): RelyingParty | undefined {
  if (publicUrl === undefined) {
    return isLoopback(host) ? { id: 'localhost', origin: `http://localhost:${port}` } : undefined
  }
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isSecure = protocol === 'https:' || hostname === 'localhost'
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[')
  return isSecure && isName ? { id: hostname, origin } : undefined
}

/** Whether only this machine can connect to a server that listens on this host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host)
}
