import { days } from '@dashboard/contract/coverage'
import { compareTimeSlots } from '@dashboard/contract/time-slots'
import type { ReportVolunteer } from '../content/report-data.ts'

type Times = ReportVolunteer['availability']

/** What one row of boxes holds at most for them to stay readable; two rows are drawn beyond that. */
const slotsInRow = 6
/** Time slots that get boxes at most: the most frequent ones. The others are written out. */
const slotsMax = 2 * slotsInRow

export interface WeekGrid {
  /** Through the day. */
  slots: string[]
  /** How many slots stand side by side. */
  slotsInRow: number
}

/** The time slots that a report draws as boxes. */
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

/** The boxes of a volunteer that are filled: day * number of slots + slot. */
export function filledBoxes(grid: WeekGrid, availability: Times): number[] {
  const boxes = availability.flatMap(({ day, timeSlot }) => {
    const dayIndex = dayNames.indexOf(day)
    const slotIndex = grid.slots.indexOf(timeSlot)
    return dayIndex < 0 || slotIndex < 0 ? [] : [dayIndex * grid.slots.length + slotIndex]
  })
  return [...new Set(boxes)].sort((one, other) => one - other)
}

/** The times that have no box. */
export function timesWithoutBox(grid: WeekGrid, availability: Times): Times {
  return availability.filter(({ timeSlot }) => !grid.slots.includes(timeSlot))
}

const dayNames: readonly string[] = days
