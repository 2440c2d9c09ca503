import { memo } from 'react'
import { formatCount } from '../../format/count.ts'
import { classNames } from '../../ui/class-names.ts'
import { type CircuitRow, GenerateButton, ReportBadge, Share } from './circuit-row.tsx'

const columns = [
  { title: 'Circuit' },
  { title: 'Congregations', className: 'w-32 text-right' },
  { title: 'Volunteers', className: 'w-26 text-right' },
  { title: 'Trained', className: 'w-30 text-right' },
  { title: 'Available', className: 'w-30 text-right' },
  { title: 'Report', className: 'w-44' },
]
const number = 'px-3 text-right'

export function CircuitTable({ rows }: { rows: readonly CircuitRow[] }) {
  return (
    <div className="relative overflow-hidden rounded-control border bg-background">
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">Volunteers and report of each circuit</caption>
        <thead className="border-b text-left">
          <tr>
            {columns.map(({ title, className }) => (
              <th
                key={title}
                scope="col"
                className={classNames('px-3 py-2 font-medium text-muted', className)}
              >
                {title}
              </th>
            ))}
            <th scope="col" className="w-25">
              <span className="sr-only">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.coverage.circuit} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const TableRow = memo(function TableRow(row: CircuitRow) {
  const { circuit, congregations, volunteers, trained, available } = row.coverage
  return (
    <tr className="h-12 border-b last:border-0 hover:bg-hover">
      <th scope="row" className="px-3 py-1 text-left font-medium wrap-anywhere">
        {circuit}
      </th>
      <td className={number}>{formatCount(congregations)}</td>
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
