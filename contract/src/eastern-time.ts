import { displayTimeZone } from './limits.ts'
import { whenUsed } from './when-used.ts'

function formatWhenUsed(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): (at: Date | number) => string {
  const format = whenUsed(
    () => new Intl.DateTimeFormat(locale, { timeZone: displayTimeZone, ...options }),
  )
  return (at) => format().format(at)
}

const formatTime = formatWhenUsed('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** `Nov 20, 2026, 10:08 AM ET` of an ISO instant (docs/behavior.md#display). */
export function easternTime(iso: string): string {
  // Newer language data puts a narrow no-break space before AM and PM.
  return `${formatTime(new Date(iso)).replaceAll('\u202f', ' ')} ET`
}

const formatDate = formatWhenUsed('en-US', { year: 'numeric', month: 'short', day: 'numeric' })

/** `Nov 20, 2026`, the day in the display time zone of an ISO instant. */
export function easternDate(iso: string): string {
  return formatDate(new Date(iso))
}

const formatClock = formatWhenUsed('en-US', { hour: 'numeric', minute: '2-digit' })
const minuteMs = 60_000

/** `10:08 AM ET` of milliseconds since 1970: the first whole minute that is not before. */
export function easternClock(at: number): string {
  const minute = Math.ceil(at / minuteMs) * minuteMs
  return `${formatClock(minute).replaceAll('\u202f', ' ')} ET`
}

// The Swedish way of writing a date is YYYY-MM-DD.
const formatDay = formatWhenUsed('sv-SE', { dateStyle: 'short' })

/** `2026-11-20`, the day in the display time zone of an ISO instant or of milliseconds since 1970. */
export function easternDay(at: string | number): string {
  return formatDay(new Date(at))
}

const hourMs = 60 * 60_000

/** The instant at which a day like `2026-11-20` begins in the display time zone. */
export function easternDayStart(day: string): Date {
  const midnightUtc = Date.parse(`${day}T00:00:00Z`)
  // New York is four or five hours behind, and its clocks change at two in the morning.
  const isSummer = easternDay(midnightUtc + 4 * hourMs) === day
  return new Date(midnightUtc + (isSummer ? 4 : 5) * hourMs)
}

/** The day after a day like `2026-11-20`. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * hourMs).toISOString().slice(0, 10)
}
