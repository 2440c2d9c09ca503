import type { Coverage } from '@dashboard/contract/coverage'
import { days } from '@dashboard/contract/days'
import type { SlotRow } from '@dashboard/contract/week-gaps'

export type Availability = Coverage['availability']

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

/** Whether nobody can serve at any time, not even once trained. */
export function isEmptyWeek(rows: readonly SlotRow[]): boolean {
  return rows.every((row) => [...row.counts, ...row.onceTrained].every((count) => count === 0))
}
