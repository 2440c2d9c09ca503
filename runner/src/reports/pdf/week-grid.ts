import { days } from '@dashboard/contract/days'
import { compareTimeSlots } from '@dashboard/contract/time-slots'
import type { ReportVolunteer } from '../content/report-data.ts'

type Times = ReportVolunteer['availability']

/** Most boxes that stay readable in one row; more are drawn in two rows. */
const slotsInRow = 6
/** Most time slots that get boxes: the most frequent ones. The others are written out. */
const slotsMax = 2 * slotsInRow

export interface WeekGrid {
  /** In the order of the day. */
  slots: string[]
  /** Number of slots side by side. */
  slotsInRow: number
}

/** Returns the time slots that a report draws as boxes. */
export function weekGrid(volunteers: ReportVolunteer[]): WeekGrid {
  const uses = new Map<string, number>()
  for (const { availability } of volunteers) {
    for (const { timeSlot } of availability) uses.set(timeSlot, (uses.get(timeSlot) ?? 0) + 1)
  }
  const slots = [...uses]
    .sort(([a, aUses], [b, bUses]) => bUses - aUses || compareTimeSlots(a, b))
    .slice(0, slotsMax)
    .map(([slot]) => slot)
    .sort(compareTimeSlots)
  const rows = Math.ceil(slots.length / slotsInRow)
  return { slots, slotsInRow: rows > 1 ? Math.ceil(slots.length / rows) : slots.length }
}

/** Returns the filled boxes of a volunteer, each as day * number of slots + slot. */
export function filledBoxes(grid: WeekGrid, availability: Times): number[] {
  const boxes = availability.flatMap(({ day, timeSlot }) => {
    const dayIndex = dayNames.indexOf(day)
    const slotIndex = grid.slots.indexOf(timeSlot)
    return dayIndex < 0 || slotIndex < 0 ? [] : [dayIndex * grid.slots.length + slotIndex]
  })
  return [...new Set(boxes)].sort((one, other) => one - other)
}

/** Returns the times that have no box. */
export function timesWithoutBox(grid: WeekGrid, availability: Times): Times {
  return availability.filter(({ timeSlot }) => !grid.slots.includes(timeSlot))
}

const dayNames: readonly string[] = days
