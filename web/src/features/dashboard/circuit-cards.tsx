import { memo } from 'react'
import { formatCount } from '../../format/count.ts'
import { type CircuitRow, GenerateButton, ReportBadge, Share } from './circuit-row.tsx'

/** The circuits where a table has no room: one card each. */
export function CircuitCards({ rows }: { rows: readonly CircuitRow[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-2">
      {rows.map((row) => (
        <CircuitCard key={row.coverage.circuit} {...row} />
      ))}
    </ul>
  )
}

const CircuitCard = memo(function CircuitCard(row: CircuitRow) {
  const { circuit, congregations, volunteers, trained, available } = row.coverage
  return (
    <li className="flex flex-col gap-1.5 rounded-control border bg-background p-3">
      <div className="flex min-h-control flex-wrap items-center justify-between gap-x-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="font-medium wrap-anywhere">{circuit}</h3>
          <ReportBadge {...row} />
        </div>
        <span className="-mr-3.5 ml-auto">
          <GenerateButton {...row} />
        </span>
      </div>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 [&_dd]:text-right [&_dt]:text-muted">
        <dt>Congregations</dt>
        <dd>{formatCount(congregations)}</dd>
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
})
