import { countOf, formatCount } from '@dashboard/contract/counts'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Loaded } from '../../api/loaded.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'

/** The words of a list of what was searched for in all places. */
interface FoundWords {
  label: string
  noun: string
  noneTitle: string
  none: string
  estimatePx: number
}

interface PagedRowsProps<Page, Row> {
  pages: UseInfiniteQueryResult<InfiniteData<Page>>
  rowsOf: (page: Page) => readonly Row[]
  /** Left out for the rows of one place, which are counted above them. */
  found?: FoundWords | undefined
  children: (row: Row) => ReactNode
}

/** Shows rows page by page, more on request; while loading, or after a failure, a text is shown in their place. */
export function PagedRows<Page extends { total: number }, Row extends { id: number }>(
  props: PagedRowsProps<Page, Row>,
) {
  const { pages, rowsOf, found, children } = props
  return (
    <Loaded
      query={pages}
      loading={
        <div role="status" className="flex animate-late flex-col gap-2 p-3">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-10" />
        </div>
      }
      failed="The list could not be loaded"
    >
      {({ pages: loaded }) => {
        const rows = loaded.flatMap(rowsOf)
        const total = loaded[0]?.total ?? 0
        return (
          <div
            aria-busy={pages.isPlaceholderData || undefined}
            className={pages.isPlaceholderData ? 'opacity-55' : undefined}
          >
            {found ? (
              <>
                <p role="status" className="mb-3 text-muted">
                  {countOf(total, found.noun)} found
                </p>
                {rows.length === 0 ? (
                  <EmptyState icon={<SearchX />} title={found.noneTitle}>
                    {found.none}
                  </EmptyState>
                ) : (
                  <RowsOfAllPlaces {...found} rows={rows}>
                    {children}
                  </RowsOfAllPlaces>
                )}
              </>
            ) : (
              <ul>
                {rows.map((row) => (
                  <li key={row.id} className="border-b last:border-b-0">
                    {children(row)}
                  </li>
                ))}
              </ul>
            )}
            {pages.hasNextPage && (
              <div className="flex justify-center p-2">
                <Button
                  loading={pages.isFetchingNextPage}
                  onClick={() => void pages.fetchNextPage()}
                >
                  Show more ({formatCount(total - rows.length)} left)
                </Button>
              </div>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

interface RowsOfAllPlacesProps<Row> extends Pick<FoundWords, 'label' | 'estimatePx'> {
  rows: readonly Row[]
  children: (row: Row) => ReactNode
}

/** Shows a list that may be long, in a box that scrolls. */
export function RowsOfAllPlaces<Row extends { id: number }>(props: RowsOfAllPlacesProps<Row>) {
  const { label, estimatePx, rows, children } = props
  return (
    <VirtualList
      label={label}
      items={rows}
      keyOf={({ id }) => id}
      estimatePx={estimatePx}
      isPlain
      className="card-rows max-h-[max(24rem,calc(100dvh-16rem))]"
    >
      {(row) => <div className="border-b in-[li:last-child]:border-b-0">{children(row)}</div>}
    </VirtualList>
  )
}
