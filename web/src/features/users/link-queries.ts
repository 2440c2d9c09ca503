import type { InviteUserInput } from '@dashboard/contract/account-inputs'
import { type AccountLink, inviteUser, makeAccountLink } from '@dashboard/contract/account-links'
import { getNoticeChoices } from '@dashboard/contract/notices'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointQuery, pathKey } from '../../api/endpoint-query.ts'
import { useErrorToast } from '../../api/error-toast.ts'

const choicesQuery = endpointQuery(getNoticeChoices)

/** Whether links can be sent; until that is known, they are shown. */
export function useCanSend(): boolean {
  return useQuery(choicesQuery).data?.isEmailAvailable ?? false
}

interface Made {
  message: string
  link: AccountLink
}

function useMake<Input>(send: (input: Input) => Promise<Made>, fallback: string) {
  const queryClient = useQueryClient()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: send,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: pathKey('/api/users') }),
    onError: showError('Error', fallback),
  })
}

export const linkFailures = {
  invite: 'Failed to invite user',
  make: 'Failed to make a link',
} as const

export function useInviteUser() {
  return useMake(
    (body: Omit<InviteUserInput, 'emailAddress'> & { emailAddress: string }) =>
      call(inviteUser, { body }),
    linkFailures.invite,
  )
}

export function useMakeLink(id: string) {
  return useMake(
    (emailAddress: string) => call(makeAccountLink, { params: { id }, body: { emailAddress } }),
    linkFailures.make,
  )
}

/** As it is handed on: a server that does not know its address leaves that to this browser. */
export function fullAddress(address: string): string {
  return new URL(address, location.origin).href
}
