import {
  type CreateTokenInput,
  createToken,
  listTokens,
  listUserTokens,
  revokeToken,
  revokeUserToken,
} from '@dashboard/contract/access-tokens'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { useIsSupported } from '../../api/missing-calls.ts'
import { useChange, withMessage } from '../../api/use-change.ts'

const ownQuery = endpointQuery(listTokens)
const queryOf = (id: string) => endpointQuery(listUserTokens, { params: { id } })

/** Reads the user's own tokens, again at every visit, since scripts may have used them meanwhile. */
export function useTokens() {
  const isThere = useIsSupported(listTokens)
  return { ...useQuery({ ...ownQuery, staleTime: 0 }), isThere }
}

export function useUserTokens(id: string) {
  return useQuery({ ...queryOf(id), staleTime: 0 })
}

export function useSendToken() {
  const queryClient = useQueryClient()
  return async (body: CreateTokenInput) => {
    const made = await call(createToken, { body })
    void queryClient.invalidateQueries({ queryKey: ownQuery.queryKey })
    return made
  }
}

export function useRevokeToken() {
  return useRevocation((id) => call(revokeToken, { params: { id } }), '/api/auth/tokens')
}

export function useRevokeUserToken(id: string) {
  return useRevocation(
    (tokenId) => call(revokeUserToken, { params: { id, tokenId } }),
    `/api/users/${id}/tokens`,
  )
}

function useRevocation(send: (id: string) => Promise<{ message: string }>, list: `/api/${string}`) {
  return useChange({
    send,
    done: withMessage('Token Revoked'),
    failed: ['Error', 'Failed to revoke the access token.'],
    refreshes: [list],
  })
}
