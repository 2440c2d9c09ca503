import { dayMs, hourMs, minuteMs } from './duration.ts'
import { installation } from './installation.ts'

/** Shared by all functions here: creating a format takes 7 to 15 ms. */
let written: { timeZone: string; format: Intl.DateTimeFormat } | undefined

function numbersFormat(): Intl.DateTimeFormat {
  const { timeZone } = installation
  if (written?.timeZone === timeZone) return written.format
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  written = { timeZone, format }
  return format
}

/**
 * Returns date and time in the zone of the installation, each number with its leading zero.
 * @throws RangeError if it is not a date.
 */
function readCalendar(at: string | number) {
  // '11/20/2026, 10:08 EST'
  const text = numbersFormat().format(new Date(at))
  const [month = '', day = '', year = '', hour = '', minute = ''] = text.match(/\d+/g) ?? []
  const name = text.slice(text.lastIndexOf(' ') + 1)
  return { year, month, day, hour, minute, zone: installation.zoneNames[name] ?? name }
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

function dateInWords({ year, month, day }: { year: string; month: string; day: string }): string {
  return `${months[Number(month) - 1]} ${Number(day)}, ${year}`
}

/** Returns `Nov 20, 2026` for a day like `2026-11-20`. */
export function dayInWords(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return dateInWords({ year, month, day })
}

/** Returns '10:08 AM' for '10' and '08'. */
export function clockInWords({ hour, minute }: { hour: string; minute: string }): string {
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`
}

/** Returns `Nov 20, 2026, 10:08 AM ET` for an ISO instant, in the zone of the installation. */
export function localTime(iso: string): string {
  const calendar = readCalendar(iso)
  return `${dateInWords(calendar)}, ${clockInWords(calendar)} ${calendar.zone}`
}

/** Returns `Nov 20, 2026` for an ISO instant: its day in the zone of the installation. */
export function localDate(iso: string): string {
  return dateInWords(readCalendar(iso))
}

/** Returns `10:08 AM ET` for milliseconds since 1970, rounded up to the next whole minute. */
export function localClock(at: number): string {
  const minute = Math.ceil(at / minuteMs) * minuteMs
  const calendar = readCalendar(minute)
  return `${clockInWords(calendar)} ${calendar.zone}`
}

/** Returns the name of the zone at an instant: `ET`, `CEST`, or `GMT+5:45` where it has no short name. */
export function zoneName(at: number): string {
  return readCalendar(at).zone
}

/** Returns `2026-11-20` for an ISO instant or milliseconds since 1970: its day in the zone of the installation. */
export function localDay(at: string | number): string {
  const { year, month, day } = readCalendar(at)
  return `${year}-${month}-${day}`
}

/**
 * Returns the first minute of a day like `2026-11-20` in the zone of the installation: midnight, unless clocks change
 * then.
 */
export function localDayStart(day: string): Date {
  const midnightUtc = Date.parse(`${day}T00:00:00Z`)
  // No zone's offset is larger. Days follow one another, so a binary search finds the start of this one.
  let before = midnightUtc - 15 * hourMs
  let within = midnightUtc + 13 * hourMs
  while (within - before > minuteMs) {
    const middle = before + Math.floor((within - before) / minuteMs / 2) * minuteMs
    if (localDay(middle) < day) before = middle
    else within = middle
  }
  return new Date(within)
}

/** Returns the day after a day like `2026-11-20`, or the one so many days after it. */
export function dayAfter(day: string, count = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
}
