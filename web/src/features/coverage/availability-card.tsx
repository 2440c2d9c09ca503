import { formatCount } from '@dashboard/contract/counts'
import { days } from '@dashboard/contract/days'
import { Link } from 'wouter'
import { shortCount } from '../../format/short-count.ts'
import { volunteersAddress } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useHasWidth } from '../../ui/has-width.ts'
import {
  type Availability,
  extremes,
  gapsText,
  type SlotRow,
  slotRows,
  tintPercent,
} from './availability.ts'

interface AvailabilityCardProps {
  availability: Availability
  /** Filters for the volunteers who are counted; all when left out. */
  filters?: Readonly<Record<string, string>>
}

/**
 * Shows volunteers by day and time slot: a table whose cells are tinted by their number, and link to these volunteers.
 */
export function AvailabilityCard({ availability, filters = {} }: AvailabilityCardProps) {
  const rows = slotRows(availability)
  const ends = extremes(rows)
  return (
    <Card title="Availability over the week">
      {ends ? (
        <>
          <HeatMap rows={rows} most={ends.most.count} filters={filters} />
          <p className="text-muted wrap-anywhere">
            Most volunteers: {placeText(ends.most)}. Fewest: {placeText(ends.fewest)}.
          </p>
          <p className="wrap-anywhere">{gapsText(rows)}</p>
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

/** In a narrower card the slots are above their rows instead of beside them. */
const slotColumnPx = 380

interface HeatMapProps {
  rows: readonly SlotRow[]
  most: number
  filters: Readonly<Record<string, string>>
}

function HeatMap({ rows, most, filters }: HeatMapProps) {
  const { ref, hasWidth } = useHasWidth(slotColumnPx)
  return (
    <table
      ref={ref}
      className="w-full table-fixed border-separate border-spacing-0.5 text-center text-xs"
    >
      <caption className="sr-only">Volunteers available by time slot and day</caption>
      <thead>
        <tr>
          {hasWidth && (
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
          {!hasWidth && (
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
            {hasWidth && (
              <th scope="row" className="pr-2 text-left font-medium wrap-anywhere">
                {slot}
              </th>
            )}
            {counts.map((count, day) => (
              <td
                key={days[day]}
                className="h-9 rounded-[4px]"
                style={{ backgroundColor: tint(tintPercent(count, most)) }}
              >
                <PeopleLink count={count} day={days[day] ?? ''} slot={slot} filters={filters} />
              </td>
            ))}
          </tr>
        </tbody>
      ))}
    </table>
  )
}

interface PeopleLinkProps {
  count: number
  day: string
  slot: string
  filters: Readonly<Record<string, string>>
}

function PeopleLink({ count, day, slot, filters }: PeopleLinkProps) {
  if (count === 0) return '0'
  const shown = shortCount(count)
  const exact = formatCount(count)
  // The accessible name begins with the visible text, so that voice control can choose the link by it.
  const name = shown === exact ? exact : `${shown}, ${exact}`
  return (
    <Link
      href={volunteersAddress({ ...filters, available: 'true', slots: `${day}:${slot}` })}
      className="flex min-h-9 items-center justify-center rounded-[4px] hover:underline pointer-coarse:min-h-control"
      aria-label={`${name} on ${day}, ${slot}`}
    >
      {shown}
    </Link>
  )
}

function tint(percent: number): string {
  return `color-mix(in srgb, var(--color-heat) ${percent}%, var(--color-background))`
}
