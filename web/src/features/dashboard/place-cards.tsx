import { formatCount } from '@dashboard/contract/counts'
import { memo } from 'react'
import { GenerateButton, PlaceName, type PlaceRow, ReportBadge, Share } from './place-row.tsx'
import { keyOf } from './place-table.tsx'

/** Circuits or congregations where a table has no room: one card each. */
export function PlaceCards({ rows }: { rows: readonly PlaceRow[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-2">
      {rows.map((row) => (
        <PlaceCard key={keyOf(row)} {...row} />
      ))}
    </ul>
  )
}

const PlaceCard = memo(function PlaceCard(row: PlaceRow) {
  const { place, circuit } = row
  const { volunteers, trained, available } = place
  return (
    <li className="flex flex-col gap-1.5 rounded-control border bg-background p-3">
      <div className="flex min-h-control flex-wrap items-center justify-between gap-x-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="font-medium wrap-anywhere">
            <PlaceName place={place} circuit={circuit} />
          </h3>
          <ReportBadge {...row} />
        </div>
        <span className="-mr-3.5 ml-auto">
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
})
