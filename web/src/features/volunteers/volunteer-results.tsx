import { countOf } from '@dashboard/contract/counts'
import type { ListedVolunteer } from '@dashboard/contract/volunteers'
import { Users } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { Loaded } from '../../api/loaded.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useIsNarrow } from '../../ui/media-query.ts'
import { useWindowRows, VirtualRows } from '../../ui/virtual-list.tsx'
import { chipsOf, type VolunteerChoice, withoutFilters } from './volunteer-choice.ts'
import type { VolunteerColumn } from './volunteer-columns.ts'
import { VolunteerCard, VolunteerRow } from './volunteer-row.tsx'
import { useVolunteerRows } from './volunteers-queries.ts'

const rowPx = 52
const cardPx = 185
const failure = 'The volunteers could not be loaded.'

interface VolunteerResultsProps {
  choice: VolunteerChoice
  openId: string | undefined
  /** Id of the person whose row is scrolled into view and focused, after that person was closed. */
  returnTo: string | undefined
  columns: readonly VolunteerColumn[]
  onClear: (choice: VolunteerChoice) => void
}

/** Shows the volunteers whom the filters choose, in every state of loading. */
export function VolunteerResults(props: VolunteerResultsProps) {
  const { choice, onClear } = props
  const isNarrow = useIsNarrow()
  const rows = useVolunteerRows(choice)
  const { data, error, isPlaceholderData } = rows
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = rows
  const volunteers = useMemo(() => data?.pages.flatMap((page) => page.volunteers) ?? [], [data])
  const total = data?.pages[0]?.total ?? 0
  const isChosen = choice.q !== '' || chipsOf(choice).length > 0
  return (
    <Loaded query={rows} loading="Loading volunteers..." failed="Failed to load volunteers">
      {() => (
        <>
          <p role="status" className="text-muted">
            {isChosen ? `${countOf(total, 'volunteer')} found` : countOf(total, 'volunteer')}
          </p>
          {error && <Alert tone="warning">{errorMessage(error, failure)}</Alert>}
          {total === 0 ? (
            <NobodyThere isChosen={isChosen} onClear={() => onClear(withoutFilters(choice))} />
          ) : (
            <div
              aria-busy={isPlaceholderData || undefined}
              className={classNames('card-rows-end', isPlaceholderData && 'opacity-55')}
            >
              <VolunteerRows
                {...props}
                key={isNarrow ? 'cards' : 'rows'}
                isNarrow={isNarrow}
                volunteers={volunteers}
                total={total}
                hasMore={hasNextPage && !isFetchingNextPage && !isFetchNextPageError}
                onMore={fetchNextPage}
              />
            </div>
          )}
        </>
      )}
    </Loaded>
  )
}

function NobodyThere({ isChosen, onClear }: { isChosen: boolean; onClear: () => void }) {
  return isChosen ? (
    <EmptyState
      icon={<Users />}
      title="Nobody matches."
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      Search for another spelling or fewer words, or take a filter away.
    </EmptyState>
  ) : (
    <EmptyState title="No volunteers yet">
      The people of the spreadsheet appear here after the first import.
    </EmptyState>
  )
}

/** The next page is loaded when this many rows are left. */
const fetchAhead = 40

interface VolunteerRowsProps extends Omit<VolunteerResultsProps, 'choice' | 'onClear'> {
  isNarrow: boolean
  volunteers: readonly ListedVolunteer[]
  total: number
  hasMore: boolean
  onMore: () => void
}

/** Shows the list as far as it is loaded; only rows in or near the window exist. Arrow keys move from row to row. */
function VolunteerRows(props: VolunteerRowsProps) {
  const { isNarrow, volunteers, total, hasMore, onMore, openId, returnTo, columns } = props
  const rows = useWindowRows({
    items: volunteers,
    keyOf: ({ id }) => id,
    estimatePx: isNarrow ? cardPx : rowPx,
    overscan: 6,
  })
  const { virtualizer } = rows
  const last = virtualizer.getVirtualItems().at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last >= volunteers.length - fetchAhead) onMore()
  }, [hasMore, last, volunteers.length, onMore])
  useReturn(returnTo, volunteers, (index) => virtualizer.scrollToIndex(index, { align: 'center' }))
  return (
    <VirtualRows label="Volunteers" items={volunteers} rows={rows} total={total}>
      {(volunteer, isTabStop) =>
        isNarrow ? (
          <VolunteerCard volunteer={volunteer} isOpen={false} isTabStop={isTabStop} />
        ) : (
          <VolunteerRow
            volunteer={volunteer}
            columns={columns}
            isOpen={volunteer.id === openId}
            isTabStop={isTabStop}
          />
        )
      }
    </VirtualRows>
  )
}

/** Returns the focus to the row that opened a person, after that person was closed. */
function useReturn(
  id: string | undefined,
  volunteers: readonly ListedVolunteer[],
  reveal: (index: number) => void,
): void {
  const returned = useRef<string>(undefined)
  useEffect(() => {
    if (id === undefined) returned.current = undefined
    if (id === undefined || id === returned.current) return
    const index = volunteers.findIndex((volunteer) => volunteer.id === id)
    if (index < 0) return
    const findLink = () =>
      document.querySelector<HTMLElement>(`[data-volunteer="${CSS.escape(id)}"]`)
    if (!findLink()) reveal(index)
    // The row may exist only once the window has been scrolled there.
    const frame = requestAnimationFrame(() => {
      const link = findLink()
      link?.focus()
      if (link) returned.current = id
    })
    return () => cancelAnimationFrame(frame)
  })
}
