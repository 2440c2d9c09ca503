import { inZone } from '@dashboard/store/test/zones'
import { describe, expect, it } from 'vitest'
import { findDueRun, lastDueAt, nextRunAt } from './due-times.ts'

const everyDay = [0, 1, 2, 3, 4, 5, 6]

/** Returns the instants from `after` on. */
function runs(times: { days: number[]; time: string }, after: string, count: number): string[] {
  const found: string[] = []
  for (let at = after; found.length < count; at = found.at(-1) ?? at) {
    found.push(nextRunAt(times, at))
  }
  return found
}

describe('the next run', () => {
  it('is at the time of New York on the chosen days', () => {
    const weekdays = { days: [1, 2, 3, 4, 5], time: '06:00' }
    // A Friday in winter.
    expect(runs(weekdays, '2026-11-20T10:59:59.999Z', 3)).toEqual([
      '2026-11-20T11:00:00.000Z',
      '2026-11-23T11:00:00.000Z',
      '2026-11-24T11:00:00.000Z',
    ])
    expect(nextRunAt({ days: [0], time: '23:59' }, '2026-07-01T00:00:00Z')).toBe(
      '2026-07-06T03:59:00.000Z',
    )
  })

  it.each([
    [
      '2026-03-08',
      '2026-03-07T12:00:00Z',
      ['2026-03-08T07:00:00.000Z', '2026-03-09T06:30:00.000Z'],
    ],
    [
      '2027-03-14',
      '2027-03-13T12:00:00Z',
      ['2027-03-14T07:00:00.000Z', '2027-03-15T06:30:00.000Z'],
    ],
  ])('at 2:30 on %s, which lacks it, is at 3:00', (_day, after, expected) => {
    expect(runs({ days: everyDay, time: '02:30' }, after, 2)).toEqual(expected)
  })

  it.each([
    [
      '2026-11-01',
      '2026-10-31T12:00:00Z',
      ['2026-11-01T05:30:00.000Z', '2026-11-02T06:30:00.000Z'],
    ],
    [
      '2027-11-07',
      '2027-11-06T12:00:00Z',
      ['2027-11-07T05:30:00.000Z', '2027-11-08T06:30:00.000Z'],
    ],
  ])('at 1:30 on %s, which has it twice, comes once', (_day, after, expected) => {
    expect(runs({ days: everyDay, time: '01:30' }, after, 2)).toEqual(expected)
  })

  it('comes once even when it is computed between both', () => {
    const times = { days: everyDay, time: '01:30' }
    expect(nextRunAt(times, '2026-11-01T05:45:00Z')).toBe('2026-11-02T06:30:00.000Z')
    expect(nextRunAt(times, '2026-11-01T06:15:00Z')).toBe('2026-11-02T06:30:00.000Z')
    expect(lastDueAt(times, '2026-11-01T06:45:00Z')).toBe('2026-11-01T05:30:00.000Z')
  })
})

describe('the last time it was due', () => {
  it('may be this very millisecond, but never later', () => {
    const times = { days: everyDay, time: '06:00' }
    expect(lastDueAt(times, '2026-11-20T11:00:00.000Z')).toBe('2026-11-20T11:00:00.000Z')
    expect(lastDueAt(times, '2026-11-20T10:59:59.999Z')).toBe('2026-11-19T11:00:00.000Z')
    expect(lastDueAt({ ...times, time: '02:30' }, '2027-03-14T12:00:00Z')).toBe(
      '2027-03-14T07:00:00.000Z',
    )
  })
})

describe('in another zone', () => {
  const six = { days: everyDay, time: '06:00' }
  it.each([
    ['Asia/Kolkata', '2026-07-01T00:00:00Z', '2026-07-01T00:30:00.000Z'],
    ['Europe/Berlin', '2026-07-01T00:00:00Z', '2026-07-01T04:00:00.000Z'],
    // Clocks go forward on October 4 and back on April 5.
    ['Australia/Sydney', '2026-10-03T12:00:00Z', '2026-10-03T19:00:00.000Z'],
    ['Australia/Sydney', '2026-04-04T12:00:00Z', '2026-04-04T20:00:00.000Z'],
  ])('%s has the run at its local time', (zone, after, expected) => {
    inZone(zone)
    expect(nextRunAt(six, after)).toBe(expected)
  })
})

describe('the run that is due', () => {
  const daily = { days: [0, 1, 2, 3, 4, 5, 6], time: '06:00' }
  const due = '2026-11-20T11:00:00.000Z'

  it.each([
    ['before it is due', due, '2026-11-20T10:59:59.999Z', undefined],
    ['at that instant', due, due, { dueAt: due, kind: 'on-time' }],
    ['five minutes late', due, '2026-11-20T11:05:00.000Z', { dueAt: due, kind: 'on-time' }],
    ['later than that', due, '2026-11-20T11:05:00.001Z', { dueAt: due, kind: 'made-up' }],
    [
      'a run of yesterday stands for those before',
      '2026-11-17T11:00:00.000Z',
      '2026-11-20T18:00:00.000Z',
      { dueAt: due, kind: 'made-up' },
    ],
    ['less than a day late', due, '2026-11-21T10:59:59.999Z', { dueAt: due, kind: 'made-up' }],
  ])('%s', (_title, next, now, expected) => {
    expect(findDueRun(daily, next, now)).toEqual(expected)
  })

  it('a run that is a day old is missed', () => {
    const weekly = { days: [5], time: '06:00' }
    const missed = { dueAt: due, kind: 'missed' }
    expect(findDueRun(weekly, due, '2026-11-21T11:00:00.000Z')).toEqual(missed)
    expect(findDueRun(weekly, due, '2026-11-21T10:59:59.999Z')?.kind).toBe('made-up')
    // Three weeks were missed; only the last one is made up.
    expect(findDueRun(weekly, '2026-11-06T11:00:00.000Z', '2026-11-24T00:00:00.000Z')).toEqual(
      missed,
    )
  })
})
