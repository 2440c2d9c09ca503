import { expect, it } from 'vitest'
import { gapsText } from './availability-gaps.ts'

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
