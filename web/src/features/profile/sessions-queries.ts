import { endOtherSessions, endSession, listSessions } from '@dashboard/contract/sessions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { useToast } from '../../ui/toaster.tsx'

const sessionsQuery = endpointQuery(listSessions)

/** Asked anew at every visit: other devices sign in and out, too. */
export function useSessions() {
  return useQuery({ ...sessionsQuery, staleTime: 0 })
}

/** Signs out the session of the id, or without one all but this. */
export function useEndSessions() {
  const queryClient = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined ? call(endOtherSessions) : call(endSession, { params: { id } }),
    onSuccess: ({ message }) =>
      toast({ title: 'Signed Out', description: message, variant: 'success' }),
    onError: showError('Error', 'Failed to sign out.'),
    // After a failure, too: the session may have ended by itself.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}
