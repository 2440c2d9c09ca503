import { listedNotices } from '@dashboard/contract/limits'
import { listNotices, markNoticesRead } from '@dashboard/contract/notices'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointQuery, pathKey } from '../../api/endpoint-query.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { noticesPolling } from '../../api/polling.ts'

const noticesQuery = {
  ...endpointQuery(listNotices, { query: { limit: String(listedNotices) } }),
  ...noticesPolling,
}

/** Reads the newest notices, polled while the page is visible (docs/notices.md#quiet-for-what-one-watched). */
export function useNotices() {
  return useQuery(noticesQuery)
}

export function useMarkRead() {
  const queryClient = useQueryClient()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: (ids: string[] | 'all') =>
      call(markNoticesRead, { body: ids === 'all' ? { all: true } : { ids } }),
    onError: showError('Update Failed', 'Failed to mark notices as read.'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: pathKey('/api/notices') }),
  })
}
