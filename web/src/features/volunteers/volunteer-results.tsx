import { countOf } from '@dashboard/contract/counts'
import { Users } from 'lucide-react'
import { useMemo } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { InSlices } from '../../ui/in-slices.tsx'
import { useIsNarrow } from '../../ui/media-query.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { chipsOf, type VolunteerChoice, withoutFilters } from './volunteer-choice.ts'
import type { VolunteerColumn } from './volunteer-columns.ts'
import { VolunteerCard, VolunteerRow } from './volunteer-row.tsx'
import { VolunteerRows } from './volunteer-rows.tsx'
import { useVolunteerRows } from './volunteers-queries.ts'

const rowPx = 52
const cardPx = 185
const failure = 'The volunteers could not be loaded.'

interface VolunteerResultsProps {
  choice: VolunteerChoice
  search: string
  openId: string | undefined
  returnTo: string | undefined
  columns: readonly VolunteerColumn[]
  onClear: (choice: VolunteerChoice) => void
}

/** Whom the choice leaves, in every state of loading. */
export function VolunteerResults(props: VolunteerResultsProps) {
  const { choice, onClear } = props
  const rows = useVolunteerRows(choice)
  const { data, error, isPending, isPlaceholderData, refetch } = rows
  const volunteers = useMemo(() => data?.pages.flatMap((page) => page.volunteers) ?? [], [data])
  const total = data?.pages[0]?.total ?? 0
  const isChosen = choice.q !== '' || chipsOf(choice).length > 0
  if (isPending) return <LoadingVolunteers />
  if (!data) {
    return (
      <ErrorState title="Failed to load volunteers" onRetry={() => void refetch()}>
        {errorMessage(error, failure)}
      </ErrorState>
    )
  }
  return (
    <InSlices placeholder={<LoadingVolunteers />}>
      <p role="status" className="text-muted">
        {isChosen ? `${countOf(total, 'volunteer')} found` : countOf(total, 'volunteer')}
      </p>
      {error && <Alert tone="warning">{errorMessage(error, failure)}</Alert>}
      {total === 0 ? (
        <NobodyThere isChosen={isChosen} onClear={() => onClear(withoutFilters(choice))} />
      ) : (
        <div
          aria-busy={isPlaceholderData || undefined}
          className={isPlaceholderData ? 'opacity-55' : undefined}
        >
          <FoundVolunteers {...props} rows={rows} volunteers={volunteers} total={total} />
        </div>
      )}
    </InSlices>
  )
}

interface FoundVolunteersProps extends VolunteerResultsProps {
  rows: ReturnType<typeof useVolunteerRows>
  volunteers: Parameters<typeof VolunteerRows>[0]['volunteers']
  total: number
}

function FoundVolunteers(props: FoundVolunteersProps) {
  const { rows, volunteers, total, search, openId, returnTo, columns } = props
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = rows
  const isNarrow = useIsNarrow()
  return (
    <VolunteerRows
      key={isNarrow ? 'cards' : 'rows'}
      volunteers={volunteers}
      total={total}
      rowPx={isNarrow ? cardPx : rowPx}
      hasMore={hasNextPage && !isFetchingNextPage && !isFetchNextPageError}
      onMore={fetchNextPage}
      returnTo={returnTo}
    >
      {(volunteer, isTabStop) =>
        isNarrow ? (
          <VolunteerCard
            volunteer={volunteer}
            search={search}
            isOpen={false}
            isTabStop={isTabStop}
          />
        ) : (
          <VolunteerRow
            volunteer={volunteer}
            columns={columns}
            search={search}
            isOpen={volunteer.id === openId}
            isTabStop={isTabStop}
          />
        )
      }
    </VolunteerRows>
  )
}

function NobodyThere({ isChosen, onClear }: { isChosen: boolean; onClear: () => void }) {
  return isChosen ? (
    <EmptyState
      icon={<Users aria-hidden />}
      title="Nobody matches."
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      Search for another spelling or fewer words, or take a filter away.
    </EmptyState>
  ) : (
    <EmptyState icon={<Users aria-hidden />} title="No volunteers yet">
      The people of the spreadsheet appear here after the first import.
    </EmptyState>
  )
}

function LoadingVolunteers() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <p className="text-muted">Loading volunteers...</p>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-10" />
      ))}
    </div>
  )
}
