import { expect, it } from 'vitest'
import { volunteer } from '../../../test/report-samples.ts'
import { shiftLimits, weekLines } from './availability-text.ts'

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

it('writes the maximum number of shifts of a volunteer', () => {
  expect(
    shiftLimits(volunteer({ availabilityMaxShiftsPerWeek: 2, availabilityMaxShiftsPerMonth: 6 })),
  ).toEqual(['2 a week', '6 a month'])
  expect(
    shiftLimits(
      volunteer({ availabilityMaxShiftsPerWeek: null, availabilityMaxShiftsPerMonth: null }),
    ),
  ).toEqual([])
})
