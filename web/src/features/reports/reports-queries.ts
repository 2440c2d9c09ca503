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
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { AnswerOf } from '../../api/call-input.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { reportsPolling } from '../../api/polling.ts'
import { useChange, withMessage } from '../../api/use-change.ts'
import { useHasActiveJobs } from '../jobs/jobs-queries.ts'
import { generatingText } from './report-texts.ts'
import type { ReportKind } from './selection.ts'

const reportsQuery = endpointQuery(listReports)

export type ReportsAnswer = AnswerOf<typeof listReports.answer>

/** Reads all reports, newest first; polled quickly while jobs are active (docs/behavior.md#polling). */
export function useReports() {
  return useQuery({ ...reportsQuery, ...reportsPolling(useHasActiveJobs()) })
}

/** Reads the reports of a circuit and of its congregations, or of one of these, newest first, older versions too. */
export function useCircuitReports(circuit: string, congregation?: string) {
  return useQuery({
    ...reportsQuery,
    ...reportsPolling(useHasActiveJobs()),
    select: ({ reports }) =>
      reports.filter(
        (report) =>
          report.circuitId === circuit &&
          (congregation === undefined || report.congregation === congregation),
      ),
  })
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
  return useChange({
    send: ({ kind, names }: ReportRequest) =>
      kind === 'circuit'
        ? call(startCircuitReport, { body: { circuits: [...names] } })
        : call(startCongregationReport, { body: { congregations: [...names] } }),
    done: (_, { kind, names }) => ({
      title: 'Reports Generating',
      description: generatingText(kind, names.length),
      variant: 'success',
    }),
    failed: ['Generation Failed', 'Failed to generate reports.'],
    refreshes: ['/api/jobs'],
  })
}

/** Reads the list at once, when the user asks for it. */
export function useRefreshReports() {
  const client = useQueryClient()
  return useChange({
    // Does not use fetchQuery: joined to a poll that is dropped at the end of the session, that would succeed.
    send: () => call(listReports),
    onDone: (answer) => client.setQueryData(reportsQuery.queryKey, answer),
    done: ({ reports }) => ({
      title: 'Refreshed',
      description: `The list is up to date: ${countOf(reports.length, 'report')}.`,
      variant: 'success',
    }),
    failed: ['Refresh Failed', 'Failed to refresh reports.'],
  })
}

interface Deletion<Input> {
  send: (input: Input) => Promise<{ message: string }>
  /** Returns which reports no longer exist once the call has succeeded. */
  isGone: (input: Input) => (report: Report) => boolean
  doneTitle: string
  failed: readonly [title: string, fallback: string]
}

/** Removes deleted reports from the list at once; then it is read again, with what depends on it. */
function useDeletion<Input = void>({ send, isGone, doneTitle, failed }: Deletion<Input>) {
  const client = useQueryClient()
  return useChange({
    send,
    onDone: (_, input) =>
      client.setQueryData(reportsQuery.queryKey, (known) => {
        const gone = isGone(input)
        return known && { ...known, reports: known.reports.filter((report) => !gone(report)) }
      }),
    done: withMessage(doneTitle),
    failed,
    refreshes: ['/api/reports', '/api/coverage', '/api/circuits'],
  })
}

export function useDeleteReport() {
  return useDeletion({
    send: ({ id }: Report) => call(deleteReport, { params: { id } }),
    isGone: (deleted) => (report) => report.id === deleted.id,
    doneTitle: 'Report Deleted',
    failed: ['Delete Failed', 'Failed to delete report.'],
  })
}

export function useDeleteReports() {
  return useDeletion({
    send: (ids: readonly string[]) => call(deleteReports, { body: { ids: [...ids] } }),
    isGone: (ids) => {
      const deleted = new Set(ids)
      return ({ id }) => deleted.has(id)
    },
    doneTitle: 'Reports Deleted',
    failed: ['Bulk Delete Failed', 'Failed to delete reports.'],
  })
}

export function useClearReports() {
  return useDeletion({
    send: () => call(deleteAllReports),
    isGone: () => () => true,
    doneTitle: 'All Reports Cleared',
    failed: ['Clear Failed', 'Failed to clear all reports.'],
  })
}
