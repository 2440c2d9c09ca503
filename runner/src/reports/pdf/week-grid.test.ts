import { expect, it } from 'vitest'
import { volunteer } from '../../../test/report-samples.ts'
import { filledBoxes, timesWithoutBox, weekGrid } from './week-grid.ts'

const at = (day: string, ...slots: string[]) => slots.map((timeSlot) => ({ day, timeSlot }))
const hours = Array.from({ length: 14 }, (_, index) => `${String(index + 8).padStart(2, '0')}:00`)

it('has the time slots in the order of the day, six side by side at most', () => {
  expect(weekGrid([volunteer({ availability: at('Monday', 'Evening', 'Morning') })])).toEqual({
    slots: ['Morning', 'Evening'],
    slotsInRow: 2,
  })
  expect(weekGrid([volunteer({ availability: at('Monday', ...hours.slice(0, 7)) })])).toMatchObject(
    { slotsInRow: 4 },
  )
  expect(weekGrid([])).toEqual({ slots: [], slotsInRow: 0 })
})

it('shows the twelve most frequent slots and returns the others to be written out', () => {
  const often = volunteer({ availability: at('Monday', ...hours.slice(2)) })
  const all = volunteer({ availability: at('Tuesday', ...hours) })
  const grid = weekGrid([often, all])
  expect(grid).toEqual({ slots: hours.slice(2), slotsInRow: 6 })
  expect(timesWithoutBox(grid, all.availability)).toEqual(at('Tuesday', '08:00', '09:00'))
})

it('fills a box for each day and slot, once for a time listed twice', () => {
  const grid = { slots: ['Morning', 'Evening'], slotsInRow: 2 }
  const availability = [
    ...at('Sunday', 'Evening'),
    ...at('Monday', 'Morning', 'Morning', 'Noon'),
    ...at('Someday', 'Morning'),
  ]
  expect(filledBoxes(grid, availability)).toEqual([0, 13])
})

it('fills the boxes of times within a longer one, and writes out that one where it has no box', () => {
  const own = at('Monday', '8:00-13:00', '09:00 - 12:00')
  const grid = { slots: ['9-12', '10:00-13:00', '14:00-16:00'], slotsInRow: 3 }
  expect(filledBoxes(grid, own)).toEqual([0, 1])
  expect(timesWithoutBox(grid, own)).toEqual(at('Monday', '8:00-13:00'))
  expect(weekGrid([volunteer({ availability: own })])).toMatchObject({
    slots: ['8:00-13:00', '09:00 - 12:00'],
  })
})
