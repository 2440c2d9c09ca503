import { expect, it } from 'vitest'
import { extremes, isEmptyWeek, tintPercent } from './availability.ts'

const none = [0, 0, 0, 0, 0, 0, 0]
const rows = [
  { slot: 'Morning', counts: [10, 20, 30, 40, 50, 60, 70], onceTrained: none },
  { slot: 'Evening', counts: [1, 2, 3, 4, 5, 90, 0], onceTrained: none },
]

it('extremes returns the times with the most and the fewest volunteers', () => {
  expect(extremes(rows)).toEqual({
    most: { day: 'Saturday', slot: 'Evening', count: 90 },
    fewest: { day: 'Sunday', slot: 'Evening', count: 0 },
  })
  expect(extremes([])).toBeUndefined()
})

it('tintPercent goes from no tint to the strongest', () => {
  expect(tintPercent(0, 90)).toBe(0)
  expect(tintPercent(45, 90)).toBe(50)
  expect(tintPercent(90, 90)).toBe(100)
  expect(tintPercent(0, 0)).toBe(0)
})

it('isEmptyWeek tells a week without anybody, also once trained', () => {
  expect(isEmptyWeek([{ slot: 'Morning', counts: none, onceTrained: none }])).toBe(true)
  const once = [0, 0, 0, 0, 0, 0, 2]
  expect(isEmptyWeek([{ slot: 'Morning', counts: none, onceTrained: once }])).toBe(false)
})
