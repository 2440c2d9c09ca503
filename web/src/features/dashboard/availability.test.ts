import { expect, it } from 'vitest'
import { extremes, shortCount, slotRows, tintOf } from './availability.ts'

const counts = [
  [10, 1],
  [20, 2],
  [30, 3],
  [40, 4],
  [50, 5],
  [60, 90],
  [70, 0],
]
const rows = slotRows({ timeSlots: ['Morning', 'Evening'], counts })

it('slotRows turns the days into columns', () => {
  expect(rows).toEqual([
    { slot: 'Morning', counts: [10, 20, 30, 40, 50, 60, 70] },
    { slot: 'Evening', counts: [1, 2, 3, 4, 5, 90, 0] },
  ])
})

it('extremes names the best and the least covered time', () => {
  expect(extremes(rows)).toEqual({
    most: { day: 'Saturday', slot: 'Evening', count: 90 },
    fewest: { day: 'Sunday', slot: 'Evening', count: 0 },
  })
  expect(extremes([])).toBeUndefined()
})

it('tintOf goes from nothing to the strongest tint', () => {
  expect(tintOf(0, 90)).toBe(0)
  expect(tintOf(45, 90)).toBe(20)
  expect(tintOf(90, 90)).toBe(40)
  expect(tintOf(0, 0)).toBe(0)
})

it('shortCount fits a narrow cell', () => {
  expect(shortCount(1204)).toBe('1204')
  expect(shortCount(12_345)).toBe('12K')
})
