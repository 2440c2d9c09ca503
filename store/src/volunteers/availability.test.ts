import { days } from '@dashboard/contract/days'
import { isSameTime } from '@dashboard/contract/time-slots'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { namesTrained, worlds } from '../../test/worlds.ts'
import { type Availability, countAvailability } from './availability.ts'

const at = (...times: string[]) => times.map((timeSlot) => ({ day: 'Saturday', timeSlot }))
const ready = { trained: true, available: true }

/** Returns the numbers of a Saturday by time slot, and that no other day has any. */
function saturday({ timeSlots, counts, onceTrained }: Availability) {
  const day = days.indexOf('Saturday')
  const others = [...counts.toSpliced(day, 1), ...onceTrained.toSpliced(day, 1)].flat()
  expect(others.every((count) => count === 0)).toBe(true)
  return timeSlots.map((slot, index) => [slot, counts[day]?.[index], onceTrained[day]?.[index]])
}

it('counts people who are trained, available and free, each once, and who only lack training', () => {
  const people = [
    { ...ready, availability: at('Morning', 'Morning') },
    { ...ready, available: false, availability: at('Morning', 'Evening') },
    ...Array.from({ length: 4 }, () => ({ ...ready, trained: false, availability: at('Morning') })),
  ]
  expect(saturday(countAvailability(people, true))).toEqual([
    ['Morning', 1, 4],
    ['Evening', 0, 0],
  ])
  expect(countAvailability([], true)).toMatchObject({ timeSlots: [] })
})

it('counts available people where the sheet does not say who is trained', () => {
  const people = Array.from({ length: 5 }, () => ({
    trained: false,
    available: true,
    availability: at('Morning'),
  }))
  expect(saturday(countAvailability(people, true))).toEqual([['Morning', 0, 5]])
  expect(saturday(countAvailability(people, false))).toEqual([['Morning', 5, 0]])
})

it('counts a time within a longer one, and spellings of a time as one', () => {
  const people = [
    { ...ready, availability: at('9:00-12:00', '10:00-13:00') },
    { ...ready, availability: at('8:00-13:00') },
    { ...ready, availability: at('9-12', 'Morning') },
  ]
  expect(saturday(countAvailability(people, true))).toEqual([
    ['8:00-13:00', 1, 0],
    ['Morning', 1, 0],
    ['9-12', 3, 0],
    ['10:00-13:00', 2, 0],
  ])
})

it('never counts fewer when a person is added', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const isTrainingKnown = namesTrained(world)
      const all = countAvailability(world, isTrainingKnown)
      const before = countAvailability(world.slice(1), isTrainingKnown)
      const now = before.timeSlots.map((slot) =>
        all.timeSlots.findIndex((each) => isSameTime(each, slot)),
      )
      const fewer = (['counts', 'onceTrained'] as const).flatMap((which) =>
        before[which].flatMap((numbers, day) =>
          numbers.filter((count, slot) => !((all[which][day]?.[now[slot] ?? -1] ?? -1) >= count)),
        ),
      )
      expect(fewer).toEqual([])
    }),
    { numRuns: 1_000 },
  )
})
