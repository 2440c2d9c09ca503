import { isIP } from 'node:net'
import type { Settings } from '@dashboard/store/settings/settings'

/** For whom passkeys are made: they work at this address and no other. */
export interface RelyingParty {
  id: string
  /** Of the pages that may use them. */
  origin: string
}

/**
 * By PUBLIC_URL; without it, for a server that this machine alone can reach, its own address. `undefined` where
 * browsers offer no passkeys: at plain HTTP, and at addresses of numbers (docs/sign-in.md#passkeys).
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

/** Whether only this machine reaches what listens there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host)
}
