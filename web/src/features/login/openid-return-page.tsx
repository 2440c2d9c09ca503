import { finishOpenIdLink, finishOpenIdSignIn } from '@dashboard/contract/openid'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { errorMessage } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { takeOpenIdAttempt } from '../../session/openid-attempt.ts'
import { useSession } from '../../session/session-context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { usePageTitle } from '../../ui/tab-title.tsx'
import { useToast } from '../../ui/toaster.tsx'
import { readProviderReturn } from './openid-return.ts'

/** Shown when an OpenID provider sends users back: finishes what they began, and leads on. */
export function OpenIdReturnPage() {
  usePageTitle('Signing in')
  const { data, error } = useOutcome()
  const [, navigate] = useLocation()
  const toast = useToast()
  useEffect(() => {
    if (data?.message === undefined) return
    navigate(paths.profile, { replace: true })
    toast({ title: 'Account Linked', description: data.message, variant: 'success' })
  }, [data, navigate, toast])
  if (error) return <Failure message={errorMessage(error, 'Begin again on the login page.')} />
  return <PageSpinner label="Signing in..." />
}

interface Outcome {
  token?: string
  message?: string
}

/** Sends the answer as a query, so that it is sent once, however often the page renders. */
function useOutcome() {
  const { enter } = useSession()
  return useQuery({
    queryKey: ['openid return'],
    queryFn: async () => {
      const { search } = location
      // The code is removed from the address, since neither the history nor a reload needs it.
      history.replaceState(history.state, '', location.pathname)
      const { purpose, body } = readProviderReturn(search, takeOpenIdAttempt())
      const finish = purpose === 'link' ? finishOpenIdLink : finishOpenIdSignIn
      const outcome: Outcome = await call(finish, { body })
      if (outcome.token !== undefined) enter(outcome.token)
      return outcome
    },
    meta: { access: 'public' },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function Failure({ message }: { message: string }) {
  const { status } = useSession()
  const isSignedIn = status === 'authenticated'
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-3 p-6 text-center">
      <KeyRound className="size-8 text-muted" />
      <h1 className="text-xl font-semibold">
        {isSignedIn ? 'Nothing was linked' : 'You are not signed in'}
      </h1>
      <p role="alert" className="text-muted">
        {message}
      </p>
      <Link
        href={isSignedIn ? paths.profile : paths.login}
        className={buttonClass('primary', 'mt-2')}
      >
        {isSignedIn ? 'Back to Profile' : 'Back to Login'}
      </Link>
    </main>
  )
}
