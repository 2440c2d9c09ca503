import { countOf } from '@dashboard/contract/counts'
import {
  deleteAllReports,
  deleteReport,
  deleteReports,
  getLookupOptions,
  listReports,
  type Report,
  startCircuitReport,
  startCongregationReport,
} from '@dashboard/contract/reports'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import type { AnswerOf } from '../../api/call-input.ts'
import { endpointQuery, pathKey } from '../../api/endpoint-query.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { reportsPolling } from '../../api/polling.ts'
import { useToast } from '../../ui/toaster.tsx'
import { refreshJobs, useHasActiveJobs } from '../jobs/jobs-queries.ts'
import { generatingText } from './report-texts.ts'
import type { ReportKind } from './selection.ts'

const reportsQuery = endpointQuery(listReports)

export type ReportsAnswer = AnswerOf<typeof listReports.answer>

/** Reads all reports, newest first; polled quickly while jobs are active (docs/behavior.md#polling). */
export function useReports() {
  return useQuery({ ...reportsQuery, ...reportsPolling(useHasActiveJobs()) })
}

/** Reads the reports of a circuit and of its congregations, newest first, older versions too. */
export function useCircuitReports(circuit: string) {
  const { data, error, refetch } = useReports()
  const reports = useMemo(
    () => data?.reports.filter(({ circuitId }) => circuitId === circuit),
    [data, circuit],
  )
  return { reports, error, refetch }
}

/** Reads circuits and congregations; read again when an import has completed. */
export function useLookupOptions() {
  return useQuery(endpointQuery(getLookupOptions))
}

interface ReportRequest {
  kind: ReportKind
  names: readonly string[]
}

/** Starts the job that makes reports of the named circuits or congregations. */
export function useGenerateReports() {
  const client = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: ({ kind, names }: ReportRequest) =>
      kind === 'circuit'
        ? call(startCircuitReport, { body: { circuits: [...names] } })
        : call(startCongregationReport, { body: { congregations: [...names] } }),
    onSuccess: (_, { kind, names }) => {
      toast({
        title: 'Reports Generating',
        description: generatingText(kind, names.length),
        variant: 'success',
      })
      return refreshJobs(client)
    },
    onError: showError('Generation Failed', 'Failed to generate reports.'),
  })
}

/** Reads the list at once, when the user asks for it. */
export function useRefreshReports() {
  const client = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    // Does not use fetchQuery: joined to a poll that is dropped at the end of the session, that would succeed.
    mutationFn: () => call(listReports),
    onSuccess: (answer) => {
      client.setQueryData(reportsQuery.queryKey, answer)
      toast({
        title: 'Refreshed',
        description: `The list is up to date: ${countOf(answer.reports.length, 'report')}.`,
        variant: 'success',
      })
    },
    onError: showError('Refresh Failed', 'Failed to refresh reports.'),
  })
}

interface Deletion<Input> {
  send: (input: Input) => Promise<{ message: string }>
  /** Returns which reports no longer exist once the call has succeeded. */
  isGone: (input: Input) => (report: Report) => boolean
  doneTitle: string
  /** Title and fallback of the toast of failure (docs/behavior.md#toasts-of-failure). */
  failure: readonly [title: string, fallback: string]
}

function useDeletion<Input>({ send, isGone, doneTitle, failure }: Deletion<Input>) {
  const client = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: send,
    onSuccess: ({ message }, input) => {
      forgetReports(client, isGone(input))
      toast({ title: doneTitle, description: message, variant: 'success' })
    },
    onError: showError(...failure),
    onSettled: () => refreshReports(client),
  })
}

export function useDeleteReport() {
  return useDeletion({
    send: ({ id }: Report) => call(deleteReport, { params: { id } }),
    isGone: (deleted) => (report) => report.id === deleted.id,
    doneTitle: 'Report Deleted',
    failure: ['Delete Failed', 'Failed to delete report.'],
  })
}

export function useDeleteReports() {
  return useDeletion({
    send: (ids: readonly string[]) => call(deleteReports, { body: { ids: [...ids] } }),
    isGone: (ids) => {
      const deleted = new Set(ids)
      return (report) => deleted.has(report.id)
    },
    doneTitle: 'Reports Deleted',
    failure: ['Bulk Delete Failed', 'Failed to delete reports.'],
  })
}

export function useClearReports() {
  return useDeletion({
    send: () => call(deleteAllReports),
    isGone: () => () => true,
    doneTitle: 'All Reports Cleared',
    failure: ['Clear Failed', 'Failed to clear all reports.'],
  })
}

/** Removes deleted reports from the list at once; the server's next answer confirms it. */
function forgetReports(client: QueryClient, isGone: (report: Report) => boolean): void {
  client.setQueryData(
    reportsQuery.queryKey,
    (known) => known && { ...known, reports: known.reports.filter((report) => !isGone(report)) },
  )
}

/** Reads reports again, and the part of `/dashboard` that depends on them. */
function refreshReports(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: pathKey('/api/reports') }),
    client.invalidateQueries({ queryKey: pathKey('/api/coverage') }),
    client.invalidateQueries({ queryKey: pathKey('/api/circuits') }),
  ])
}
