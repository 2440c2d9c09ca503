import { getSignInWays, startOpenIdSignIn } from '@dashboard/contract/openid'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { useSingleMutation } from '../../api/use-single-mutation.ts'
import { goToProvider } from '../../session/openid-attempt.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

interface OtherWaysProps {
  isCollapsed: boolean
  collapse: (isCollapsed: boolean) => void
}

const waysQuery = endpointQuery(getSignInWays)

/** Shows the other ways to sign in that this server offers (docs/sign-in-openid.md#on-the-login-page). */
export function OtherWays({ isCollapsed, collapse }: OtherWaysProps) {
  const { data } = useQuery(waysQuery)
  const start = useStart()
  const isPasswordOff = data?.password === false
  useEffect(() => {
    if (isPasswordOff) collapse(true)
  }, [isPasswordOff, collapse])
  if (!data?.openId) return null
  // Placed below the form without moving it, since it may be in use already.
  const position = isPasswordOff ? '' : 'absolute inset-x-0 top-full pb-6'
  return (
    <div className={position}>
      {!isCollapsed && (
        <div className="my-4 flex items-center gap-3 text-xs text-muted">
          <span className="h-px grow bg-border" />
          or
          <span className="h-px grow bg-border" />
        </div>
      )}
      {start.isError && (
        <div className="mb-3">
          <Alert>{errorMessage(start.error, 'This did not work. Try again.')}</Alert>
        </div>
      )}
      <Button
        variant={isCollapsed ? 'primary' : 'secondary'}
        className="w-full"
        loading={start.isPending || start.isSuccess}
        onClick={() => start.mutate()}
      >
        Sign in with {data.openId.name}
      </Button>
      {isCollapsed && (
        <Button variant="quiet" className="mt-3 w-full" onClick={() => collapse(false)}>
          Sign in with a password
        </Button>
      )}
    </div>
  )
}

function useStart() {
  const start = useSingleMutation({
    mutationFn: () => call(startOpenIdSignIn),
    onSuccess: (begun) => goToProvider('sign-in', begun),
  })
  const { reset } = start
  useEffect(() => {
    // Runs when the browser's Back button returns from the provider's page and restores this page as it was left.
    const comeBack = (event: PageTransitionEvent) => event.persisted && reset()
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [reset])
  return start
}
