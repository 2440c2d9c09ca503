import type { CircuitCoverage } from '@dashboard/contract/coverage'
import { reportTargets } from '@dashboard/contract/limits'
import { useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useHasRoom } from '../../ui/has-room.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { useActiveJobs } from '../jobs/jobs-queries.ts'
import { useGenerateReports } from '../reports/reports-queries.ts'
import { circuitsToGenerate, findCircuits, type ReportFilter } from './circuit-coverage.ts'
import { CircuitList } from './circuit-list.tsx'
import { CircuitTable } from './circuit-table.tsx'

const filters: { value: ReportFilter; label: string }[] = [
  { value: 'all', label: 'All circuits' },
  { value: 'current', label: 'Current report' },
  { value: 'stale', label: 'Report made before the last import' },
  { value: 'missing', label: 'Report missing' },
]
/** More than fill a screen or two only on request. */
const firstRows = { table: 20, list: 8 }
const tablePx = 800

/** Circuit by circuit: volunteers, and whether its report is up to date. */
export function CircuitsCard({ circuits }: { circuits: readonly CircuitCoverage[] }) {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<ReportFilter>('all')
  const [showsAll, setShowsAll] = useState(false)
  const { inTheMaking, generate } = useGeneration()
  const found = useMemo(() => findCircuits(circuits, search, filter), [circuits, search, filter])
  const { ref, hasRoom } = useHasRoom(tablePx)
  const shown = showsAll ? found : found.slice(0, firstRows[hasRoom ? 'table' : 'list'])
  const wanting = circuitsToGenerate(circuits, inTheMaking, reportTargets.circuits)
  const Rows = hasRoom ? CircuitTable : CircuitList
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
          <SearchInput label="Search circuits" value={search} onChange={setSearch} />
          <Select label="Filter by report" options={filters} value={filter} onChange={setFilter} />
        </div>
      </div>
      {found.length === 0 ? (
        <EmptyState title="No circuits found">No circuit matches the search and filter.</EmptyState>
      ) : (
        <div ref={ref}>
          <Rows
            circuits={shown}
            inTheMaking={inTheMaking}
            onGenerate={(circuit) => generate([circuit])}
          />
        </div>
      )}
      {shown.length < found.length && (
        <Button className="self-center" onClick={() => setShowsAll(true)}>
          Show all {found.length.toLocaleString('en-US')} circuits
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
  }
}
