import { countOf, formatCount } from '@dashboard/contract/counts'
import type { ImportChange, ImportDetail, ImportListEntry } from '@dashboard/contract/imports'
import type { ChangeSum } from '@dashboard/contract/sum-changes'
import { Archive, CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'wouter'
import { Loaded } from '../../api/loaded.tsx'
import { searchBy } from '../../format/search-by.ts'
import { formatInstant } from '../../format/time.ts'
import { withParameters } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ChangeItem, changeItemPx } from './changes-view.tsx'
import { changeKinds, changeVerb } from './import-words.ts'
import { useChangesSince } from './imports-queries.ts'
import { RowsOfAllPlaces } from './paged-rows.tsx'

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
    setAddress((before) => withParameters(before, { until: id === '' ? undefined : id }), {
      replace: true,
    })
  return (
    <Card className="@container">
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
          const ends = [
            { value: '', label: 'Now' },
            ...data.later.slice(1).map(({ id, completedAt }) => ({
              value: id,
              label: formatInstant(completedAt ?? ''),
            })),
          ]
          return (
            <div className="flex flex-col gap-4" aria-busy={query.isPlaceholderData || undefined}>
              <Sum {...data} span={describeSpan(entry, end)} hasEnd={end !== undefined}>
                {data.later.length > 1 && (
                  <SelectField
                    label="Up to the import of"
                    options={ends}
                    value={end?.id ?? ''}
                    onChange={choose}
                  />
                )}
              </Sum>
            </div>
          )
        }}
      </Loaded>
    </Card>
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
  /** Chooses the end; shown below the answer. */
  children: ReactNode
}

function Sum({ imports, sum, span, hasEnd, children }: SumProps) {
  const [search, setSearch] = useState('')
  if (sum === undefined) {
    return (
      <>
        <EmptyState icon={<Archive />} title="This cannot be added up">
          There are too many changes, or those of an import in between are no longer kept. Choose a
          later import in the history.
        </EmptyState>
        {children}
      </>
    )
  }
  const { changes, returned } = sum
  const asBefore = hasEnd ? 'was as this import had left them' : 'is as this import left them'
  const back =
    returned > 0 &&
    `${formatCount(returned)} left and came back; whether they have other values now is not kept.`
  if (changes.length === 0) {
    return (
      <>
        <EmptyState icon={<CircleCheck />} title={`Nobody has changed ${span}`}>
          {back || `Everybody ${asBefore}.`}
        </EmptyState>
        {children}
      </>
    )
  }
  const found = searchNames(changes, search)
  return (
    <>
      <p className="text-base font-medium">
        {countOf(changes.length, 'volunteer')} changed {span}, in {countOf(imports, 'import')}:{' '}
        {kindsText(changes)}. {back}
      </p>
      <div className="grid items-end gap-2 @xl:grid-cols-[1fr_16rem]">
        <SearchInput label="Search by name" value={search} onChange={setSearch} />
        {children}
      </div>
      {found.length < changes.length && (
        <p role="status" className="text-muted">
          {formatCount(found.length)} of {countOf(changes.length, 'volunteer')} shown
        </p>
      )}
      {found.length === 0 ? (
        <EmptyState title="Nobody found">Everybody else {asBefore}.</EmptyState>
      ) : (
        <RowsOfAllPlaces label="Changes since this import" rows={found} estimatePx={changeItemPx}>
          {(change) => <ChangeItem change={change} isDone isPlaced />}
        </RowsOfAllPlaces>
      )}
    </>
  )
}

/** Returns '2 new, 1 moved, 8 changed'. */
function kindsText(changes: readonly ImportChange[]): string {
  return changeKinds
    .map((kind) => ({ kind, count: changes.filter((each) => each.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${formatCount(count)} ${changeVerb(kind, true)}`)
    .join(', ')
}
