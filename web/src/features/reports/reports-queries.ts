import { countOf } from '@dashboard/contract/counts'
import { reportTargets } from '@dashboard/contract/limits'
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
import { ApiError, errorMessage } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import type { AnswerOf } from '../../api/call-input.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { reportsPolling } from '../../api/polling.ts'
import { useChange, withMessage } from '../../api/use-change.ts'
import { useHasActiveJobs } from '../jobs/jobs-queries.ts'
import { confirmations, generatingText, type ReportRequest } from './report-texts.ts'

const reportsQuery = endpointQuery(listReports)

export type ReportsAnswer = AnswerOf<typeof listReports.answer>

/** Reads all reports, newest first; polled quickly while jobs are active (docs/api.md#polling). */
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

const generationFailure = 'Failed to generate reports.'

/** Starts the jobs that make reports of the named circuits and congregations: one of each kind, or more for many. */
export function useGenerateReports() {
  return useChange({
    send: startReports,
    done: (_, request) => ({
      title: 'Reports Generating',
      description: generatingText(request),
    }),
    failed: ['Generation Failed', generationFailure],
    refreshes: ['/api/jobs'],
  })
}

/** @throws ApiError also with what was started before a job was refused. */
async function startReports({ circuit = [], congregation = [] }: ReportRequest): Promise<void> {
  const started = { circuit: [] as string[], congregation: [] as string[] }
  try {
    for (const circuits of chunksOf(circuit, reportTargets.circuits)) {
      await call(startCircuitReport, { body: { circuits } })
      started.circuit.push(...circuits)
    }
    for (const congregations of chunksOf(congregation, reportTargets.congregations)) {
      await call(startCongregationReport, { body: { congregations } })
      started.congregation.push(...congregations)
    }
  } catch (error) {
    const isNone = started.circuit.length + started.congregation.length === 0
    if (isNone || !(error instanceof ApiError) || error.sessionEnded) throw error
    const reason = errorMessage(error, generationFailure)
    throw new ApiError(error.status, `${generatingText(started)}. The others failed: ${reason}`)
  }
}

function chunksOf(names: readonly string[], size: number): string[][] {
  const count = Math.ceil(names.length / size)
  return Array.from({ length: count }, (_, chunk) => names.slice(chunk * size, (chunk + 1) * size))
}

export function useRefreshReports() {
  const client = useQueryClient()
  return useChange({
    // Does not use fetchQuery: joined to a poll that is dropped at the end of the session, that would succeed.
    send: () => call(listReports),
    onDone: (answer) => client.setQueryData(reportsQuery.queryKey, answer),
    done: ({ reports }) => ({
      title: 'Refreshed',
      description: `The list is up to date: ${countOf(reports.length, 'report')}.`,
    }),
    failed: ['Refresh Failed', 'Failed to refresh reports.'],
  })
}

/** A deletion of reports, with the question that is asked before it. */
export interface Deletion {
  words: ReturnType<(typeof confirmations)['one']>
  send: () => Promise<{ message: string }>
  /** Whether a report no longer exists once the call has succeeded. */
  isGone: (report: Report) => boolean
  /** Whether nothing is selected afterwards. */
  clearsSelection: boolean
  doneTitle: string
  failed: readonly [title: string, fallback: string]
}

export function deletionOf(report: Report): Deletion {
  return {
    words: confirmations.one(report),
    send: () => call(deleteReport, { params: { id: report.id } }),
    isGone: ({ id }) => id === report.id,
    clearsSelection: false,
    doneTitle: 'Report Deleted',
    failed: ['Delete Failed', 'Failed to delete report.'],
  }
}

export function deletionOfSelected(ids: readonly string[]): Deletion {
  const deleted = new Set(ids)
  return {
    words: confirmations.selected(ids.length),
    send: () => call(deleteReports, { body: { ids: [...ids] } }),
    isGone: ({ id }) => deleted.has(id),
    clearsSelection: true,
    doneTitle: 'Reports Deleted',
    failed: ['Bulk Delete Failed', 'Failed to delete reports.'],
  }
}

export function deletionOfAll(count: number): Deletion {
  return {
    words: confirmations.all(count),
    send: () => call(deleteAllReports),
    isGone: () => true,
    clearsSelection: true,
    doneTitle: 'All Reports Cleared',
    failed: ['Clear Failed', 'Failed to clear all reports.'],
  }
}

/** Removes deleted reports from the list at once; then it is read again, with what depends on it. */
export function useDeleteReports() {
  const client = useQueryClient()
  return useChange({
    send: (deletion: Deletion) => deletion.send(),
    onDone: (_, { isGone }) =>
      client.setQueryData(
        reportsQuery.queryKey,
        (known) => known && { ...known, reports: known.reports.filter((each) => !isGone(each)) },
      ),
    done: (answer, { doneTitle }) => withMessage(doneTitle)(answer),
    failed: ({ failed }) => failed,
    refreshes: ['/api/reports', '/api/coverage', '/api/circuits'],
  })
}
