import { expect, it } from 'vitest'
import { compareTimeSlots } from './time-slots.ts'

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
