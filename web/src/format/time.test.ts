import { describe, expect, it } from 'vitest'
import { formatDate, formatDay, formatInstant, formatRelative } from './time.ts'

describe('formatInstant', () => {
  it('shows Eastern time in winter and in summer', () => {
    expect(formatInstant('2026-11-20T15:08:00Z')).toBe('Nov 20, 2026, 10:08 AM ET')
    expect(formatInstant('2026-07-04T03:30:00.000Z')).toBe('Jul 3, 2026, 11:30 PM ET')
  })
  it('says so when the time cannot be read', () => {
    expect(formatInstant('soon')).toBe('Unknown time')
  })
})

it('formatDate gives the day in New York', () => {
  expect(formatDate('2025-01-06T03:00:00Z')).toBe('Jan 5, 2025')
  expect(formatDate('')).toBe('Unknown time')
})

it('formatDay writes a day', () => {
  expect(formatDay('2025-01-05')).toBe('Jan 5')
})

describe('formatRelative', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  it.each([
    ['2026-11-20T12:00:30Z', 'just now'],
    ['2026-11-20T11:59:01Z', 'just now'],
    ['2026-11-20T11:59:00Z', '1 minute ago'],
    ['2026-11-20T11:48:00Z', '12 minutes ago'],
    ['2026-11-20T09:00:00Z', '3 hours ago'],
    ['2026-11-18T12:00:00Z', '2 days ago'],
    ['2026-01-05T12:00:00Z', 'Jan 5, 2026'],
    ['never', 'Unknown time'],
  ])('%s is %s', (iso, text) => {
    expect(formatRelative(iso, now)).toBe(text)
  })
})
