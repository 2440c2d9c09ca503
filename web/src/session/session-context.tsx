import type { LoginInput } from '@dashboard/contract/account-inputs'
import {
  login as loginEndpoint,
  logout as logoutEndpoint,
  type SecondFactor,
  type SessionUser,
} from '@dashboard/contract/accounts'
import { getHealth } from '@dashboard/contract/health'
import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { call, sessionEndedMessage } from '../api/call.ts'
import { paths } from '../paths.ts'
import { useToast } from '../ui/toaster.tsx'
import { useOtherTabs } from './other-tabs.ts'
import { clearRequestedAddress } from './requested-address.ts'
import { readSession, type SessionState, sessionFor } from './session-state.ts'
import { onSessionExpired, readToken, removeToken, storeToken } from './session-token.ts'

interface SessionActions {
  /** Signs in with the password, or returns the second step that is needed; throws `ApiError`. */
  login: (input: LoginInput) => Promise<SecondFactor | undefined>
  /**
   * Stores the token of a user who has signed in, and opens the reports or another page
   * (docs/accounts.md#in-the-browser).
   */
  enter: (token: string, address?: string) => void
  logout: () => void
  /** Replaces the token with a new one of the same session, as a profile update returns it. */
  replaceToken: (token: string) => void
}

type Session = SessionState & SessionActions

const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession is used outside SessionProvider')
  return session
}

/** Returns the signed-in user; for pages with an access check. */
export function useSessionUser(): SessionUser {
  const session = useSession()
  if (session.status !== 'authenticated') throw new Error('This page has no access check')
  return session.user
}

/** Holds who is signed in. The token itself is in local storage, shared by all tabs. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>(readSession)
  const [, navigate] = useLocation()
  const toast = useToast()

  const leave = useCallback(() => {
    // The pages must see the change before the address changes: the login page sends signed-in users away.
    flushSync(() => setState({ status: 'unauthenticated' }))
    navigate(paths.login, { replace: true })
  }, [navigate])

  const actions = useMemo<SessionActions>(() => {
    const take = (token: string) => {
      const next = sessionFor(token)
      if (next.status !== 'authenticated') {
        throw new Error('The server sent a session that cannot be read. Try again.')
      }
      storeToken(token)
      setState(next)
    }
    const enter: SessionActions['enter'] = (token, address = paths.reports) => {
      take(token)
      navigate(address)
      toast({ title: 'Welcome back!', description: 'You have successfully logged in.' })
    }
    return {
      login: async (input) => {
        const answer = await call(loginEndpoint, { body: input })
        if ('secondFactor' in answer) return answer.secondFactor
        enter(answer.token)
        return undefined
      },
      enter,
      logout: () => {
        // Not awaited: this browser is signed out, however the server responds.
        call(logoutEndpoint).catch(() => undefined)
        const token = readToken()
        removeToken()
        leave()
        // The next user who signs in may not be the one who opened this page.
        if (token !== null) clearRequestedAddress()
        toast({ title: 'Logged out', description: 'You have been successfully logged out.' })
      },
      replaceToken: take,
    }
  }, [navigate, toast, leave])

  useEffect(
    () =>
      onSessionExpired(() => {
        leave()
        toast({ title: sessionEndedMessage, variant: 'destructive' })
      }),
    [leave, toast],
  )
  useServerTimeCheck(state, setState)
  useOtherTabs(state, setState, leave)
  useCacheClearing(state)

  const session = useMemo(() => ({ ...state, ...actions }), [state, actions])
  return <SessionContext value={session}>{children}</SessionContext>
}

const maxCheckMs = 2_000

/**
 * Checks a token that is expired by this machine's clock with the server's clock, and stores it again if it is still
 * valid by that.
 */
function useServerTimeCheck(state: SessionState, setState: (state: SessionState) => void) {
  const token = state.status === 'loading' ? state.token : undefined
  useEffect(() => {
    if (token === undefined) return
    const check = () => {
      // Somebody may have signed in meanwhile, in another tab.
      const session = sessionFor(readToken() ?? token)
      if (session.status !== 'authenticated') return setState({ status: 'unauthenticated' })
      if (readToken() === null) storeToken(token)
      setState(session)
    }
    // Every answer carries the time, also a refusal. Where none comes, the visitor is led to the login page.
    call(getHealth, { signal: AbortSignal.timeout(maxCheckMs) }).then(check, check)
  }, [token, setState])
}

/** Clears the cache, so that the next user who signs in does not see data that the last one had loaded. */
function useCacheClearing(state: SessionState) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (state.status !== 'unauthenticated') return
    queryClient.removeQueries({ predicate: (query) => query.meta?.access !== 'public' })
  }, [state.status, queryClient])
}
