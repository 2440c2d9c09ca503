import { openSignInLink } from '@dashboard/contract/sign-in-links'
import { useMutation } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { errorMessage } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

/** Signs in by a link, only at a press: what opens links to show a preview must not use it up. */
export function SignInLink({ link }: { link: string }) {
  const { enter } = useSession()
  const attempt = useMutation({
    mutationFn: () => call(openSignInLink, { body: { link } }),
    onSuccess: ({ token }) => enter(token, `${paths.profile}#sign-in`),
  })
  const openLogin = () => {
    // A new page, without the link.
    location.replace(paths.login)
  }
  return (
    <div className="flex flex-col gap-4">
      {attempt.isError ? (
        <Alert>{errorMessage(attempt.error, 'Login failed. Please try again.')}</Alert>
      ) : (
        <p className="text-muted">
          This link signs you in once. Set up how you log in from now on, under Profile.
        </p>
      )}
      <Button
        variant="primary"
        icon={<LogIn aria-hidden />}
        loading={attempt.isPending}
        onClick={() => attempt.mutate()}
      >
        Log in with this link
      </Button>
      <Button variant="quiet" onClick={openLogin}>
        Log in with a password instead
      </Button>
    </div>
  )
}
