import type { CircuitCoverage } from '@dashboard/contract/coverage'
import { reportTargets } from '@dashboard/contract/limits'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { formatCount } from '../../format/count.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useHasRoom } from '../../ui/has-room.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { useSteppedCount } from '../../ui/stepped-count.ts'
import { useActiveJobs } from '../jobs/jobs-queries.ts'
import { useGenerateReports } from '../reports/reports-queries.ts'
import { CircuitCards } from './circuit-cards.tsx'
import { circuitsToGenerate, findCircuits, type ReportFilter } from './circuit-coverage.ts'
import { CircuitTable } from './circuit-table.tsx'

const filters: { value: ReportFilter; label: string }[] = [
  { value: 'all', label: 'All circuits' },
  { value: 'current', label: 'Current report' },
  { value: 'stale', label: 'Report made before the last import' },
  { value: 'missing', label: 'Report missing' },
]
/** More than fill a screen or two only on request. */
const firstRows = { table: 20, cards: 8 }
const moreRows = 50
/** As many as a slow machine can draw in one frame. */
const rowsPerFrame = 8
const tablePx = 800

/** Circuit by circuit: volunteers, and whether its report is up to date. */
export function CircuitsCard({ circuits }: { circuits: readonly CircuitCoverage[] }) {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<ReportFilter>('all')
  const [moreShown, setMoreShown] = useState(0)
  const find = (text: string) => {
    setSearch(text)
    setMoreShown(0)
  }
  const { inTheMaking, generate, generateOne } = useGeneration()
  // The search box answers at once; a long list follows.
  const wanted = useDeferredValue(search)
  const found = useMemo(() => findCircuits(circuits, wanted, filter), [circuits, wanted, filter])
  const { ref, hasRoom } = useHasRoom(tablePx)
  const wantedRows = Math.min(firstRows[hasRoom ? 'table' : 'cards'] + moreShown, found.length)
  const shown = found.slice(0, useSteppedCount(wantedRows, rowsPerFrame))
  const hidden = found.length - wantedRows
  const wanting = circuitsToGenerate(circuits, inTheMaking, reportTargets.circuits)
  const Rows = hasRoom ? CircuitTable : CircuitCards
  return (
    <Card
      title="Circuits"
      actions={
        <Button
          variant="primary"
          className="-my-1.5"
          disabled={wanting.length === 0}
          onClick={() => generate(wanting)}
        >
          Generate stale and missing
        </Button>
      }
    >
      <div className="@container">
        <div className="grid gap-2 @xl:grid-cols-[1fr_18rem]">
          <SearchInput label="Search circuits" value={search} onChange={find} />
          <Select label="Filter by report" options={filters} value={filter} onChange={setFilter} />
        </div>
      </div>
      {found.length === 0 ? (
        <EmptyState title="No circuits found">No circuit matches the search and filter.</EmptyState>
      ) : (
        <div ref={ref}>
          <Rows
            rows={shown.map((coverage) => ({
              coverage,
              isInTheMaking: inTheMaking.has(coverage.circuit),
              onGenerate: generateOne,
            }))}
          />
        </div>
      )}
      {hidden > 0 && (
        <Button className="self-center" onClick={() => setMoreShown(moreShown + moreRows)}>
          Show {Math.min(moreRows, hidden)} more of {formatCount(found.length)} circuits
        </Button>
      )}
    </Card>
  )
}

/** Orders reports, and knows for which circuits one is on its way. */
function useGeneration() {
  const { mutate, isPending, variables } = useGenerateReports()
  const jobs = useActiveJobs(['circuit-report'])
  const inTheMaking = new Set(jobs.flatMap((job) => job.targets))
  for (const name of isPending ? variables.names : []) inTheMaking.add(name)
  return {
    inTheMaking,
    generate: (names: readonly string[]) => mutate({ kind: 'circuit', names }),
    generateOne: useCallback(
      (name: string) => mutate({ kind: 'circuit', names: [name] }),
      [mutate],
    ),
  }
}
