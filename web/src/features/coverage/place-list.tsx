import { formatCount } from '@dashboard/contract/counts'
import { useDeferredValue, useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useHasWidth } from '../../ui/has-width.ts'
import { usePrinting } from '../../ui/printing.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { SortHeader } from '../../ui/sort-header.tsx'
import { useActiveJobs } from '../jobs/jobs-queries.ts'
import { useOpenReport } from '../reports/report-downloads.ts'
import { useGenerateReports } from '../reports/reports-queries.ts'
import {
  type CoveredPlace,
  findPlaces,
  type PlaceColumn,
  type PlaceSort,
  type ReportFilter,
  reportTarget,
  sortPlaces,
  unsortedPlaces,
} from './covered-places.ts'
import { GenerateButton, PlaceName, type PlaceRow, ReportBadge, Share } from './place-row.tsx'

const filters: { value: Exclude<ReportFilter, 'all'>; label: string }[] = [
  { value: 'current', label: 'Current report' },
  { value: 'stale', label: 'Report out of date' },
  { value: 'missing', label: 'Report missing' },
]
/** The orders for cards, which have no column heads to press. */
const sortChoices: { value: PlaceColumn; label: string }[] = [
  { value: 'name', label: 'Name' },
  { value: 'volunteers', label: 'Most volunteers' },
  { value: 'trained', label: 'Most trained' },
  { value: 'available', label: 'Most available' },
  { value: 'report', label: 'Report missing first' },
]
/** How many rows are shown at first; more than a screen or two only on request. */
const firstRows = { table: 20, cards: 8 }
const moreRows = 50
const tablePx = 800

interface PlaceListProps {
  noun: PlaceNoun
  places: readonly CoveredPlace[]
  circuit?: string
  generation: Generation
}

/** Searches, filters and sorts circuits, or the congregations of one, and shows the result. */
export function PlaceList({ noun, places, circuit, generation }: PlaceListProps) {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<ReportFilter>('all')
  const [sort, setSort] = useState<PlaceSort>(unsortedPlaces)
  const [moreShown, setMoreShown] = useState(0)
  const find = (text: string) => {
    setSearch(text)
    setMoreShown(0)
  }
  // A new order is chosen to see its first rows; drawing all the others again would take time.
  const arrange = (next: PlaceSort) => {
    setSort(next)
    setMoreShown(0)
  }
  const { open } = useOpenReport()
  // The search box responds at once; a long list follows.
  const wanted = useDeferredValue(search)
  const order = useDeferredValue(sort)
  const found = useMemo(
    () => sortPlaces(findPlaces(places, wanted, filter), order),
    [places, wanted, filter, order],
  )
  const { ref, hasWidth } = useHasWidth(tablePx)
  const isPrinting = usePrinting()
  const first = isPrinting ? found.length : firstRows[hasWidth ? 'table' : 'cards']
  const shown = found.slice(0, first + useDeferredValue(moreShown))
  const hidden = Math.max(0, found.length - first - moreShown)
  const plural = `${noun.toLowerCase()}s`
  const rows = shown.map((place) => ({
    place,
    circuit,
    isInTheMaking: generation.inTheMaking.has(reportTarget(place)),
    onGenerate: generation.generate,
    onOpen: open,
  }))
  return (
    <>
      <div className="@container">
        <div className="grid gap-2 @min-[18rem]:grid-cols-[3fr_2fr] @min-[18rem]:*:first:col-span-2 @xl:grid-cols-[1fr_18rem] @xl:*:first:col-span-1">
          <SearchInput label={`Search ${plural}`} value={search} onChange={find} />
          <Select
            label="Filter by report"
            options={[{ value: 'all', label: `All ${plural}` }, ...filters]}
            value={filter}
            onChange={setFilter}
          />
          {!hasWidth && (
            <Select
              label={`Sort ${plural}`}
              options={sortChoices}
              value={sort.key}
              onChange={(key) => arrange({ key, isDescending: key !== 'name' && key !== 'report' })}
            />
          )}
        </div>
      </div>
      {found.length === 0 ? (
        <EmptyState title={`No ${plural} found`}>
          No {noun.toLowerCase()} matches the search and filter.
        </EmptyState>
      ) : (
        // If a button follows, the list is not the last element of its card.
        <div ref={ref} className={hidden > 0 ? 'mb-(--card-edge)' : undefined}>
          {hasWidth ? (
            <PlaceTable noun={noun} rows={rows} sort={sort} onSort={arrange} />
          ) : (
            <ul className="card-rows-end">
              {rows.map((row) => (
                <PlaceCard key={reportTarget(row.place)} {...row} />
              ))}
            </ul>
          )}
        </div>
      )}
      {hidden > 0 && (
        <Button className="self-center" onClick={() => setMoreShown(moreShown + moreRows)}>
          Show {Math.min(moreRows, hidden)} more of {formatCount(found.length)} {plural}
        </Button>
      )}
    </>
  )
}

