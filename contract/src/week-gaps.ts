import { countOf } from './counts.ts'
import type { Coverage } from './coverage.ts'
import { days } from './days.ts'

/** At which times of the week too few can serve, for board, pages and the weekly mail. */

export interface SlotRow {
  slot: string
  /** Volunteers who can serve on each day, Monday first. */
  counts: readonly number[]
  /** Those who could if they were trained. */
  onceTrained: readonly number[]
}

export function slotRows({ timeSlots, counts, onceTrained }: Coverage['availability']): SlotRow[] {
  return timeSlots.map((slot, index) => ({
    slot,
    counts: days.map((_, day) => counts[day]?.[index] ?? 0),
    onceTrained: days.map((_, day) => onceTrained[day]?.[index] ?? 0),
  }))
}

/** A time of the week. */
export interface WeekTime {
  /** 'Wednesday evenings' */
  text: string
  /** `Day:Slot` */
  slot: string
  count: number
  onceTrained: number
}

/** Returns every time, in the order of the week. */
export function timesOfWeek(rows: readonly SlotRow[]): WeekTime[] {
  return days.flatMap((_, number) => timesOfDay(rows, number))
}

function timesOfDay(rows: readonly SlotRow[], number: number): WeekTime[] {
  const day = days[number] ?? ''
  return rows.map(({ slot, counts, onceTrained }) => ({
    text: timeText(day, slot),
    slot: `${day}:${slot}`,
    count: counts[number] ?? 0,
    onceTrained: onceTrained[number] ?? 0,
  }))
}

/** Whether a time has too few people: carts stand in pairs. */
export function isThin({ count }: Pick<WeekTime, 'count'>): boolean {
  return count < 2
}

/** The sentences name this many gaps, and only count the others. */
const maxNamed = 6

/** What a sentence names: a time, a whole day, or how many others there are. */
export interface Gap {
  /** 'Wednesday evenings', 'all Sundays', or 'at 3 other times'. */
  text: string
  /** `Day:Slot`, where people could serve once they are trained. */
  slot?: string
  onceTrained: number
}

export interface Gaps {
  nobody: Gap[]
  onlyOne: Gap[]
}

/** Returns when nobody and when only one can serve, in the order of the week. */
export function gapsOf(rows: readonly SlotRow[]): Gaps {
  const nobody = gapsWith(rows, 0)
  const onlyOne = gapsWith(rows, 1)
  const most = nobody.length > 0 && onlyOne.length > 0 ? maxNamed / 2 : maxNamed
  return { nobody: firstOf(nobody, most), onlyOne: firstOf(onlyOne, most) }
}

function gapsWith(rows: readonly SlotRow[], wanted: number): Gap[] {
  return days.flatMap((day, number): Gap[] => {
    const times = timesOfDay(rows, number).filter(({ count }) => count === wanted)
    const isWholeDay = times.length === rows.length && times.every((time) => time.onceTrained === 0)
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
