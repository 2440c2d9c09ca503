import { expect, it } from 'vitest'
import { shiftWishes, weekLines } from './availability-text.ts'
import { volunteer } from './report-samples.ts'
import { compareTimeSlots } from './time-slots.ts'

const at = (timeSlot: string, ...days: string[]) => days.map((day) => ({ day, timeSlot }))

it('tells days with the same slots as one line, runs of three days as a range', () => {
  expect(
    weekLines([
      ...at('Afternoon', 'Saturday'),
      ...at('Morning', 'Monday', 'Tuesday', 'Wednesday', 'Friday', 'Saturday'),
    ]),
  ).toEqual(['Mon–Wed, Fri Morning', 'Sat Morning, Afternoon'])
  expect(weekLines(at('Evening', 'Sunday', 'Saturday'))).toEqual(['Sat, Sun Evening'])
  expect(weekLines([])).toEqual([])
})

it('orders time slots through the day', () => {
  const slots = [
    'Night',
    'Whenever',
    '2 pm',
    'Noon',
    '9:00 AM - 11:00 AM',
    'Early morning',
    '18.30',
  ]
  expect(slots.sort(compareTimeSlots)).toEqual([
    'Early morning',
    '9:00 AM - 11:00 AM',
    'Noon',
    '2 pm',
    '18.30',
    'Night',
    'Whenever',
  ])
  expect(['Afternoon', '12:30 am', '12 pm', 'Morning'].sort(compareTimeSlots)).toEqual([
    '12:30 am',
    'Morning',
    '12 pm',
    'Afternoon',
  ])
})

it('says how often someone wants to serve', () => {
  expect(
    shiftWishes(volunteer({ maxShiftsPerWeek: 2, maxShiftsPerMonth: 6, doubleShifts: true })),
  ).toEqual(['up to 2 a week, 6 a month', 'double shifts'])
  expect(shiftWishes(volunteer({ maxShiftsPerWeek: null, maxShiftsPerMonth: 6 }))).toEqual([
    'up to 6 a month',
  ])
})
