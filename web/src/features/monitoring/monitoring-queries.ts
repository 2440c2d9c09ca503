import { syncJobsNow } from '@dashboard/contract/jobs'
import { getMonitoringStatus, setAutoSync } from '@dashboard/contract/monitoring'
import {
  listNoticeChannels,
  type NoticeChannel,
  testNoticeChannel,
} from '@dashboard/contract/notices'
import { getGithubCheck, getPreflight, startGithubCheck } from '@dashboard/contract/preflight'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { githubCheckPolling, monitoringStatusPolling } from '../../api/polling.ts'
import { useChange, withMessage } from '../../api/use-change.ts'
import { useAnnounce } from '../../ui/live-region.tsx'
import { refreshedToast } from '../jobs/jobs-mutations.ts'
import { preflightSummary } from './monitoring-words.ts'

const statusQuery = { ...endpointQuery(getMonitoringStatus), ...monitoringStatusPolling }

export function useMonitoringStatus() {
  return useQuery(statusQuery)
}

/**
 * Has the server poll the workflow system about all jobs; then reads job lists and status again, whatever the result
 * (docs/api.md#polling).
 */
export function useSyncNow() {
  return useChange({
    send: () => call(syncJobsNow),
    done: refreshedToast,
    failed: ['Sync failed', 'One or more operations failed. Check the job status for details.'],
    refreshes: ['/api/jobs', '/api/monitoring/status'],
  })
}

export function useSetAutoSync() {
  const queryClient = useQueryClient()
  return useChange({
    send: (enabled: boolean) => call(setAutoSync, { body: { enabled } }),
    onDone: (_, autoSyncEnabled) =>
      queryClient.setQueryData(
        statusQuery.queryKey,
        (status) => status && { ...status, autoSyncEnabled },
      ),
    done: withMessage('Auto-Sync Updated'),
    failed: ['Update Failed', 'Failed to update auto-sync'],
  })
}

/** Reads what a run on GitHub has reported about its settings; polled while that run is active. */
export function useGithubCheck() {
  return useQuery({ ...endpointQuery(getGithubCheck), ...githubCheckPolling })
}

export function useStartGithubCheck() {
  return useChange({
    send: () => call(startGithubCheck),
    done: ({ message }) => ({ title: 'Check Started', description: message, variant: 'default' }),
    failed: ['Check Failed', 'The run on GitHub could not be started'],
    refreshes: ['/api/monitoring/github-check'],
  })
}

/** Runs only on request, since it writes a small file to the storage and calls the outside systems. */
export function usePreflight() {
  const announce = useAnnounce()
  return useChange({
    send: () => call(getPreflight),
    onDone: ({ checks }) => announce(preflightSummary(checks)),
    failed: ['Check Failed', 'The checks could not be run'],
  })
}

export function useNoticeChannels() {
  return useQuery({ ...endpointQuery(listNoticeChannels), ...monitoringStatusPolling })
}

/** Sends a test message; the server responds when it was sent. */
export function useTestChannel() {
  return useChange({
    send: (channel: NoticeChannel) => call(testNoticeChannel, { params: { channel } }),
    done: withMessage('Test Sent'),
    failed: ['Test Failed', 'The test message could not be sent.'],
    refreshes: ['/api/monitoring/channels'],
  })
}
