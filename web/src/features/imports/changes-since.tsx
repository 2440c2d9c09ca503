import { countOf, formatCount } from '@dashboard/contract/counts'
import type { ImportDetail } from '@dashboard/contract/imports'
import { Archive, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { LoadFailure } from '../../api/load-failure.tsx'
import { formatInstant } from '../../format/time.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { ChangeItem, changeItemPx } from './changes-view.tsx'
import { useChangesSince } from './imports-queries.ts'

/** Shows what all later imports have changed together, each person once. */
export function ChangesSince({ entry }: { entry: ImportDetail }) {
  const { data, error, refetch } = useChangesSince(entry)
  const [search, setSearch] = useState('')
  if (!data) {
    return error ? (
      <LoadFailure
        title="What has changed since could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    ) : (
      <div role="status" className="flex animate-late flex-col gap-2">
        <span className="sr-only">Adding up the changes...</span>
        <Skeleton className="h-10" />
        <Skeleton className="h-20" />
      </div>
    )
  }
  const since = entry.completedAt === null ? '' : ` since ${formatInstant(entry.completedAt)}`
  if (data.sum === undefined) {
    return (
      <EmptyState icon={<Archive aria-hidden />} title="This cannot be added up">
        There are too many changes, or those of an import in between are no longer kept. Choose a
        later import in the history.
      </EmptyState>
    )
  }
  const { changes, returned } = data.sum
  const back =
    returned > 0 &&
    `${formatCount(returned)} left and came back; whether they have other values now is not kept.`
  if (changes.length === 0) {
    return (
      <EmptyState icon={<CircleCheck aria-hidden />} title={`Nobody has changed${since}`}>
        {back || 'Everybody is as this import left them.'}
      </EmptyState>
    )
  }
  const wanted = search.trim().toLocaleLowerCase()
  const found = changes.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
  return (
    <div className="flex flex-col gap-4">
      <p>
        {countOf(changes.length, 'volunteer')} changed{since}, in {countOf(data.imports, 'import')}
        {found.length < changes.length && `, ${formatCount(found.length)} shown`}. {back}
      </p>
      <div className="flex">
        <SearchInput label="Search by name" value={search} onChange={setSearch} />
      </div>
      {found.length === 0 ? (
        <EmptyState title="Nobody found">Who is not listed is as this import left them.</EmptyState>
      ) : (
        <VirtualList
          label="Changes since this import"
          items={found}
          keyOf={({ id }) => id}
          estimatePx={changeItemPx}
          isPlain
          className="card-rows max-h-[max(24rem,calc(100dvh-16rem))]"
        >
          {(change) => (
            <div className="border-b in-[li:last-child]:border-b-0">
              <ChangeItem change={change} isDone isPlaced />
            </div>
          )}
        </VirtualList>
      )}
    </div>
  )
}
