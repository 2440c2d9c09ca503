import { formatCount } from '@dashboard/contract/counts'
import { memo } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { SortHeader } from '../../ui/sort-header.tsx'
import type { PlaceColumn, PlaceSort } from './covered-places.ts'
import { GenerateButton, PlaceName, type PlaceRow, ReportBadge, Share } from './place-row.tsx'

export type PlaceNoun = 'Circuit' | 'Congregation'

interface Column {
  column: PlaceColumn
  title: string
  className?: string
  isNumber?: boolean
}

const numbers: Column[] = [
  { column: 'volunteers', title: 'Volunteers', className: 'w-31 text-right', isNumber: true },
  { column: 'trained', title: 'Trained', className: 'w-28 text-right', isNumber: true },
  { column: 'available', title: 'Available', className: 'w-28 text-right', isNumber: true },
  { column: 'report', title: 'Report', className: 'w-46' },
]
const columns: Record<PlaceNoun, Column[]> = {
  Circuit: [
    { column: 'name', title: 'Circuit' },
    {
      column: 'congregations',
      title: 'Congregations',
      className: 'w-36 text-right',
      isNumber: true,
    },
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

export function PlaceTable({ noun, rows, sort, onSort }: PlaceTableProps) {
  return (
    <div className="relative overflow-hidden rounded-control border bg-background">
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">Volunteers and report of each {noun.toLowerCase()}</caption>
        <thead className="border-b text-left text-muted">
          <tr>
            {columns[noun].map(({ column, title, className, isNumber = false }) => (
              <SortHeader
                key={column}
                title={title}
                column={column}
                sort={sort}
                onSort={onSort}
                startsDescending={isNumber}
                className={classNames('px-3 py-1', className)}
              />
            ))}
            <th scope="col" className="w-28">
              <span className="sr-only">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function keyOf({ place }: PlaceRow): string {
  return 'circuit' in place ? place.circuit : place.target
}

const TableRow = memo(function TableRow(row: PlaceRow) {
  const { place, circuit } = row
  const { volunteers, trained, available } = place
  return (
    <tr className="h-12 border-b last:border-0 hover:bg-hover">
      <th scope="row" className="px-3 py-1 text-left font-medium wrap-anywhere">
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
      <td className="py-1 pr-2 text-right">
        <GenerateButton {...row} />
      </td>
    </tr>
  )
})
