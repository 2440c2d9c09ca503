import { dayMs, hourMs, minuteMs } from '@dashboard/contract/duration'
import './installation.ts'
import { lazy } from '@dashboard/contract/lazy'
import { localDate, localTime } from '@dashboard/contract/local-time'

const unknownTime = 'Unknown time'

const relativeFormat = lazy(() => new Intl.RelativeTimeFormat('en-US', { numeric: 'always' }))

function isInstant(text: string): boolean {
  return !Number.isNaN(Date.parse(text))
}

/** Returns the time to the minute, as `localTime` writes it. */
export function formatInstant(iso: string): string {
  return isInstant(iso) ? localTime(iso) : unknownTime
}

/** Returns the day, in the zone of the installation: 'Jan 5, 2025'. */
export function formatDate(iso: string): string {
  return isInstant(iso) ? localDate(iso) : unknownTime
}

/** Returns a function that writes a day of the calendar, such as '2025-01-05', in these words. */
export function dayFormatter(words: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = lazy(() => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...words }))
  return (day) => format().format(new Date(day))
}

/** Returns a date without its year, in short: 'Jan 5'. */
export const formatDay = dayFormatter({ month: 'short', day: 'numeric' })

/** Returns how long before `nowMs`: 'just now', '12 minutes ago', '3 hours ago', after 30 days the date. */
export function formatRelative(iso: string, nowMs: number): string {
  const ageMs = nowMs - Date.parse(iso)
  if (Number.isNaN(ageMs)) return unknownTime
  if (ageMs < minuteMs) return 'just now'
  if (ageMs < hourMs) return relativeFormat().format(-Math.floor(ageMs / minuteMs), 'minute')
  if (ageMs < dayMs) return relativeFormat().format(-Math.floor(ageMs / hourMs), 'hour')
  if (ageMs < 30 * dayMs) return relativeFormat().format(-Math.floor(ageMs / dayMs), 'day')
  return formatDate(iso)
}
