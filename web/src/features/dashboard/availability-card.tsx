import { days } from '@dashboard/contract/coverage'
import { formatCount } from '../../format/count.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useHasRoom } from '../../ui/has-room.ts'
import {
  type Availability,
  extremes,
  type SlotRow,
  shortCount,
  slotRows,
  tintOf,
} from './availability.ts'

/** Volunteers by day and time slot: a table whose cells are tinted by their number. */
export function AvailabilityCard({ availability }: { availability: Availability }) {
  const rows = slotRows(availability)
  const ends = extremes(rows)
  return (
    <Card title="Availability over the week">
      {ends ? (
        <>
          <HeatMap rows={rows} most={ends.most.count} />
          <p className="text-muted wrap-anywhere">
            Most volunteers: {placeText(ends.most)}. Fewest: {placeText(ends.fewest)}.
          </p>
        </>
      ) : (
        <EmptyState title="No availability yet">
          The days and time slots of the spreadsheet appear here.
        </EmptyState>
      )}
    </Card>
  )
}

function placeText({ day, slot, count }: { day: string; slot: string; count: number }): string {
  return `${day}, ${slot} (${formatCount(count)})`
}

/** Below this the slots stand above their rows instead of beside them. */
const slotColumnPx = 380

function HeatMap({ rows, most }: { rows: readonly SlotRow[]; most: number }) {
  const { ref, hasRoom } = useHasRoom(slotColumnPx)
  return (
    <table
      ref={ref}
      className="w-full table-fixed border-separate border-spacing-0.5 text-center text-xs"
    >
      <caption className="sr-only">Volunteers available by time slot and day</caption>
      <thead>
        <tr>
          {hasRoom && (
            <td className="w-1/4">
              <span className="sr-only">Time slot</span>
            </td>
          )}
          {days.map((day) => (
            <th key={day} scope="col" className="pb-1 font-medium text-muted">
              <abbr title={day} className="no-underline">
                {day.slice(0, 3)}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      {rows.map(({ slot, counts }) => (
        <tbody key={slot}>
          {!hasRoom && (
            <tr>
              <th
                scope="rowgroup"
                colSpan={days.length}
                className="pt-1 text-left font-medium wrap-anywhere"
              >
                {slot}
              </th>
            </tr>
          )}
          <tr>
            {hasRoom && (
              <th scope="row" className="pr-2 text-left font-medium wrap-anywhere">
                {slot}
              </th>
            )}
            {counts.map((count, day) => (
              <td
                key={days[day]}
                className="h-9 rounded-[4px]"
                style={{ backgroundColor: tint(tintOf(count, most)) }}
              >
                {shortCount(count)}
              </td>
            ))}
          </tr>
        </tbody>
      ))}
    </table>
  )
}

function tint(percent: number): string {
  return `color-mix(in srgb, var(--color-primary) ${percent}%, var(--color-background))`
}
