import { days } from '@dashboard/contract/days'
import { namesTrained, type WorldPerson, worlds } from '@dashboard/store/test/worlds'
import { countAvailability } from '@dashboard/store/volunteers/availability'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { VolunteerIndex } from './build-index.ts'
import { findVolunteers } from './find-volunteers.ts'
import { foldPerson } from './fold-person.ts'

function indexOf(world: readonly WorldPerson[]): VolunteerIndex {
  const circuits = ['NY-1', 'NY-2']
  const people = world.map(({ name, circuit, trained, available, availability }) => ({
    id: name,
    ...foldPerson({ firstName: 'A', lastName: name, mobilePhone: null, emailAddress: null }, ''),
    circuit: circuits.indexOf(circuit),
    congregation: -1,
    trained,
    available,
    orientation: false,
    doubleShifts: false,
    marks: [],
    slots: [...new Set(availability.map(({ day, timeSlot }) => `${day}:${timeSlot}`))],
    locations: [],
  }))
  return { people, circuits, congregations: [] }
}

it.each([{ circuits: null }, { circuits: ['NY-1'] }])(
  'lists for each time as many people as the heat map counts, within $circuits',
  (scope) => {
    fc.assert(
      fc.property(worlds, (world) => {
        const isTrainingKnown = namesTrained(world)
        const index = indexOf(world)
        const visible = world.filter(({ circuit }) => scope.circuits?.includes(circuit) ?? true)
        const { timeSlots, counts, onceTrained } = countAvailability(visible, isTrainingKnown)
        const lists = [
          [counts, { available: true, ...(isTrainingKnown && { trained: true }) }],
          ...(isTrainingKnown ? [[onceTrained, { available: true, trained: false }] as const] : []),
        ] as const
        for (const [numbers, flags] of lists) {
          const { facets } = findVolunteers(index, { filter: flags, scope }, { withFacets: true })
          const listed = days.map((day) =>
            timeSlots.map((timeSlot) => {
              const filter = { ...flags, slots: [{ day, timeSlot }] }
              return findVolunteers(index, { filter, scope }, { withFacets: false }).matches.size
            }),
          )
          const promised = days.map((day) =>
            timeSlots.map((timeSlot) => facets?.slots[`${day}:${timeSlot}`] ?? 0),
          )
          expect([listed, promised]).toEqual([numbers, numbers])
        }
      }),
      { numRuns: 1_000 },
    )
  },
)

it('finds people for a part of their time that is nobody’s slot', () => {
  const ready = { circuit: 'NY-1', trained: true, available: true }
  const long = { day: 'Saturday', timeSlot: '8:00-13:00' }
  const index = indexOf([{ ...ready, name: 'Mia', availability: [long] }])
  const slots = [{ day: 'Saturday', timeSlot: '10-11' }]
  const asked = { filter: { slots }, scope: { circuits: null } }
  const { matches, facets } = findVolunteers(index, asked, { withFacets: true })
  expect([matches.size, facets?.slots]).toEqual([
    1,
    { 'Saturday:8:00-13:00': 1, 'Saturday:10-11': 1 },
  ])
})
