import { listedNotices } from '@dashboard/contract/limits'
import { listNotices, markNoticesRead } from '@dashboard/contract/notices'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { noticesPolling } from '../../api/polling.ts'
import { useChange } from '../../api/use-change.ts'

/** Reads the newest notices, polled while the page is visible (docs/notices.md#quiet-for-what-one-watched). */
export function useNotices() {
  return useQuery({
    ...endpointQuery(listNotices, { query: { limit: String(listedNotices) } }),
    ...noticesPolling,
  })
}

export function useMarkRead() {
  return useChange({
    send: (ids: string[] | 'all') =>
      call(markNoticesRead, { body: ids === 'all' ? { all: true } : { ids } }),
    failed: ['Update Failed', 'Failed to mark notices as read.'],
    refreshes: ['/api/notices'],
  })
}
