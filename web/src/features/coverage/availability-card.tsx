import { formatCount } from '@dashboard/contract/counts'
import { days } from '@dashboard/contract/days'
import { trainingUnknown } from '@dashboard/contract/volunteer-labels'
import { type Gap, gapsOf, type SlotRow, slotRows } from '@dashboard/contract/week-gaps'
import { Fragment } from 'react'
import { Link } from 'wouter'
import { shortCount } from '../../format/short-count.ts'
import { volunteersAddress } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useHasWidth } from '../../ui/has-width.ts'
import { type Availability, extremes, isEmptyWeek, tintPercent } from './availability.ts'

interface AvailabilityCardProps {
  availability: Availability
  /** Filters for the volunteers who are counted; all when left out. */
  filters?: Filters
}

type Filters = Readonly<Record<string, string>>

/**
 * Shows volunteers by day and time slot: a table whose cells are tinted by their number, and link to these volunteers.
 */
export function AvailabilityCard({ availability, filters = {} }: AvailabilityCardProps) {
  const rows = slotRows(availability)
  const ends = extremes(rows)
  const { isTrainingKnown } = availability
  const serving = { ...filters, ...(isTrainingKnown && { trained: 'true' }), available: 'true' }
  const description = isTrainingKnown ? 'Trained and available volunteers.' : trainingUnknown
  return (
    <Card title="Availability over the week" description={ends && description}>
      {ends ? (
        <>
          <HeatMap rows={rows} most={ends.most.count} filters={serving} />
          <p className="text-muted wrap-anywhere">
            Most volunteers: {placeText(ends.most)}. Fewest: {placeText(ends.fewest)}.
          </p>
          <div className="flex flex-col gap-1 wrap-anywhere">
            <GapsText rows={rows} filters={{ ...filters, trained: 'false', available: 'true' }} />
          </div>
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

interface GapsTextProps {
  rows: readonly SlotRow[]
  /** Filters for the volunteers who could serve once they are trained. */
  filters: Filters
}

/** Says when nobody and when only one can serve: 'Nobody on Wednesday evenings and all Sundays.' */
function GapsText({ rows, filters }: GapsTextProps) {
  const { nobody, onlyOne } = gapsOf(rows)
  if (isEmptyWeek(rows)) return <p>Nobody is available at any time.</p>
  if (nobody.length + onlyOne.length === 0) return <p>Every time of the week has somebody.</p>
  return (
    <>
      {nobody.length > 0 && (
        <p>
          Nobody on <GapList gaps={nobody} filters={filters} />.
        </p>
      )}
      {onlyOne.length > 0 && (
        <p>
          Only one on <GapList gaps={onlyOne} filters={filters} />.
        </p>
      )}
    </>
  )
}

function GapList({ gaps, filters }: { gaps: readonly Gap[]; filters: Filters }) {
  return gaps.map(({ text, slot, onceTrained }, index) => {
    const more = `and ${formatCount(onceTrained)} more once trained`
    return (
      <Fragment key={text}>
        {index > 0 && separator(index, gaps.length)}
        {text}
        {slot !== undefined && onceTrained > 0 && (
          <>
            {' ('}
            <Link
              href={volunteersAddress({ ...filters, slots: slot })}
              className="text-primary-text underline"
              aria-label={`${more}: ${text}`}
            >
              {more}
            </Link>
            )
          </>
        )}
      </Fragment>
    )
  })
}

function separator(index: number, length: number): string {
  if (index < length - 1) return ', '
  return length === 2 ? ' and ' : ', and '
}

/** In a narrower card the slots are above their rows instead of beside them. */
const slotColumnPx = 380

interface HeatMapProps {
  rows: readonly SlotRow[]
  most: number
  filters: Filters
}

function HeatMap({ rows, most, filters }: HeatMapProps) {
  const { ref, hasWidth } = useHasWidth(slotColumnPx)
  return (
    <table
      ref={ref}
      className="print-color-exact w-full table-fixed border-separate border-spacing-0.5 text-center text-xs"
    >
      <caption className="sr-only">Volunteers who can serve by time slot and day</caption>
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
  filters: Filters
}

function PeopleLink({ count, day, slot, filters }: PeopleLinkProps) {
  if (count === 0) return '0'
  const shown = shortCount(count)
  const exact = formatCount(count)
  // The accessible name begins with the visible text, so that voice control can choose the link by it.
  const name = shown === exact ? exact : `${shown}, ${exact}`
  return (
    <Link
      href={volunteersAddress({ ...filters, slots: `${day}:${slot}` })}
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
