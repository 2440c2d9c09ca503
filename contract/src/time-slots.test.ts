import { expect, it } from 'vitest'
import {
  compareTimeSlots,
  distinctTimes,
  isSameTime,
  overlapInTime,
  timesWithin,
} from './time-slots.ts'

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

it.each([
  ['8:00-13:00', '9:00-12:00'],
  ['9:00-12:00', '9-12'],
  ['9-12', '09:00 - 12:00'],
  ['9:00 AM - 12:00 PM', '9.00–12.00'],
  ['9 to 12', '9am-noon'],
  ['9am - 12 noon', '9 às 12'],
  ['0900-1200', '9 Uhr bis 12 Uhr'],
  ['9-5', '14:00-16:00'],
  ['9-5 pm', '2-4 pm'],
  ['11-2', '12:00-14:00'],
  ['9am-1', '11:00-13:00'],
  ['20:00-02:00', '22:00-24:00'],
  ['after 5 pm', '18:00-20:00'],
  ['ab 9 Uhr', '9:00-12:00'],
  ['until noon', '9-12'],
  ['14:00', '2 pm'],
  ['Morning', 'Morning'],
])('%s contains %s', (own, wanted) => {
  expect(timesWithin([wanted])(own)).toEqual([wanted])
})

it.each([
  ['9:00-12:00', '10:00-13:00'],
  ['9:00-12:00', '8:00-12:00'],
  // A name says no hours, and a time without an end does not say how long.
  ['8:00-13:00', 'Morning'],
  ['Morning', '9:00-12:00'],
  ['Morning', 'Early morning'],
  ['11:00-13:00', 'Noon'],
  ['9:00-12:00', '10:00'],
  ['10:00', '10:00-11:00'],
  ['Shift 1-3', '1-2'],
  ['not 8:00-13:00', '9:00-12:00'],
  ['8:00-13:00, 15:00-17:00', '9:00-12:00'],
  ['14:00-14:00', '15:00-16:00'],
])('%s does not contain %s', (own, wanted) => {
  expect(timesWithin([wanted])(own)).toEqual([])
})

it.each([
  ['9:00-12:00', '10:00-13:00', true],
  ['8:00-13:00', '9:00-12:00', true],
  ['9:00-12:00', '12:00-15:00', false],
  ['9:00-12:00', '10:00', true],
  ['9:00-12:00', '12:00', false],
  ['2-4 pm', '15:00-17:00', true],
  ['Morning', 'Morning', true],
  ['Morning', '9:00-12:00', false],
])('%s and %s overlap: %s', (one, other, expected) => {
  expect([overlapInTime(one, other), overlapInTime(other, one)]).toEqual([expected, expected])
})

it('treats spellings of one time as the same', () => {
  expect(isSameTime('9-12', '09:00 - 12:00')).toBe(true)
  expect(isSameTime('9-12', '9-13')).toBe(false)
  const slots = ['Evening', '9:00-12:00', '9-12', 'Morning', '10-12', '09:00 - 12:00']
  expect(distinctTimes(slots)).toEqual(['Morning', '9-12', '10-12', 'Evening'])
})
