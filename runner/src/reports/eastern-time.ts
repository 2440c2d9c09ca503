import { displayTimeZone } from '@dashboard/contract/limits'

const display = new Intl.DateTimeFormat('en-US', {
  timeZone: displayTimeZone,
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** `Nov 20, 2026, 10:08 AM ET` of an ISO instant (spec §9, display time zone). */
export function easternTime(iso: string): string {
  return `${display.format(new Date(iso)).replaceAll('\u202f', ' ')} ET`
}

// The Swedish way of writing a date is YYYY-MM-DD.
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: displayTimeZone, dateStyle: 'short' })

/** `2026-11-20`, the day in the display time zone. */
export function easternDay(iso: string): string {
  return day.format(new Date(iso))
}
