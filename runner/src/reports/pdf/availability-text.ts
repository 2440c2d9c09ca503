import { days } from '@dashboard/contract/days'
import { compareTimeSlots } from '@dashboard/contract/time-slots'
import type { ReportVolunteer } from '../content/report-data.ts'

/**
 * Returns a volunteer's week, one line per group of days with the same time slots: `Mon–Fri Morning`, `Sat Morning,
 * Afternoon`.
 */
export function weekLines(availability: ReportVolunteer['availability']): string[] {
  const groups = new Map<string, number[]>()
  days.forEach((day, index) => {
    const slots = availability.filter((time) => time.day === day).map((time) => time.timeSlot)
    if (slots.length === 0) return
    const text = [...new Set(slots)].sort(compareTimeSlots).join(', ')
    groups.getOrInsertComputed(text, () => []).push(index)
  })
  return [...groups].map(([slots, group]) => `${dayRanges(group)} ${slots}`)
}

/** Returns `Mon–Fri, Sun` for ascending day numbers; two neighboring days are not written as a range. */
function dayRanges(group: number[]): string {
  const name = (day: number | undefined) => shortDay(day === undefined ? '' : (days[day] ?? ''))
  const ranges: number[][] = []
  for (const day of group) {
    const range = ranges.at(-1)
    if (range && range.at(-1) === day - 1) range.push(day)
    else ranges.push([day])
  }
  return ranges
    .flatMap((range) =>
      range.length < 3 ? range.map(name) : [`${name(range[0])}–${name(range.at(-1))}`],
    )
    .join(', ')
}

export function shortDay(day: string): string {
  return day.slice(0, 3)
}

/** Returns the maximum of shifts of a volunteer: `2 a week`, `6 a month`. */
export function shiftLimits(volunteer: ReportVolunteer): string[] {
  const { availabilityMaxShiftsPerWeek: week, availabilityMaxShiftsPerMonth: month } = volunteer
  return [
    ...(week === null ? [] : [`${week} a week`]),
    ...(month === null ? [] : [`${month} a month`]),
  ]
}
