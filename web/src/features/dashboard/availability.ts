import { type Coverage, days } from '@dashboard/contract/coverage'
import { whenUsed } from '@dashboard/contract/when-used'

export type Availability = Coverage['availability']

export interface SlotRow {
  slot: string
  /** Volunteers of each day, Monday first. */
  counts: readonly number[]
}

/** The availability by time slot, as the heat map shows it. */
export function slotRows({ timeSlots, counts }: Availability): SlotRow[] {
  return timeSlots.map((slot, index) => ({
    slot,
    counts: days.map((_, day) => counts[day]?.[index] ?? 0),
  }))
}

interface Place {
  day: string
  slot: string
  count: number
}

/** Where most and where fewest volunteers are available; `undefined` without any time slot. */
export function extremes(rows: readonly SlotRow[]): { most: Place; fewest: Place } | undefined {
  const places = rows.flatMap(({ slot, counts }) =>
    counts.map((count, day) => ({ day: days[day] ?? '', slot, count })),
  )
  const [first] = places
  if (!first) return undefined
  return places.reduce(
    ({ most, fewest }, place) => ({
      most: place.count > most.count ? place : most,
      fewest: place.count < fewest.count ? place : fewest,
    }),
    { most: first, fewest: first },
  )
}

/** Darkest cell of the heat map, percent of the primary color: text still reads on it. */
const strongestTint = 40

/** How strongly a cell is tinted, in percent. */
export function tintOf(count: number, most: number): number {
  return most === 0 ? 0 : Math.round((count / most) * strongestTint)
}

const compact = whenUsed(() => new Intl.NumberFormat('en-US', { notation: 'compact' }))

/** A count that fits a narrow cell: '1204', '12K'. */
export function shortCount(count: number): string {
  return count < 10_000 ? String(count) : compact().format(count)
}
