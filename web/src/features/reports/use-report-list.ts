import type { Report } from '@dashboard/contract/reports'
import { useMemo } from 'react'
import { useDebounced } from '../../ui/use-debounced.ts'
import { arrangeReports, type ReportView } from './report-list.ts'
import { isWhole, type ReportsAnswer, rowsOf, useReportPages } from './report-pages.ts'

export interface ReportList {
  /** What search and filter leave, in order, as far as it is loaded. */
  reports: readonly Report[]
  /** How many there are of those; more than are loaded, unless all are. */
  total: number
  isAllLoaded: boolean
  /** The first page of another view is on its way. */
  isLoading: boolean
  error: Error | null
  loadMore: () => void
  retry: () => void
}

const nothing = () => undefined

/**
 * The rows of the Download Center. As long as one answer holds all reports, they are arranged here and
 * at once; a longer list is searched, ordered and filtered by the server, page by page.
 */
export function useReportList(answer: ReportsAnswer, view: ReportView): ReportList {
  const isHere = isWhole(answer)
  const arranged = useMemo(
    () => (isHere ? arrangeReports(answer.reports, view) : []),
    [isHere, answer, view],
  )
  const search = useDebounced(view.search)
  const pages = useReportPages({ ...view, search }, answer, !isHere)
  const loaded = pages.data?.pages
  const rows = useMemo(() => (isHere ? [] : rowsOf(loaded ?? [])), [isHere, loaded])
  if (isHere) {
    return {
      reports: arranged,
      total: arranged.length,
      isAllLoaded: true,
      isLoading: false,
      error: null,
      loadMore: nothing,
      retry: nothing,
    }
  }
  const { hasNextPage, isFetchingNextPage, isFetching } = pages
  return {
    reports: rows,
    total: loaded?.[0]?.total ?? 0,
    isAllLoaded: !hasNextPage,
    isLoading: pages.isPending || pages.isPlaceholderData || search !== view.search,
    error: pages.error,
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage && !isFetching) void pages.fetchNextPage()
    },
    retry: () => void pages.refetch(),
  }
}
