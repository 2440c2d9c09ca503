import { expect, it } from 'vitest'
import { findDueRun, isTooFarAhead } from './due-run.ts'

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
  // Of three weeks the last.
  expect(findDueRun(weekly, '2026-11-06T11:00:00.000Z', '2026-11-24T00:00:00.000Z')).toEqual(missed)
})

it('a run that is reckoned by a clock of next year is too far ahead', () => {
  expect(isTooFarAhead('2027-11-20T11:00:00.000Z', due)).toBe(true)
  expect(isTooFarAhead('2026-11-27T12:00:00.000Z', due)).toBe(false)
})
