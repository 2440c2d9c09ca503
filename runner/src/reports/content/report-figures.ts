import { days } from '@dashboard/contract/coverage'
import { compareTimeSlots } from '@dashboard/contract/time-slots'
import type { ReportVolunteer } from './report-data.ts'

export interface ReportFigures {
  volunteers: number
  trained: number
  available: number
  orientation: number
  /** Different cart locations that any of the volunteers is assigned to. */
  cartLocations: number
}

export function countFigures(volunteers: ReportVolunteer[]): ReportFigures {
  return {
    volunteers: volunteers.length,
    trained: volunteers.filter((volunteer) => volunteer.trained).length,
    available: volunteers.filter((volunteer) => volunteer.available).length,
    orientation: volunteers.filter((volunteer) => volunteer.orientation).length,
    cartLocations: new Set(volunteers.flatMap((volunteer) => volunteer.cartLocations)).size,
  }
}

const weekdays: readonly string[] = days

export interface AvailabilityMap {
  timeSlots: string[]
  /** Volunteers by time slot, then by day, Monday first. */
  counts: number[][]
}

/** How many volunteers are available on each day of the week in each time slot. */
export function countAvailability(volunteers: ReportVolunteer[]): AvailabilityMap {
  const bySlot = new Map<string, number[]>()
  for (const { availability } of volunteers) {
    // A day and slot that is listed twice for one person is still one person.
    const times = new Map(availability.map((time) => [`${time.day}\n${time.timeSlot}`, time]))
    for (const { day, timeSlot } of times.values()) {
      const dayIndex = weekdays.indexOf(day)
      if (dayIndex < 0) continue
      const row = bySlot.get(timeSlot) ?? days.map(() => 0)
      row[dayIndex] = (row[dayIndex] ?? 0) + 1
      bySlot.set(timeSlot, row)
    }
  }
  const rows = [...bySlot].sort(([a], [b]) => compareTimeSlots(a, b))
  return { timeSlots: rows.map(([slot]) => slot), counts: rows.map(([, row]) => row) }
}

/** `67%`, or an empty text where there is nothing to have a share of. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? '' : `${Math.round((part / whole) * 100)}%`
}
