import { days } from '@dashboard/contract/coverage'
import { compareTimeSlots } from '@dashboard/contract/time-slots'
import type { ReportVolunteer } from '../content/report-data.ts'

/**
 * A volunteer's week, one line per group of days with the same time slots:
 * `Mon–Fri Morning`, `Sat Morning, Afternoon`.
 */
export function weekLines(availability: ReportVolunteer['availability']): string[] {
  const groups = new Map<string, number[]>()
  days.forEach((day, index) => {
    const slots = availability.filter((time) => time.day === day).map((time) => time.timeSlot)
    if (slots.length === 0) return
    const text = [...new Set(slots)].sort(compareTimeSlots).join(', ')
    groups.set(text, [...(groups.get(text) ?? []), index])
  })
  return [...groups].map(([slots, group]) => `${dayRanges(group)} ${slots}`)
}

/** `Mon–Fri, Sun` of ascending day numbers; two neighbors are no range. */
function dayRanges(group: number[]): string {
  const ranges: number[][] = []
  for (const day of group) {
    const range = ranges.at(-1)
    if (range && range.at(-1) === day - 1) range.push(day)
    else ranges.push([day])
  }
  return ranges
    .flatMap((range) =>
      range.length < 3 ? range.map(shortDay) : [`${shortDay(range[0])}–${shortDay(range.at(-1))}`],
    )
    .join(', ')
}

function shortDay(day: number | undefined): string {
  return (day === undefined ? '' : (days[day] ?? '')).slice(0, 3)
}

/** How often a volunteer wants to serve: `up to 2 a week, 6 a month`, `double shifts`. */
export function preferredShifts(volunteer: ReportVolunteer): string[] {
  const { maxShiftsPerWeek: week, maxShiftsPerMonth: month, doubleShifts } = volunteer
  const limits = [
    ...(week === null ? [] : [`${week} a week`]),
    ...(month === null ? [] : [`${month} a month`]),
  ]
  return [
    ...(limits.length > 0 ? [`up to ${limits.join(', ')}`] : []),
    ...(doubleShifts ? ['double shifts'] : []),
  ]
}
