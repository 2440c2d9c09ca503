import { signInWithPasskey } from '@dashboard/contract/passkeys'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { call } from '../../api/call.ts'
import { askPasskey, passkeyFailure, usePasskeyPlace } from '../../session/passkeys.ts'
import { useSession } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

/** Signing in by whatever passkey the browser knows, where passkeys can be used. */
export function PasskeyButton() {
  const place = usePasskeyPlace()
  const { enter } = useSession()
  const attempt = useMutation({
    mutationFn: async () => call(signInWithPasskey, { body: { passkey: await askPasskey() } }),
    onSuccess: ({ token }) => enter(token),
  })
  if (place.state !== 'here') return null
  return (
    <div className="mt-4 flex flex-col gap-4">
      {attempt.isError && <Alert>{passkeyFailure(attempt.error, 'use')}</Alert>}
      <Button
        icon={<KeyRound aria-hidden />}
        loading={attempt.isPending}
        onClick={() => attempt.mutate()}
        className="w-full"
      >
        Log in with a passkey
      </Button>
    </div>
  )
}
