import { expect, it } from 'vitest'
import { volunteer } from '../test-report-samples.ts'
import { countAvailability, countFigures, shareText } from './report-figures.ts'

it('counts each cart location once', () => {
  const volunteers = [
    volunteer({ cartLocations: ['Penn Station', 'Park'], trained: false }),
    volunteer({ cartLocations: ['Park'], available: false, orientation: true }),
  ]
  expect(countFigures(volunteers)).toEqual({
    volunteers: 2,
    trained: 1,
    available: 1,
    orientation: 1,
    cartLocations: 2,
  })
})

it('counts people per day and time slot, slots through the day', () => {
  const evening = { day: 'Sunday', timeSlot: 'Evening' }
  const morning = { day: 'Monday', timeSlot: 'Morning' }
  const map = countAvailability([
    volunteer({ availability: [evening, morning, morning] }),
    volunteer({ availability: [morning, { day: 'Someday', timeSlot: 'Morning' }] }),
  ])
  expect(map).toEqual({
    timeSlots: ['Morning', 'Evening'],
    counts: [
      [2, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 1],
    ],
  })
})

it('has no share when there are no volunteers', () => {
  expect([shareText(2, 3), shareText(0, 3), shareText(0, 0)]).toEqual(['67%', '0%', ''])
})
