import { sessionTokenKey } from '@dashboard/contract/limits'
import { useEffect } from 'react'
import { serverNow } from '../api/server-clock.ts'
import { readSession, type SessionState } from './session-state.ts'
import { expireSession, readToken } from './session-token.ts'
import { hasExpired } from './session-user.ts'

/** Timers cannot wait longer than this; it also bounds how late a corrected clock is noticed. */
const maxWaitMs = 60 * 60_000

/** Ends the session when its time is over, also on a page that sends the server no requests. */
export function useExpiryTimer(state: SessionState): void {
  const { user } = state
  useEffect(() => {
    if (!user) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const leftMs = user.exp * 1000 - serverNow()
      timer = setTimeout(check, Math.min(Math.max(leftMs, 1000), maxWaitMs))
    }
    const check = () => {
      if (hasExpired(user, serverNow())) expireSession(readToken())
      else wait()
    }
    wait()
    return () => clearTimeout(timer)
  }, [user])
}

/** Follows a login or logout in another tab, which shares the token. */
export function useOtherTabs(
  state: SessionState,
  setState: (state: SessionState) => void,
  leave: () => void,
): void {
  const userId = state.user?.userId
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      // A key of null means that the whole storage was cleared.
      if (event.key !== null && event.key !== sessionTokenKey) return
      const session = readSession()
      if (session.status === 'unauthenticated') leave()
      // Another user signed in: nothing on this page belongs to that user.
      else if (userId !== undefined && session.user?.userId !== userId) location.reload()
      else setState(session)
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [userId, setState, leave])
}
