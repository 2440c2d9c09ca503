import type { SessionUser } from '@dashboard/contract/accounts'
import { serverNow } from '../api/server-clock.ts'
import { readToken, removeToken } from './session-token.ts'
import { decodeToken, hasExpired } from './session-user.ts'

export type SessionState =
  | { status: 'unauthenticated'; user?: undefined }
  | { status: 'authenticated'; user: SessionUser }

/** What a token amounts to, by the server's clock, or by this machine's until an answer has come. */
export function sessionFor(token: string): SessionState {
  const user = decodeToken(token)
  if (!user || hasExpired(user, serverNow())) return { status: 'unauthenticated' }
  return { status: 'authenticated', user }
}

/**
 * The session found in storage; a token that is over or unreadable is removed
 * (docs/behavior.md#sessions-on-screen).
 */
export function readSession(): SessionState {
  const token = readToken()
  if (token === null) return { status: 'unauthenticated' }
  const state = sessionFor(token)
  if (state.status === 'unauthenticated') removeToken()
  return state
}
