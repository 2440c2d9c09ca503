import type { ConfirmInput, LostPasswordInput } from '@dashboard/contract/account-inputs'
import { confirmSession, deleteTotp, getFactors } from '@dashboard/contract/factors'
import { confirmByPasskey, deletePasskey } from '@dashboard/contract/passkeys'
import { replaceLostPassword } from '@dashboard/contract/sign-in-links'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { useSingleMutation } from '../../api/use-single-mutation.ts'
import { renewToken } from '../../session/own-account.ts'
import { askPasskey } from '../../session/passkeys.ts'
import { useSession, useSessionUser } from '../../session/session-context.tsx'
import { useToast } from '../../ui/toaster.tsx'

const factorsQuery = endpointQuery(getFactors)

/** Reads the second steps again at every visit: they may have been used since, or changed on another device. */
export function useFactors() {
  return useQuery({ ...factorsQuery, staleTime: 0 })
}

/** Asks the user to confirm who they are, then calls `again`. */
export type AskProof = (again: () => void) => void

interface Change<Input, Answer> {
  send: (input: Input) => Promise<Answer>
  /** The title of the toast of success; without one there is no toast. */
  title?: string
  onDone?: (answer: Answer) => void
  /** The component that calls it shows the error, in place of a toast. */
  hasOwnError?: boolean
}

/**
 * Changes the user's second steps; when the sign-in is no longer recent, the user is asked to sign in and the change is
 * repeated.
 */
export function useFactorChange<Input, Answer extends Record<string, unknown>>(
  ask: AskProof,
  { send, title, onDone, hasOwnError = false }: Change<Input, Answer>,
) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()('Error', 'Failed to change how you sign in.')
  const change = useSingleMutation({
    mutationFn: send,
    onSuccess: (answer) => {
      if (title) toast({ title, description: String(answer.message), variant: 'success' })
      onDone?.(answer)
    },
    onError: (error, input) => {
      if (error instanceof ApiError && error.reason === 'sign-in-not-recent') {
        change.reset()
        ask(() => change.mutate(input))
      } else if (!hasOwnError) showError(error)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey }),
  })
  return change
}

export function useRemoveFactor(ask: AskProof, onDone: () => void) {
  return useFactorChange(ask, {
    send: (passkeyId: string | undefined) =>
      passkeyId === undefined
        ? call(deleteTotp)
        : call(deletePasskey, { params: { id: passkeyId } }),
    title: 'Removed',
    onDone,
  })
}

/** Sets another password just after signing in by a link. */
export function useReplaceLostPassword() {
  const toast = useToast()
  return useSingleMutation({
    mutationFn: (body: LostPasswordInput) => call(replaceLostPassword, { body }),
    onSuccess: ({ message }) =>
      toast({ title: 'Password Changed', description: message, variant: 'success' }),
  })
}

/** Confirms who the user is, by the proof that is given; by a passkey when there is none. */
export function useProveIdentity(onDone: () => void) {
  return useSingleMutation({
    mutationFn: async (proof: ConfirmInput | undefined) =>
      proof === undefined
        ? call(confirmByPasskey, { body: { passkey: await askPasskey() } })
        : call(confirmSession, { body: proof }),
    onSuccess: onDone,
  })
}

/** Gets a new token when a second step was required and has been set up; the page that asks for it is then left. */
export function useRenewTokenAfterSetup() {
  const { replaceToken } = useSession()
  const me = useSessionUser()
  const showError = useErrorToast()('Error', 'Reload the page to go on.')
  return () => {
    if (me.mustAddFactor) void renewToken(me).then(replaceToken, showError)
  }
}
