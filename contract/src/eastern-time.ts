import { displayTimeZone } from './limits.ts'
import { whenUsed } from './when-used.ts'

/** One for all ways of writing a time: each object of its kind takes 7 to 15 ms to make. */
const numbersFormat = whenUsed(
  () =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: displayTimeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
)

/** What calendar and clock show in the display time zone, each with its leading zero. @throws RangeError for no date. */
function readCalendar(at: string | number) {
  const [month = '', day = '', year = '', hour = '', minute = ''] =
    numbersFormat().format(new Date(at)).match(/\d+/g) ?? []
  return { year, month, day, hour, minute }
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

function dateInWords({ year, month, day }: { year: string; month: string; day: string }): string {
  return `${months[Number(month) - 1]} ${Number(day)}, ${year}`
}

function clockInWords({ hour, minute }: { hour: string; minute: string }): string {
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`
}

/** `Nov 20, 2026, 10:08 AM ET` of an ISO instant (docs/behavior.md#display). */
export function easternTime(iso: string): string {
  const calendar = readCalendar(iso)
  return `${dateInWords(calendar)}, ${clockInWords(calendar)} ET`
}

/** `Nov 20, 2026`, the day in the display time zone of an ISO instant. */
export function easternDate(iso: string): string {
  return dateInWords(readCalendar(iso))
}

const minuteMs = 60_000

/** `10:08 AM ET` of milliseconds since 1970: the first whole minute that is not before. */
export function easternClock(at: number): string {
  const minute = Math.ceil(at / minuteMs) * minuteMs
  return `${clockInWords(readCalendar(minute))} ET`
}

/** `2026-11-20`, the day in the display time zone of an ISO instant or of milliseconds since 1970. */
export function easternDay(at: string | number): string {
  const { year, month, day } = readCalendar(at)
  return `${year}-${month}-${day}`
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
