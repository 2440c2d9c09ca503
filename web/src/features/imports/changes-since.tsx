import { countOf, formatCount } from '@dashboard/contract/counts'
import type { ImportDetail, ImportListEntry } from '@dashboard/contract/imports'
import { Archive, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { Loaded } from '../../api/loaded.tsx'
import { searchBy } from '../../format/search-by.ts'
import { formatInstant } from '../../format/time.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ChangeItem, changeItemPx } from './changes-view.tsx'
import { useChangesSince } from './imports-queries.ts'
import { RowsOfAllPlaces } from './paged-rows.tsx'
import type { ChangeSum } from './sum-changes.ts'

const searchNames = searchBy(({ name }: { name: string }) => [name])

/**
 * Shows what later imports have changed together, each person once: all of them, or those up to the one that the
 * address names.
 */
export function ChangesSince({ entry }: { entry: ImportDetail }) {
  const [address, setAddress] = useSearchParams()
  const until = address.get('until')
  const query = useChangesSince(entry, until)
  const choose = (id: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        if (id === '') next.delete('until')
        else next.set('until', id)
        return next
      },
      { replace: true },
    )
  return (
    <Loaded
      query={query}
      loading={
        <div role="status" className="flex animate-late flex-col gap-2">
          <span className="sr-only">Adding up the changes...</span>
          <Skeleton className="h-10" />
          <Skeleton className="h-20" />
        </div>
      }
      failed="What has changed since could not be loaded"
    >
      {(data) => {
        const end = data.later.find(({ id }) => id === until)
        return (
          <div className="flex flex-col gap-4" aria-busy={query.isPlaceholderData || undefined}>
            {data.later.length > 1 && (
              <div className="w-full sm:w-64">
                <SelectField
                  label="Up to the import of"
                  options={[
                    { value: '', label: 'Now' },
                    ...data.later.slice(1).map(({ id, completedAt }) => ({
                      value: id,
                      label: formatInstant(completedAt ?? ''),
                    })),
                  ]}
                  value={end?.id ?? ''}
                  onChange={choose}
                />
              </div>
            )}
            <Sum {...data} span={describeSpan(entry, end)} hasEnd={end !== undefined} />
          </div>
        )
      }}
    </Loaded>
  )
}

type Written = Pick<ImportListEntry, 'completedAt'>

function describeSpan(from: Written, end: Written | undefined): string {
  const start = formatInstant(from.completedAt ?? '')
  return end ? `from ${start} to ${formatInstant(end.completedAt ?? '')}` : `since ${start}`
}

interface SumProps {
  imports: number
  sum: ChangeSum | undefined
  span: string
  hasEnd: boolean
}

function Sum({ imports, sum, span, hasEnd }: SumProps) {
  const [search, setSearch] = useState('')
  if (sum === undefined) {
    return (
      <EmptyState icon={<Archive />} title="This cannot be added up">
        There are too many changes, or those of an import in between are no longer kept. Choose a
        later import in the history.
      </EmptyState>
    )
  }
  const { changes, returned } = sum
  const asBefore = hasEnd ? 'was as this import had left them' : 'is as this import left them'
  const back =
    returned > 0 &&
    `${formatCount(returned)} left and came back; whether they have other values now is not kept.`
  if (changes.length === 0) {
    return (
      <EmptyState icon={<CircleCheck />} title={`Nobody has changed ${span}`}>
        {back || `Everybody ${asBefore}.`}
      </EmptyState>
    )
  }
  const found = searchNames(changes, search)
  return (
    <>
      <p>
        {countOf(changes.length, 'volunteer')} changed {span}, in {countOf(imports, 'import')}
        {found.length < changes.length && `, ${formatCount(found.length)} shown`}. {back}
      </p>
      <div className="flex">
        <SearchInput label="Search by name" value={search} onChange={setSearch} />
      </div>
      {found.length === 0 ? (
        <EmptyState title="Nobody found">Who is not listed {asBefore}.</EmptyState>
      ) : (
        <RowsOfAllPlaces label="Changes since this import" rows={found} estimatePx={changeItemPx}>
          {(change) => <ChangeItem change={change} isDone isPlaced />}
        </RowsOfAllPlaces>
      )}
    </>
  )
}
