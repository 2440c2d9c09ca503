import { listReports, type Report, type ReportFilter } from '@dashboard/contract/reports'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import type { AnswerOf } from '../../api/call-input.ts'
import { endpointQuery, pathKey } from '../../api/endpoint-query.ts'
import { filterOf } from './picked-reports.ts'
import type { ReportSort, ReportView } from './report-list.ts'

/**
 * Reads lists of more reports than one answer contains, which the server searches and sorts
 * (docs/behavior.md#long-lists).
 */

export type ReportsAnswer = AnswerOf<typeof listReports.answer>

const rowsPerPage = '200'

const sortNames = { date: '-generatedAt', name: 'name', size: '-size' } as const satisfies Record<
  ReportSort,
  string
>

/** Returns a filter as parameters of a query. */
export function toQuery({ q, stale, current, circuit, jobs, until }: ReportFilter) {
  return {
    ...(q !== undefined && { q }),
    ...(stale !== undefined && { stale: String(stale) as 'true' | 'false' }),
    ...(current !== undefined && { current: String(current) as 'true' | 'false' }),
    ...(circuit !== undefined && { circuit }),
    ...(jobs !== undefined && { jobs: jobs.join(',') }),
    ...(until !== undefined && { until }),
  }
}

/**
 * Reads the pages of a view up to where the user has scrolled. They are read again when `polled`, the polled answer,
 * has changed.
 */
export function useReportPages(view: ReportView, polled: ReportsAnswer, isEnabled: boolean) {
  const query = { ...toQuery(filterOf(view)), sort: sortNames[view.sort], limit: rowsPerPage }
  const pages = useInfiniteQuery({
    queryKey: [...pathKey('/api/reports'), 'pages', query],
    queryFn: ({ pageParam, signal }) =>
      call(listReports, { query: { ...query, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    staleTime: 0,
    meta: { access: listReports.access },
  })
  const { refetch } = pages
  const seen = useRef(polled)
  useEffect(() => {
    if (seen.current === polled) return
    seen.current = polled
    if (isEnabled) void refetch()
  }, [polled, isEnabled, refetch])
  return pages
}

/** Returns how many reports match now; sends no request without a filter. */
export function useMatchingCount(filter: ReportFilter | undefined): number {
  const { data } = useQuery({
    ...endpointQuery(listReports, { query: { ...toQuery(filter ?? {}), limit: '1' } }),
    enabled: filter !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return filter === undefined ? 0 : (data?.total ?? 0)
}

/** Whether an answer without parameters contains all reports that exist. */
export function isWhole({ nextCursor }: Pick<ReportsAnswer, 'nextCursor'>): boolean {
  return !nextCursor
}

/** Returns how many reports exist, older versions too. */
export function countAll(answer: ReportsAnswer): number {
  return isWhole(answer) ? answer.reports.length : answer.overall
}

/** Returns the rows of all pages, each once: while the pages are read again, one row may occur twice. */
export function rowsOf(pages: readonly ReportsAnswer[]): Report[] {
  const rows = new Map<string, Report>()
  for (const { reports } of pages) for (const report of reports) rows.set(report.id, report)
  return [...rows.values()]
}
