/**
 * How the product writes times in New York, for tests of what it says besides them. The formats themselves are tested by
 * local-time.test.ts of the contract and time.test.ts of the web.
 */

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Returns 'Nov 20, 2026, 10:08 AM ET' for '2026-11-20 10:08'. */
export function shownTime(local: string, zone = 'ET'): string {
  const [day = '', clock = ''] = local.split(' ')
  const [year, month, date] = day.split('-').map(Number)
  return `${months[Number(month) - 1]} ${date}, ${year}, ${shownClock(clock, zone)}`
}

/** Returns '6:00 AM ET' for '06:00'. */
export function shownClock(clock: string, zone = 'ET'): string {
  const [hours = '', minutes] = clock.split(':')
  const hour = Number(hours)
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'} ${zone}`
}

/** The form of any of them, where a test does not know which. */
export const anyClock = String.raw`\d{1,2}:\d\d [AP]M [A-Z]+`
export const anyTime = String.raw`[A-Z][a-z]{2} \d{1,2}, \d{4}, ${anyClock}`
