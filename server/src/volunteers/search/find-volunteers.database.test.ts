import { foldText } from '@dashboard/contract/fold-text'
import {
  type VolunteerFacets,
  type VolunteerFilter,
  VolunteerMark,
} from '@dashboard/contract/volunteers'
import { freshDatabase } from '@dashboard/store/test/database'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { insertPeople, manyScripts, type TestPerson } from '../../../test/people.ts'
import { buildIndex, type VolunteerIndex } from './build-index.ts'
import { findVolunteers } from './find-volunteers.ts'
import { ranks } from './rank-matches.ts'

const circuits = ['NY-1', 'NY-2', 'NY, 3']
const congregations = ['Park', 'Hill']
const slots = ['Saturday:Morning', 'Saturday:Evening', 'Sunday:14:00']
const locations = ['Pier 4', 'Main St']
const languages = ['Greek', 'Spanish']

/** The people are the same at every run; filters and searches differ. */
const people: TestPerson[] = Array.from({ length: 60 }, (_, index) => ({
  name: manyScripts[index % manyScripts.length]?.name ?? ['', ''],
  circuit: circuits[index % 3] ?? '',
  congregation: congregations[index % 2] ?? '',
  language: languages[index % 2] ?? '',
  ...(index % 5 > 0 && {
    phone: index % 5 === 1 ? '12' : `+1 212 555 ${String(1000 + index * 37)}`,
  }),
  ...(index % 2 > 0 && { email: 'a@example.org' }),
  trained: index % 3 > 0,
  available: index % 4 > 0,
  orientation: index % 5 > 1,
  doubleShifts: index % 7 > 2,
  slots: slots.filter((_slot, at) => (index >> at) % 2 === 0),
  locations: locations.filter((_location, at) => (index + at) % 4 === 0),
}))

const someOf = (values: readonly string[]) => fc.subarray([...values], { minLength: 1 })
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const filters: fc.Arbitrary<VolunteerFilter> = fc.record({
  q: maybe(fc.constantFrom('kim', 'a', '王', '김', 'ann o', '1000', 'hill', 'zzz', '–')),
  circuit: maybe(someOf([...circuits, 'gone'])),
  congregation: maybe(someOf(['Park (NY-1)', 'Hill (NY-2)'])),
  language: maybe(someOf(languages)),
  location: maybe(someOf(locations)),
  trained: maybe(fc.boolean()),
  available: maybe(fc.boolean()),
  orientation: maybe(fc.boolean()),
  doubleShifts: maybe(fc.boolean()),
  mark: maybe(fc.subarray([...VolunteerMark.options], { minLength: 1 })),
  slots: maybe(someOf(slots).map((chosen) => chosen.map(toSlot))),
  slotsMatch: maybe(fc.constantFrom('any' as const, 'all' as const)),
})

function toSlot(text: string) {
  const [day = '', ...timeSlot] = text.split(':')
  return { day, timeSlot: timeSlot.join(':') }
}

const everywhere = { circuits: null }
const find = (index: VolunteerIndex, filter: VolunteerFilter, scope = everywhere) =>
  findVolunteers(index, { filter, scope }, { withFacets: true })

it('counts for each value of a filter how many it would leave', async () => {
  const db = await freshDatabase()
  await insertPeople(db, people)
  const index = await buildIndex(db)
  fc.assert(
    fc.property(filters, (filter) => {
      const { facets } = find(index, filter)
      for (const [name, counts] of Object.entries(facets ?? {})) {
        for (const [value, count] of Object.entries(counts)) {
          const { matches } = find(index, choose(filter, name, value))
          expect(matches.size, `${name} ${value}`).toBe(count)
        }
      }
    }),
    { numRuns: 60 },
  )
})

/** Returns the filter with only this value in one group. */
function choose(filter: VolunteerFilter, name: string, value: string): VolunteerFilter {
  if (name === 'slots') return { ...filter, slots: [toSlot(value)] }
  if (value === 'true' || value === 'false') return { ...filter, [name]: value === 'true' }
  return { ...filter, [name]: [value] }
}

it('finds the same volunteers as a comparison with each of them', async () => {
  const db = await freshDatabase()
  const ids = await insertPeople(db, people)
  const index = await buildIndex(db)
  const texts = new Map(people.map((person, at) => [ids[at] ?? '', textOf(person)]))
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...somePieces()), { minLength: 1, maxLength: 3 }),
      (words) => {
        const q = words.join(' ')
        const { matches } = find(index, { q })
        const wanted = foldText(q).split(' ')
        for (const person of index.people) {
          const text = texts.get(person.id)
          const isHeld = wanted.every((word) => text?.includes(word))
          const rank = matches.get(person)
          expect(rank !== undefined && rank <= ranks.text, `${q} in ${text}`).toBe(isHeld)
        }
      },
    ),
    { numRuns: 150 },
  )
})

function textOf({ name, email, circuit, congregation }: TestPerson): string {
  return foldText([...name, email, congregation, circuit].join(' | '))
}

/** Returns pieces of one to four characters of all names. */
function somePieces(): string[] {
  return manyScripts.flatMap(({ name }) =>
    name.flatMap((part) => [1, 2, 4].map((length) => foldText(part).slice(0, length).trim())),
  )
}

it('counts and finds in a scope what a database with only its circuits holds', async () => {
  const db = await freshDatabase()
  const only = people.filter(({ circuit }) => circuit === 'NY-2')
  await insertPeople(db, only)
  const alone = await buildIndex(db)
  await insertPeople(
    db,
    people.filter(({ circuit }) => circuit !== 'NY-2'),
  )
  const index = await buildIndex(db)
  const facetsIn = (of: VolunteerIndex, filter: VolunteerFilter): [number, VolunteerFacets?] => {
    const { matches, facets } = findVolunteers(
      of,
      { filter, scope: { circuits: ['NY-2'] } },
      { withFacets: true },
    )
    return [matches.size, facets]
  }
  fc.assert(
    fc.property(filters, (filter) => {
      const [total, facets] = facetsIn(index, filter)
      const [expected, expectedFacets] = facetsIn(alone, filter)
      expect(total).toBe(expected)
      expect(facets).toEqual(expectedFacets)
    }),
    { numRuns: 60 },
  )
})
