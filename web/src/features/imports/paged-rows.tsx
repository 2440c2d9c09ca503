import { formatCount } from '@dashboard/contract/counts'
import type { ReactNode } from 'react'
import { Loaded } from '../../api/loaded.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The result of an infinite query. */
interface Pages<Page> {
  data: { pages: Page[] } | undefined
  error: Error | null
  isPlaceholderData: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

interface PagedRowsProps<Page, Row> {
  pages: Pages<Page>
  rowsOf: (page: Page) => readonly Row[]
  /** Returns how many there are, in words. */
  countText?: (total: number) => string
  children: (rows: readonly Row[]) => ReactNode
}

/** Shows rows page by page, more on request; while loading, or after a failure, a text is shown in their place. */
export function PagedRows<Page extends { total: number }, Row>(props: PagedRowsProps<Page, Row>) {
  const { pages, rowsOf, countText, children } = props
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
            {countText && (
              <p role="status" className="mb-3 text-muted">
                {countText(total)}
              </p>
            )}
            {children(rows)}
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