type Generation = ReturnType<typeof useGeneration>

/** Starts reports of one kind, and returns for which circuits or congregations one is being made. */
export function useGeneration(kind: 'circuit' | 'congregation') {
  const { mutate, isPending, variables } = useGenerateReports()
  const jobs = useActiveJobs(({ type }) => type === `${kind}-report`)
  const inTheMaking = new Set(jobs.flatMap((job) => job.targets))
  for (const name of (isPending && variables[kind]) || []) inTheMaking.add(name)
  return {
    inTheMaking,
    generate: (names: readonly string[]) => mutate({ [kind]: names }),
  }
}

type PlaceNoun = 'Circuit' | 'Congregation'

interface Column {
  column: PlaceColumn
  title: string
  width?: string
  isNumber?: boolean
}

const numbers: Column[] = [
  { column: 'volunteers', title: 'Volunteers', width: 'w-31', isNumber: true },
  { column: 'trained', title: 'Trained', width: 'w-28', isNumber: true },
  { column: 'available', title: 'Available', width: 'w-28', isNumber: true },
  { column: 'report', title: 'Report', width: 'w-46' },
]
const columns: Record<PlaceNoun, Column[]> = {
  Circuit: [
    { column: 'name', title: 'Circuit' },
    { column: 'congregations', title: 'Congregations', width: 'w-36', isNumber: true },
    ...numbers,
  ],
  Congregation: [{ column: 'name', title: 'Congregation' }, ...numbers],
}
const number = 'px-3 text-right'

interface PlaceTableProps {
  noun: PlaceNoun
  rows: readonly PlaceRow[]
  sort: PlaceSort
  onSort: (sort: PlaceSort) => void
}

function PlaceTable({ noun, rows, sort, onSort }: PlaceTableProps) {
  return (
    <div className="card-rows-end relative overflow-hidden">
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">Volunteers and report of each {noun.toLowerCase()}</caption>
        <thead className="border-b text-left text-muted">
          <tr>
            {columns[noun].map(({ column, title, width, isNumber }) => (
              <SortHeader
                key={column}
                title={title}
                column={column}
                sort={sort}
                onSort={onSort}
                startsDescending={isNumber}
                className={classNames(
                  'px-3 py-1 first:pl-(--card-pad)',
                  width,
                  isNumber && 'text-right',
                )}
              />
            ))}
            <th scope="col" className="w-28 print:hidden">
              <span className="sr-only">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={reportTarget(row.place)} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function TableRow(row: PlaceRow) {
  const { place, circuit } = row
  const { volunteers, trained, available } = place
  return (
    <tr className="h-12 border-b last:border-0 hover:bg-hover">
      <th scope="row" className="py-1 pr-3 pl-(--card-pad) text-left font-medium wrap-anywhere">
        <PlaceName place={place} circuit={circuit} />
      </th>
      {'circuit' in place && <td className={number}>{formatCount(place.congregations)}</td>}
      <td className={number}>{formatCount(volunteers)}</td>
      <td className={number}>
        <Share part={trained} whole={volunteers} />
      </td>
      <td className={number}>
        <Share part={available} whole={volunteers} />
      </td>
      <td className="px-3">
        <ReportBadge {...row} />
      </td>
      <td className="print:hidden py-1 pr-[calc(var(--card-pad)-0.875rem)] text-right">
        <GenerateButton {...row} />
      </td>
    </tr>
  )
}

/** Shows a circuit or congregation where a table has no room. */
function PlaceCard(row: PlaceRow) {
  const { place, circuit } = row
  const { volunteers, trained, available } = place
  return (
    <li className="flex flex-col gap-1.5 border-b px-(--card-pad) py-3 last:border-b-0">
      <div className="flex min-h-control items-center justify-between gap-x-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="font-medium wrap-anywhere">
            <PlaceName place={place} circuit={circuit} />
          </h3>
          <ReportBadge {...row} />
        </div>
        <span className="-mr-3.5 shrink-0">
          <GenerateButton {...row} />
        </span>
      </div>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 [&_dd]:text-right [&_dt]:text-muted">
        {'circuit' in place && (
          <>
            <dt>Congregations</dt>
            <dd>{formatCount(place.congregations)}</dd>
          </>
        )}
        <dt>Volunteers</dt>
        <dd>{formatCount(volunteers)}</dd>
        <dt>Trained</dt>
        <dd>
          <Share part={trained} whole={volunteers} />
        </dd>
        <dt>Available</dt>
        <dd>
          <Share part={available} whole={volunteers} />
        </dd>
      </dl>
    </li>
  )
}
