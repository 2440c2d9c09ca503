import { expect, it } from 'vitest'
import {
  dayAfter,
  localClock,
  localDate,
  localDay,
  localDayStart,
  localTime,
} from './local-time.ts'

it('shows times in the time of New York', () => {
  expect(localTime('2026-11-20T15:08:00Z')).toBe('Nov 20, 2026, 10:08 AM ET')
  expect(localTime('2026-07-01T04:30:00Z')).toBe('Jul 1, 2026, 12:30 AM ET')
})

it('shows every hour, and every month, as American English does', () => {
  const zone = { timeZone: 'America/New_York' }
  const date = new Intl.DateTimeFormat('en-US', { ...zone, dateStyle: 'medium' })
  const clock = new Intl.DateTimeFormat('en-US', { ...zone, timeStyle: 'short' })
  for (let hour = 0; hour < 366 * 24; hour += 1) {
    const at = Date.UTC(2027, 0, 1, hour, hour % 60)
    const shown = clock.format(at).replace('\u202f', ' ')
    const iso = new Date(at).toISOString()
    expect(localDate(iso)).toBe(date.format(at))
    expect(localClock(at)).toBe(`${shown} ET`)
    expect(localTime(iso)).toBe(`${date.format(at)}, ${shown} ET`)
  }
})

it('refuses a text that is not a time', () => {
  expect(() => localTime('yesterday')).toThrow(RangeError)
})

it('gives the day in New York', () => {
  expect(localDay('2025-01-06T03:00:00Z')).toBe('2025-01-05')
  expect(localDay(Date.parse('2025-01-06T03:00:00Z'))).toBe('2025-01-05')
})

it('returns the first whole minute that is not before a time', () => {
  expect(localClock(Date.parse('2026-11-20T20:39:00.001Z'))).toBe('3:40 PM ET')
  expect(localClock(Date.parse('2026-11-20T20:40:00.000Z'))).toBe('3:40 PM ET')
})

it.each([
  ['2026-01-15', '2026-01-15T05:00:00.000Z'],
  ['2026-07-01', '2026-07-01T04:00:00.000Z'],
  // The days on which the clocks change, and the days after them.
  ['2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['2026-03-09', '2026-03-09T04:00:00.000Z'],
  ['2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['2026-11-02', '2026-11-02T05:00:00.000Z'],
])('begins the day %s in New York', (day, instant) => {
  expect(localDayStart(day).toISOString()).toBe(instant)
})

it('names the next day, also across the end of a year', () => {
  expect(dayAfter('2026-12-31')).toBe('2027-01-01')
  expect(dayAfter('2026-12-26', 7)).toBe('2027-01-02')
})
