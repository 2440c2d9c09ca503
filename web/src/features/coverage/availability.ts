import { countOf } from '@dashboard/contract/counts'
import type { Coverage } from '@dashboard/contract/coverage'
import { days } from '@dashboard/contract/days'

export type Availability = Coverage['availability']

export interface SlotRow {
  slot: string
  /** Volunteers who can serve on each day, Monday first. */
  counts: readonly number[]
  /** Those who could if they were trained. */
  onceTrained: readonly number[]
}

export function slotRows({ timeSlots, counts, onceTrained }: Availability): SlotRow[] {
  return timeSlots.map((slot, index) => ({
    slot,
    counts: days.map((_, day) => counts[day]?.[index] ?? 0),
    onceTrained: days.map((_, day) => onceTrained[day]?.[index] ?? 0),
  }))
}

interface Place {
  day: string
  slot: string
  count: number
}

/** Returns where most and where fewest volunteers can serve; `undefined` without any time slot. */
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

/** The sentences name this many gaps, and only count the others. */
const maxNamed = 6

/** A time at which too few can serve. */
export interface Gap {
  /** 'Wednesday evenings', 'all Sundays', or 'at 3 other times'. */
  text: string
  /** `Day:Slot`, where people could serve once they are trained. */
  slot?: string
  onceTrained: number
}

export interface Gaps {
  nobody: Gap[]
  /** Carts stand in pairs. */
  onlyOne: Gap[]
}

/** Returns when nobody and when only one can serve, in the order of the week. */
export function gapsOf(rows: readonly SlotRow[]): Gaps {
  const nobody = gapsWith(rows, 0)
  const onlyOne = gapsWith(rows, 1)
  const most = nobody.length > 0 && onlyOne.length > 0 ? maxNamed / 2 : maxNamed
  return { nobody: firstOf(nobody, most), onlyOne: firstOf(onlyOne, most) }
}

/** Whether nobody can serve at any time, not even once trained. */
export function isEmptyWeek(rows: readonly SlotRow[]): boolean {
  return rows.every((row) => [...row.counts, ...row.onceTrained].every((count) => count === 0))
}

function gapsWith(rows: readonly SlotRow[], wanted: number): Gap[] {
  return days.flatMap((day, number): Gap[] => {
    const thin = rows.filter(({ counts }) => counts[number] === wanted)
    const times = thin.map(({ slot, onceTrained }) => ({
      text: timeText(day, slot),
      slot: `${day}:${slot}`,
      onceTrained: onceTrained[number] ?? 0,
    }))
    const isWholeDay = thin.length === rows.length && times.every((time) => time.onceTrained === 0)
    return isWholeDay ? [{ text: `all ${day}s`, onceTrained: 0 }] : times
  })
}

function firstOf(gaps: Gap[], most: number): Gap[] {
  const others = gaps.length - most
  if (others <= 0) return gaps
  return [...gaps.slice(0, most), { text: `at ${countOf(others, 'other time')}`, onceTrained: 0 }]
}

const parts = new Set(['morning', 'midday', 'noon', 'afternoon', 'evening', 'night'])

/** Returns 'Wednesday early mornings', or 'Wednesdays 14:00-16:00'. */
function timeText(day: string, slot: string): string {
  const word = slot.toLowerCase()
  return parts.has(word.replace(/^(?:early|late) /, '')) ? `${day} ${word}s` : `${day}s ${slot}`
}
