import { countOf } from '@dashboard/contract/counts'
import type { Coverage } from '@dashboard/contract/coverage'
import { days } from '@dashboard/contract/days'
import { listNames } from '@dashboard/contract/name-list'

export type Availability = Coverage['availability']

export interface SlotRow {
  slot: string
  /** Volunteers of each day, Monday first. */
  counts: readonly number[]
}

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

/** Returns where most and where fewest volunteers are available; `undefined` without any time slot. */
export function extremes(rows: readonly SlotRow[]): { most: Place; fewest: Place } | undefined {
  const places = rows.flatMap(({ slot, counts }) =>
    counts.map((count, day) => ({ day: days[day] ?? '', slot, count })),
  )
  const all = places.map(({ count }) => count)
  const most = places.find(({ count }) => count === Math.max(...all))
  const fewest = places.find(({ count }) => count === Math.min(...all))
  return most && fewest && { most, fewest }
}

/** Returns how strongly a cell is tinted, in percent of the strongest tint. */
export function tintPercent(count: number, most: number): number {
  return most === 0 ? 0 : Math.round((count / most) * 100)
}

/** The sentence names this many gaps, and only counts the others. */
const maxNamed = 6

/** Returns in words when nobody can serve: 'Nobody on Wednesday evenings and all Sundays.' */
export function gapsText(rows: readonly SlotRow[]): string {
  if (rows.length === 0) return ''
  const gaps = gapsOf(rows)
  if (gaps.length === 0) return 'Every time of the week has somebody.'
  if (gaps.length === days.length && gaps.every((gap) => gap.startsWith('all '))) {
    return 'Nobody is available at any time.'
  }
  const named = gaps.slice(0, maxNamed)
  const others = gaps.length - named.length
  if (others > 0) named.push(`at ${countOf(others, 'other time')}`)
  return `Nobody on ${listNames(named, Infinity)}.`
}

/** Returns the gaps in the order of the week; a day without anybody is one gap. */
function gapsOf(rows: readonly SlotRow[]): string[] {
  return days.flatMap((day, number) => {
    const empty = rows.filter(({ counts }) => counts[number] === 0)
    if (empty.length === rows.length) return [`all ${day}s`]
    return empty.map(({ slot }) => timeText(day, slot))
  })
}

const parts = new Set(['morning', 'midday', 'noon', 'afternoon', 'evening', 'night'])

/** Returns 'Wednesday evenings', or 'Wednesdays, 14:00-16:00'. */
function timeText(day: string, slot: string): string {
  const word = slot.toLowerCase()
  return parts.has(word) ? `${day} ${word}s` : `${day}s, ${slot}`
}
