import fc from 'fast-check'
import type { PersonWithWeek } from '../src/volunteers/availability.ts'

/** Random people of a few circuits, whose times contain, overlap and respell each other. */

export interface WorldPerson extends PersonWithWeek {
  name: string
  circuit: string
}

const times = [
  ...['Morning', 'Evening', '9-12', '9:00-12:00', '09:00 - 12:00', '8:00-13:00', '10:00-13:00'],
  ...['14:00', '2 pm', '6-8 pm', '18:00-20:00', 'after 5 pm'],
]

const time = fc.record({
  day: fc.constantFrom('Monday', 'Saturday', 'Sunday'),
  timeSlot: fc.constantFrom(...times),
})

const person = fc.record({
  circuit: fc.constantFrom('NY-1', 'NY-2'),
  trained: fc.boolean(),
  available: fc.boolean(),
  availability: fc.array(time, { maxLength: 5 }),
})

export const worlds: fc.Arbitrary<WorldPerson[]> = fc
  .tuple(fc.array(person, { maxLength: 12 }), fc.boolean())
  .map(([people, nobodyIsTrained]) =>
    people.map((each, index) => ({
      ...each,
      name: `No ${index}`,
      trained: each.trained && !nobodyIsTrained,
    })),
  )

/** Whether anybody of a world is trained, which is what the sheet says about training. */
export function namesTrained(world: readonly WorldPerson[]): boolean {
  return world.some(({ trained }) => trained)
}
