import { days } from '@dashboard/contract/coverage'
import { compareTimeSlots } from '@dashboard/contract/time-slots'
import type { ReportVolunteer } from '../content/report-data.ts'

export interface ServingTime {
  day: string
  timeSlot: string
  volunteers: ReportVolunteer[]
}

/** Every day and time slot in which somebody who is available can serve, in order; volunteers stay in theirs. */
export function whoCanServe(volunteers: ReportVolunteer[]): ServingTime[] {
  const slotsOfDay = new Map<string, Map<string, Set<ReportVolunteer>>>()
  for (const volunteer of volunteers.filter(({ available }) => available)) {
    for (const { day, timeSlot } of volunteer.availability) {
      const slots = slotsOfDay.get(day) ?? new Map<string, Set<ReportVolunteer>>()
      slotsOfDay.set(day, slots)
      slots.set(timeSlot, (slots.get(timeSlot) ?? new Set()).add(volunteer))
    }
  }
  return days.flatMap((day) =>
    [...(slotsOfDay.get(day) ?? [])]
      .sort(([a], [b]) => compareTimeSlots(a, b))
      .map(([timeSlot, names]) => ({ day, timeSlot, volunteers: [...names] })),
  )
}
