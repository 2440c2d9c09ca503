import type { ColumnMatch, SheetHead } from '@dashboard/contract/columns'
import { countOf } from '@dashboard/contract/counts'
import { type ReactNode, useState } from 'react'
import { findByLabel } from '../../format/search-by.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { columnName, labelOfUse, sheetColumnOf } from './match-draft.ts'

const certaintyWords = { likely: 'likely', none: 'unknown' } as const

interface MatchTableProps {
  head: SheetHead
  match: ColumnMatch
  /** Returns the control that changes the use of a column; when left out, the use is shown as text. */
  renderUse?: (position: number) => ReactNode
  /** Positions of the columns that come before all others. */
  first?: readonly number[] | undefined
}

/** If more columns than this are left out, they are collapsed: of a sheet's 60 columns, few are read. */
const shownLeftOut = 8

/** Shows the columns with three samples each, beside their use; those that are read come first in a wide sheet. */
export function MatchTable({ head, match, renderUse, first = [] }: MatchTableProps) {
  const [search, setSearch] = useState('')
  // From the first render, so that no row moves while somebody chooses.
  const [leftOut] = useState(() =>
    match.columns.flatMap(({ use }, position) => (use === 'Leave out' ? position : [])),
  )
  const all = [...new Set([...first, ...match.columns.keys()])]
  const leftOutNow = match.columns.filter(({ use }) => use === 'Leave out').length
  const isWide = leftOut.length > shownLeftOut
  const collapsed = isWide ? leftOut : []
  const named = collapsed.map((position) => ({ position, label: columnName(match, position) }))
  const found = findByLabel(named, search)
  const row = (position: number) => (
    <MatchTableRow
      key={`${position} ${match.columns[position]?.title}`}
      head={head}
      match={match}
      position={position}
      renderUse={renderUse}
    />
  )
  return (
    <Card title="Columns of the sheet">
      <ul className="flex flex-col divide-y">
        {all.filter((position) => !collapsed.includes(position)).map(row)}
      </ul>
      {isWide && (
        <Collapsible
          summary={`${countOf(leftOutNow, 'column')} left out`}
          summaryClassName="gap-2 font-medium"
        >
          <div className="flex py-2">
            <SearchInput label="Search columns" value={search} onChange={setSearch} />
          </div>
          <ul className="flex flex-col divide-y">{found.map(({ position }) => row(position))}</ul>
          {found.length === 0 && <p className="text-muted">No column has that title.</p>}
        </Collapsible>
      )}
    </Card>
  )
}

function MatchTableRow({
  head,
  match,
  renderUse,
  position,
}: MatchTableProps & { position: number }) {
  const { use, slot } = match.columns[position] ?? { use: 'Leave out', slot: null }
  const { samples = [], certainty = 'none' } = sheetColumnOf(head, match, position) ?? {}
  return (
    <li className="grid gap-x-4 gap-y-2 py-3 sm:grid-cols-2 sm:items-center">
      <div className="min-w-0">
        <p className="truncate font-medium">{columnName(match, position)}</p>
        <p className="truncate text-muted">{samples.join(' · ') || 'blank'}</p>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1">
          {renderUse ? renderUse(position) : <p>{labelOfUse(use)}</p>}
          {slot !== null && <p className="mt-1 text-muted">A mark means: {slot}</p>}
        </div>
        {renderUse && certainty !== 'title' && <Badge>{certaintyWords[certainty]}</Badge>}
      </div>
    </li>
  )
}
