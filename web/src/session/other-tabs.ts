import { sessionTokenKey } from '@dashboard/contract/limits'
import { useEffect } from 'react'
import { readSession, type SessionState } from './session-state.ts'

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
