import { syncJobsNow } from '@dashboard/contract/jobs'
import { getMonitoringStatus, setAutoSync } from '@dashboard/contract/monitoring'
import {
  listNoticeChannels,
  type NoticeChannel,
  testNoticeChannel,
} from '@dashboard/contract/notices'
import { getGithubCheck, getPreflight, startGithubCheck } from '@dashboard/contract/preflight'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { githubCheckPolling, monitoringStatusPolling } from '../../api/polling.ts'
import { useAnnounce } from '../../ui/live-region.tsx'
import { useToast } from '../../ui/toaster.tsx'
import { refreshedToast } from '../jobs/jobs-mutations.ts'
import { refreshJobs } from '../jobs/jobs-queries.ts'
import { preflightSummary } from './monitoring-words.ts'

const statusQuery = { ...endpointQuery(getMonitoringStatus), ...monitoringStatusPolling }

export function useMonitoringStatus() {
  return useQuery(statusQuery)
}

/**
 * Has the server poll the workflow system about all jobs; then reads job lists and status again, whatever the result
 * (docs/behavior.md#polling).
 */
export function useSyncNow() {
  const queryClient = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: () => call(syncJobsNow),
    onSuccess: (answer) => toast(refreshedToast(answer)),
    onError: showError(
      'Sync failed',
      'One or more operations failed. Check the job status for details.',
    ),
    onSettled: () =>
      Promise.all([
        refreshJobs(queryClient),
        queryClient.invalidateQueries({ queryKey: statusQuery.queryKey }),
      ]),
  })
}

export function useSetAutoSync() {
  const queryClient = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: (enabled: boolean) => call(setAutoSync, { body: { enabled } }),
    onSuccess: ({ message }, autoSyncEnabled) => {
      queryClient.setQueryData(
        statusQuery.queryKey,
        (status) => status && { ...status, autoSyncEnabled },
      )
      toast({ title: 'Auto-Sync Updated', description: message, variant: 'success' })
    },
    onError: showError('Update Failed', 'Failed to update auto-sync'),
  })
}

/** The report of a run on GitHub about its settings; polled while that run is active. */
const githubCheckQuery = { ...endpointQuery(getGithubCheck), ...githubCheckPolling }

export function useGithubCheck() {
  return useQuery(githubCheckQuery)
}

export function useStartGithubCheck() {
  const queryClient = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: () => call(startGithubCheck),
    onSuccess: ({ message }) => toast({ title: 'Check Started', description: message }),
    onError: showError('Check Failed', 'The run on GitHub could not be started'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: githubCheckQuery.queryKey }),
  })
}

/** Runs only on request, since it writes a small file to the storage and calls the outside systems. */
export function usePreflight() {
  const showError = useErrorToast()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: () => call(getPreflight),
    onSuccess: ({ checks }) => announce(preflightSummary(checks)),
    onError: showError('Check Failed', 'The checks could not be run'),
  })
}

const channelsQuery = { ...endpointQuery(listNoticeChannels), ...monitoringStatusPolling }

export function useNoticeChannels() {
  return useQuery(channelsQuery)
}

/** Sends a test message; the server responds when it was sent. */
export function useTestChannel() {
  const queryClient = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: (channel: NoticeChannel) => call(testNoticeChannel, { params: { channel } }),
    onSuccess: ({ message }) =>
      toast({ title: 'Test Sent', description: message, variant: 'success' }),
    onError: showError('Test Failed', 'The test message could not be sent.'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey }),
  })
}
