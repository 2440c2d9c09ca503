import { formatCount } from '@dashboard/contract/counts'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useHasRoom } from '../../ui/has-room.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { useSteppedCount } from '../../ui/stepped-count.ts'
import { useActiveJobs } from '../jobs/jobs-queries.ts'
import { useOpenReport } from '../reports/report-downloads.ts'
import { useGenerateReports } from '../reports/reports-queries.ts'
import { findPlaces, type ReportFilter } from './circuit-coverage.ts'
import {
  type CoveredPlace,
  type PlaceColumn,
  type PlaceSort,
  placesByName,
  reportTarget,
  sortPlaces,
  unsortedPlaces,
} from './covered-places.ts'
import { PlaceCards } from './place-cards.tsx'
import { type PlaceNoun, PlaceTable } from './place-table.tsx'

const filters: { value: Exclude<ReportFilter, 'all'>; label: string }[] = [
  { value: 'current', label: 'Current report' },
  { value: 'stale', label: 'Report made before the last import' },
  { value: 'missing', label: 'Report missing' },
]
/** Cards have no heads of columns to press. */
const cardOrders: { value: PlaceColumn; label: string }[] = [
  { value: 'name', label: 'Name' },
  { value: 'volunteers', label: 'Most volunteers' },
  { value: 'trained', label: 'Most trained' },
  { value: 'available', label: 'Most available' },
  { value: 'report', label: 'Report missing first' },
]
/** More than fill a screen or two only on request. */
const firstRows = { table: 20, cards: 8 }
const moreRows = 50
/** As many as a slow machine can draw in one frame. */
const rowsPerFrame = 8
const tablePx = 800

interface PlaceListProps {
  noun: PlaceNoun
  places: readonly CoveredPlace[]
  /** Whose congregations they are. */
  circuit?: string
  generation: Generation
}

/** Searches, filters and sorts circuits, or the congregations of one, and draws what is found. */
export function PlaceList({ noun, places, circuit, generation }: PlaceListProps) {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<ReportFilter>('all')
  const [sort, setSort] = useState<PlaceSort>(unsortedPlaces)
  const [moreShown, setMoreShown] = useState(0)
  const find = (text: string) => {
    setSearch(text)
    setMoreShown(0)
  }
  const { open } = useOpenReport()
  // The search box answers at once; a long list follows.
  const wanted = useDeferredValue(search)
  const order = useDeferredValue(sort)
  const named = useMemo(() => placesByName(places), [places])
  const found = useMemo(
    () => sortPlaces(findPlaces(named, wanted, filter), order),
    [named, wanted, filter, order],
  )
  const { ref, hasRoom } = useHasRoom(tablePx)
  const first = firstRows[hasRoom ? 'table' : 'cards']
  const wantedRows = Math.min(first + moreShown, found.length)
  // Another order draws each row anew.
  const drawn = useSteppedCount(wantedRows, rowsPerFrame, { at: first, when: order })
  const shown = found.slice(0, drawn)
  const hidden = found.length - wantedRows
  const plural = `${noun.toLowerCase()}s`
  const rows = shown.map((place) => ({
    place,
    circuit,
    isInTheMaking: generation.inTheMaking.has(reportTarget(place)),
    onGenerate: generation.generateOne,
    onOpen: open,
  }))
  return (
    <>
      <div className="@container">
        <div className="grid gap-2 @xl:grid-cols-[1fr_18rem]">
          <SearchInput label={`Search ${plural}`} value={search} onChange={find} />
          <Select
            label="Filter by report"
            options={[{ value: 'all', label: `All ${plural}` }, ...filters]}
            value={filter}
            onChange={setFilter}
          />
          {!hasRoom && (
            <Select
              label={`Sort ${plural}`}
              options={cardOrders}
              value={sort.key}
              onChange={(key) => setSort({ key, isDescending: key !== 'name' && key !== 'report' })}
            />
          )}
        </div>
      </div>
      {found.length === 0 ? (
        <EmptyState title={`No ${plural} found`}>
          No {noun.toLowerCase()} matches the search and filter.
        </EmptyState>
      ) : (
        <div ref={ref}>
          {hasRoom ? (
            <PlaceTable noun={noun} rows={rows} sort={sort} onSort={setSort} />
          ) : (
            <PlaceCards rows={rows} />
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

export type Generation = ReturnType<typeof useGeneration>

/** Orders reports of one kind, and knows for which circuits or congregations one is on its way. */
export function useGeneration(kind: 'circuit' | 'congregation') {
  const { mutate, isPending, variables } = useGenerateReports()
  const jobs = useActiveJobs([`${kind}-report`])
  const inTheMaking = new Set(jobs.flatMap((job) => job.targets))
  for (const name of isPending && variables.kind === kind ? variables.names : []) {
    inTheMaking.add(name)
  }
  return {
    inTheMaking,
    generate: (names: readonly string[]) => mutate({ kind, names }),
    generateOne: useCallback((name: string) => mutate({ kind, names: [name] }), [mutate, kind]),
  }
}
