import { expect, it } from 'vitest'
import { volunteer } from '../test-report-samples.ts'
import { preferredShifts, weekLines } from './availability-text.ts'

const at = (timeSlot: string, ...days: string[]) => days.map((day) => ({ day, timeSlot }))

it('writes days with the same slots as one line, runs of three days as a range', () => {
  expect(
    weekLines([
      ...at('Afternoon', 'Saturday'),
      ...at('Morning', 'Monday', 'Tuesday', 'Wednesday', 'Friday', 'Saturday'),
    ]),
  ).toEqual(['Mon–Wed, Fri Morning', 'Sat Morning, Afternoon'])
  expect(weekLines(at('Evening', 'Sunday', 'Saturday'))).toEqual(['Sat, Sun Evening'])
  expect(weekLines([])).toEqual([])
})

it('writes how often a volunteer wants to serve', () => {
  expect(
    preferredShifts(volunteer({ maxShiftsPerWeek: 2, maxShiftsPerMonth: 6, doubleShifts: true })),
  ).toEqual(['up to 2 a week, 6 a month', 'double shifts'])
  expect(preferredShifts(volunteer({ maxShiftsPerWeek: null, maxShiftsPerMonth: 6 }))).toEqual([
    'up to 6 a month',
  ])
})
