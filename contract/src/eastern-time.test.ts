import { expect, it } from 'vitest'
import { easternClock, easternDay, easternTime } from './eastern-time.ts'

it('shows times as New York reads them', () => {
  expect(easternTime('2026-11-20T15:08:00Z')).toBe('Nov 20, 2026, 10:08 AM ET')
  expect(easternTime('2026-07-01T04:30:00Z')).toBe('Jul 1, 2026, 12:30 AM ET')
})

it('takes the day in New York', () => {
  expect(easternDay('2025-01-06T03:00:00Z')).toBe('2025-01-05')
  expect(easternDay(Date.parse('2025-01-06T03:00:00Z'))).toBe('2025-01-05')
})

it('tells the first whole minute that is not before a time', () => {
  expect(easternClock(Date.parse('2026-11-20T20:39:00.001Z'))).toBe('3:40 PM ET')
  expect(easternClock(Date.parse('2026-11-20T20:40:00.000Z'))).toBe('3:40 PM ET')
})
