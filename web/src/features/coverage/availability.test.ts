import { expect, it } from 'vitest'
import { extremes, gapsText, slotRows, tintPercent } from './availability.ts'

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

it('extremes returns the times with the most and the fewest volunteers', () => {
  expect(extremes(rows)).toEqual({
    most: { day: 'Saturday', slot: 'Evening', count: 90 },
    fewest: { day: 'Sunday', slot: 'Evening', count: 0 },
  })
  expect(extremes([])).toBeUndefined()
})

it('tintPercent goes from nothing to the strongest tint', () => {
  expect(tintPercent(0, 90)).toBe(0)
  expect(tintPercent(45, 90)).toBe(50)
  expect(tintPercent(90, 90)).toBe(100)
  expect(tintPercent(0, 0)).toBe(0)
})

const full = [1, 1, 1, 1, 1, 1, 1]
const none = [0, 0, 0, 0, 0, 0, 0]

it('names times of the day in words, and others as they are written', () => {
  const rows = [
    { slot: 'Morning', counts: full },
    { slot: '14:00-16:00', counts: [1, 0, 1, 1, 1, 1, 1] },
    { slot: 'Evening', counts: [1, 1, 0, 1, 1, 1, 1] },
  ]
  expect(gapsText(rows)).toBe('Nobody on Tuesdays, 14:00-16:00 and Wednesday evenings.')
})

it('says a whole day at once', () => {
  const counts = [1, 1, 1, 1, 0, 1, 0]
  expect(
    gapsText([
      { slot: 'Morning', counts },
      { slot: 'Evening', counts: [1, 1, 1, 1, 1, 1, 0] },
    ]),
  ).toBe('Nobody on Friday mornings and all Sundays.')
})

it('names six gaps, and counts the others', () => {
  const rows = [
    { slot: 'Morning', counts: full },
    { slot: 'Night', counts: none },
  ]
  expect(gapsText(rows)).toMatch(
    /^Nobody on Monday nights, .*Saturday nights, and at 1 other time\.$/,
  )
})

it('says when there are no gaps, when there is nobody, and nothing without time slots', () => {
  expect(gapsText([{ slot: 'Morning', counts: full }])).toBe('Every time of the week has somebody.')
  expect(gapsText([{ slot: 'Morning', counts: none }])).toBe('Nobody is available at any time.')
  expect(gapsText([])).toBe('')
})
