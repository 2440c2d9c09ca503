import type { SessionUser } from '@dashboard/contract/accounts'
import { isServerTimeKnown, serverNow } from '../format/server-clock.ts'
import { readToken, removeToken } from './session-token.ts'
import { decodeToken, hasExpired } from './session-user.ts'

export type SessionState =
  /** The token was removed from storage; it is stored again if it is still valid by the server's clock. */
  | { status: 'loading'; token: string; user?: undefined }
  | { status: 'unauthenticated'; user?: undefined }
  | { status: 'authenticated'; user: SessionUser }

/**
 * Returns the session state that a token means; 'loading' when only the server's clock can tell whether it has expired.
 */
export function sessionFor(token: string): SessionState {
  const user = decodeToken(token)
  if (!user) return { status: 'unauthenticated' }
  if (!hasExpired(user, serverNow())) return { status: 'authenticated', user }
  return isServerTimeKnown() ? { status: 'unauthenticated' } : { status: 'loading', token }
}

/**
 * Returns the session in storage; a token that has expired or is unreadable is removed at once
 * (docs/accounts.md#in-the-browser).
 */
export function readSession(): SessionState {
  const token = readToken()
  if (token === null) return { status: 'unauthenticated' }
  const state = sessionFor(token)
  if (state.status !== 'authenticated') removeToken()
  return state
}
