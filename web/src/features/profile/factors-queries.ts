import type { CodeInput, ConfirmInput, LostPasswordInput } from '@dashboard/contract/account-inputs'
import {
  type beginTotp,
  confirmSession,
  deleteTotp,
  finishTotp,
  getFactors,
} from '@dashboard/contract/factors'
import {
  addPasskey,
  type beginPasskey,
  confirmByPasskey,
  deletePasskey,
} from '@dashboard/contract/passkeys'
import { replaceLostPassword } from '@dashboard/contract/sign-in-links'
import { startRegistration } from '@simplewebauthn/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import type { AnswerOf } from '../../api/call-input.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { useErrorToast } from '../../api/error-toast.ts'
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

export type TotpSetup = AnswerOf<typeof beginTotp.answer>
export type PasskeyOptions = AnswerOf<typeof beginPasskey.answer>['options']

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
  const change = useMutation({
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

interface Added {
  message: string
  recoveryCodes: string[] | null
}

export function useFinishTotp(ask: AskProof, onDone: (added: Added) => void) {
  return useFactorChange(ask, {
    send: (body: CodeInput) => call(finishTotp, { body }),
    title: 'Authenticator App Added',
    onDone,
    hasOwnError: true,
  })
}

/** Has the browser create the passkey, and adds it. */
export function useAddPasskey(ask: AskProof, onDone: (added: Added) => void) {
  return useFactorChange(ask, {
    send: async ({ name, options }: { name: string; options: PasskeyOptions }) => {
      const made = await startRegistration({ optionsJSON: options })
      const { clientDataJSON, attestationObject, transports } = made.response
      const response = { clientDataJSON, attestationObject, ...(transports && { transports }) }
      const { id, rawId, type } = made
      return call(addPasskey, { body: { name, passkey: { id, rawId, type, response } } })
    },
    title: 'Passkey Added',
    onDone,
    hasOwnError: true,
  })
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
  return useMutation({
    mutationFn: (body: LostPasswordInput) => call(replaceLostPassword, { body }),
    onSuccess: ({ message }) =>
      toast({ title: 'Password Changed', description: message, variant: 'success' }),
  })
}

/** Confirms who the user is, by the proof that is given; by a passkey when there is none. */
export function useProveIdentity(onDone: () => void) {
  return useMutation({
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
