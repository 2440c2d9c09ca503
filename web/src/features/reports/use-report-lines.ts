import { useMemo } from 'react'
import { useDebounced } from '../../ui/use-debounced.ts'
import {
  arrangePages,
  arrangeReports,
  listLines,
  type ReportLine,
  type ReportView,
  unfoldedIds,
} from './report-list.ts'
import {
  isWhole,
  type ReportsAnswer,
  rowsOf,
  useOlderVersions,
  useReportPages,
} from './report-pages.ts'

export interface ReportLines {
  lines: readonly ReportLine[]
  /** Of those that search and filter leave, the newest of each circuit and congregation. */
  currentIds: readonly string[]
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
export function useReportLines(
  answer: ReportsAnswer,
  view: ReportView,
  unfolded: ReadonlySet<string>,
): ReportLines {
  const isHere = isWhole(answer)
  const { reports } = answer
  const arranged = useMemo(
    () => (isHere ? arrangeReports(reports, view) : []),
    [isHere, reports, view],
  )
  const search = useDebounced(view.search)
  const pages = useReportPages({ ...view, search }, answer, !isHere)
  const loaded = pages.data?.pages
  const rows = useMemo(() => (isHere ? [] : rowsOf(loaded ?? [])), [isHere, loaded])
  const wanted = useMemo(() => unfoldedIds(rows, unfolded), [rows, unfolded])
  const older = useOlderVersions(wanted)
  const shown = useMemo(
    () => (isHere ? arranged : arrangePages(rows, older)),
    [isHere, arranged, rows, older],
  )
  const lines = useMemo(() => listLines(shown, unfolded), [shown, unfolded])
  const currentIds = useMemo(() => shown.map(({ current }) => current.id), [shown])
  const common = { lines, currentIds }
  if (isHere) {
    const rest = { total: shown.length, isAllLoaded: true, isLoading: false, error: null }
    return { ...common, ...rest, loadMore: nothing, retry: nothing }
  }
  const { hasNextPage, isFetchingNextPage, isFetching } = pages
  return {
    ...common,
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
