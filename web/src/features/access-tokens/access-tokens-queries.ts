import {
  type CreateTokenInput,
  createToken,
  listTokens,
  listUserTokens,
  revokeToken,
  revokeUserToken,
} from '@dashboard/contract/access-tokens'
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { useIsThere } from '../../api/missing-calls.ts'
import { useToast } from '../../ui/toaster.tsx'

const ownQuery = endpointQuery(listTokens)
const queryOf = (id: string) => endpointQuery(listUserTokens, { params: { id } })

/** Reads the user's own tokens, again at every visit, since scripts may have used them meanwhile. */
export function useTokens() {
  const isThere = useIsThere(listTokens)
  return { ...useQuery({ ...ownQuery, staleTime: 0 }), isThere }
}

export function useUserTokens(id: string) {
  return useQuery({ ...queryOf(id), staleTime: 0 })
}

/** Creates a token, and reads the list again. */
export function useSendToken() {
  const queryClient = useQueryClient()
  return async (body: CreateTokenInput) => {
    const made = await call(createToken, { body })
    void queryClient.invalidateQueries({ queryKey: ownQuery.queryKey })
    return made
  }
}

export function useRevokeToken() {
  return useRevocation((id) => call(revokeToken, { params: { id } }), ownQuery.queryKey)
}

export function useRevokeUserToken(id: string) {
  return useRevocation(
    (tokenId) => call(revokeUserToken, { params: { id, tokenId } }),
    queryOf(id).queryKey,
  )
}

function useRevocation(send: (id: string) => Promise<{ message: string }>, queryKey: QueryKey) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: send,
    onSuccess: ({ message }) =>
      toast({ title: 'Token Revoked', description: message, variant: 'success' }),
    onError: showError('Error', 'Failed to revoke the access token.'),
    // The list is read again after a failure, too: the token may be gone.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}
