import { days } from '@dashboard/contract/days'
import {
  compareTimeSlots,
  distinctTimes,
  isSameTime,
  timesWithin,
} from '@dashboard/contract/time-slots'
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
  const own = volunteers.flatMap(({ availability }) => availability.map(({ timeSlot }) => timeSlot))
  const uses = new Map(distinctTimes(own).map((slot) => [slot, 0]))
  const within = timesWithin([...uses.keys()])
  for (const slot of own.flatMap(within)) uses.set(slot, (uses.get(slot) ?? 0) + 1)
  const slots = [...uses]
    .sort(([a, aUses], [b, bUses]) => bUses - aUses || compareTimeSlots(a, b))
    .slice(0, slotsMax)
    .map(([slot]) => slot)
    .sort(compareTimeSlots)
  const rows = Math.ceil(slots.length / slotsInRow)
  return { slots, slotsInRow: rows > 1 ? Math.ceil(slots.length / rows) : slots.length }
}

/** Returns the boxes whose times a volunteer has, each as day * number of slots + slot. */
export function filledBoxes(grid: WeekGrid, availability: Times): number[] {
  const within = timesWithin(grid.slots)
  const boxes = availability.flatMap(({ day, timeSlot }) => {
    const dayIndex = dayNames.indexOf(day)
    if (dayIndex < 0) return []
    const slots = within(timeSlot).map((slot) => grid.slots.indexOf(slot))
    return slots.map((slotIndex) => dayIndex * grid.slots.length + slotIndex)
  })
  return [...new Set(boxes)].sort((one, other) => one - other)
}

/** Returns the times that have no box. */
export function timesWithoutBox(grid: WeekGrid, availability: Times): Times {
  return availability.filter(
    ({ timeSlot }) => !grid.slots.some((slot) => isSameTime(slot, timeSlot)),
  )
}

const dayNames: readonly string[] = days
