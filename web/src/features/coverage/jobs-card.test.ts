import { expect, it } from 'vitest'
import { axisTop, countJobs, fillDays } from './jobs-card.tsx'

it('fillDays includes every day, across months and clock changes', () => {
  const busy = { day: '2026-11-01', completed: 3, failed: 1 }
  const days = fillDays([busy, { day: '2026-09-01', completed: 9, failed: 9 }], '2026-11-02')
  expect(days.slice(-4)).toEqual([
    { day: '2026-10-30', completed: 0, failed: 0 },
    { day: '2026-10-31', completed: 0, failed: 0 },
    busy,
    { day: '2026-11-02', completed: 0, failed: 0 },
  ])
  expect(days).toHaveLength(30)
})

it('countJobs adds the days up', () => {
  expect(
    countJobs([
      { day: '2026-11-01', completed: 3, failed: 1 },
      { day: '2026-11-02', completed: 2, failed: 0 },
    ]),
  ).toEqual({ completed: 5, failed: 1 })
})

it.each([
  [0, 2],
  [2, 2],
  [3, 4],
  [5, 10],
  [11, 20],
  [41, 100],
  [101, 200],
])('an axis that holds %d ends at %d', (most, top) => {
  expect(axisTop(most)).toBe(top)
})
