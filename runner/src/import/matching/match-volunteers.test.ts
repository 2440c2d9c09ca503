import { joinKey, nameKey, personKey } from '@dashboard/store/volunteers/person-key'
import type { Contact } from '@dashboard/store/volunteers/same-person'
import { describe, expect, it } from 'vitest'
import { knownVolunteer, sheetVolunteer } from '../../../test/volunteers.ts'
import type { SheetRow } from '../reading/read-sheet.ts'
import type { SheetVolunteer } from '../reading/row-mapping.ts'
import { spellingOf } from './existing-data.ts'
import { VolunteerMatcher } from './match-volunteers.ts'

interface Person extends Contact {
  id: string
  locustId: string | null
  key: string
  name: string
  spelling: string
}

function known(id: string, locustId: string | null, over: Partial<SheetVolunteer> = {}): Person {
  const volunteer = sheetVolunteer(over)
  const { mobilePhone, emailAddress } = volunteer
  const key = personKey(volunteer)
  const name = nameKey(volunteer)
  return { id, locustId, key, name, spelling: spellingOf(volunteer), mobilePhone, emailAddress }
}

function sheetRow(volunteer: SheetVolunteer, index: number): SheetRow {
  return {
    rowIndex: index + 2,
    rawData: '{}',
    entry: { volunteer, warnings: [] },
  }
}

/** Returns the ids of the volunteers that the rows of a sheet match. */
function matchVolunteers(people: readonly Person[], sheet: readonly SheetVolunteer[]) {
  const there = people.map(({ id, locustId, spelling }) =>
    knownVolunteer(id, { locustId, spelling }),
  )
  const said = (what: 'key' | 'name') =>
    Map.groupBy(there, ({ id }) => people.find((person) => person.id === id)?.[what] ?? '')
  const matcher = new VolunteerMatcher(there, { here: said('key'), anywhere: said('name') })
  const contacts = new Map(people.map((person) => [person.id, person]))
  const rows = matcher.matchRows(sheet.map(sheetRow))
  const undecidedPeople = sheet.filter((_, index) => rows[index]?.match === 'undecided')
  const undecided = matcher.matchUndecided(undecidedPeople, contacts)
  return rows.map(({ match = 'new' }, index) => {
    const found =
      match === 'undecided'
        ? undecided[undecidedPeople.indexOf(sheet[index] as SheetVolunteer)]
        : match
    return typeof found === 'object' ? found.id : undefined
  })
}

const inSheet = (locustId: string | null) => sheetVolunteer({ locustId })

describe('two people of one name in one congregation', () => {
  const person = (mobilePhone: string, over: Partial<SheetVolunteer> = {}) =>
    sheetVolunteer({ locustId: null, mobilePhone, emailAddress: null, ...over })
  const first = known('a', null, person('212-555-0101'))
  const second = known('b', null, person('212-555-0102'))

  it('are found by their telephones, in any order', () => {
    const rows = [person('212-555-0102'), person('+1 212 555 0101')]
    expect(matchVolunteers([first, second], rows)).toEqual(['b', 'a'])
  })

  it('are not mixed up with a third', () => {
    const rows = [person('212-555-0103'), person('212-555-0101'), person('212-555-0102')]
    expect(matchVolunteers([first, second], rows)).toEqual([undefined, 'a', 'b'])
  })

  it('are found by their telephones where a Locust ID was added', () => {
    const row = person('212-555-0102', { locustId: 'L9' })
    expect(matchVolunteers([first, second], [row])).toEqual(['b'])
  })

  it('are found by e-mail where the telephone has changed', () => {
    const mail = known('c', null, person('212-555-0101', { emailAddress: 'c@example.org' }))
    const row = person('212-555-0109', { emailAddress: 'C@example.org' })
    expect(matchVolunteers([second, mail], [row])).toEqual(['c'])
  })
})

describe('matchVolunteers', () => {
  it('finds by the Locust ID, whatever else has changed', () => {
    const moved = sheetVolunteer({ locustId: 'L2', firstName: 'Bo', circuit: 'NY-9' })
    expect(matchVolunteers([known('a', 'L1'), known('b', 'L2')], [moved])).toEqual(['b'])
  })

  it.each([
    [{ firstName: 'Zed', lastName: 'New' }, 1],
    [{ lastName: 'New' }, 0],
    [{ firstName: 'LEE', lastName: 'Ánn' }, 0],
  ])('names a Locust ID whose person gets another first and last name: %o', (name, count) => {
    const is = { locustId: 'L1', firstName: 'Ann', lastName: 'Lee' }
    const matcher = new VolunteerMatcher(
      [knownVolunteer('a', { locustId: 'L1', spelling: spellingOf(is) })],
      { here: new Map(), anywhere: new Map() },
    )
    const [row] = matcher.matchRows([sheetRow(sheetVolunteer({ ...is, ...name }), 0)])
    expect(row?.match).toMatchObject({ id: 'a' })
    expect(row?.warnings ?? []).toHaveLength(count)
  })

  it.each([
    ['first name', { firstName: 'Bo' }],
    ['last name', { lastName: 'Ray' }],
    ['circuit', { circuit: 'NY-2' }],
    ['congregation', { congregation: 'Hill' }],
  ])('treats somebody with another %s as another person', async (_, other) => {
    expect(matchVolunteers([known('a', null, other)], [inSheet(null)])).toEqual([undefined])
  })

  it('finds by name and place without regard to case', () => {
    const sheet = [sheetVolunteer({ firstName: 'ANN', lastName: 'lee' })]
    expect(matchVolunteers([known('a', null)], sheet)).toEqual(['a'])
  })

  it('recognizes a person whose Locust ID was added or removed', () => {
    expect(matchVolunteers([known('a', null)], [inSheet('L1')])).toEqual(['a'])
    expect(matchVolunteers([known('a', 'L1')], [inSheet(null)])).toEqual(['a'])
  })

  it('treats a new Locust ID as a new person', () => {
    expect(matchVolunteers([known('a', 'L1')], [inSheet('L2')])).toEqual([undefined])
  })

  it('prefers the namesake without a Locust ID, then the first of the others by Locust ID', () => {
    const namesakes = [known('c', 'L3'), known('b', null), known('a', 'L1')]
    const rows = [inSheet(null), inSheet(null), inSheet(null), inSheet(null)]
    expect(matchVolunteers(namesakes, rows)).toEqual(['b', 'a', 'c', undefined])
  })

  it.each<[string, Partial<SheetVolunteer>, Partial<SheetVolunteer>]>([
    ['has the same phone number', { mobilePhone: '212 555 0199' }, { mobilePhone: '555-0100' }],
    ['has the same e-mail address', {}, { emailAddress: 'ANN@example.org' }],
    ['has no other phone number', { mobilePhone: '212 555 0199' }, { emailAddress: null }],
  ])('prefers of several namesakes who %s', async (_, first, second) => {
    const details = { mobilePhone: '555-0100', emailAddress: 'ann@example.org' }
    const blank = { mobilePhone: null, emailAddress: null }
    const people = [
      known('a', 'L1', { ...blank, ...first }),
      known('b', 'L2', { ...blank, ...second }),
    ]
    const row = sheetVolunteer({ locustId: null, ...details })
    expect(matchVolunteers(people, [row])).toEqual(['b'])
  })

  it('matches nobody twice: a namesake that has the Locust ID of another row is not available', () => {
    expect(matchVolunteers([known('a', 'L1')], [inSheet(null), inSheet('L1')])).toEqual([
      undefined,
      'a',
    ])
    expect(matchVolunteers([known('a', null)], [inSheet('L1'), inSheet('L2')])).toEqual([
      'a',
      undefined,
    ])
  })
})

it('keys of different parts differ', () => {
  expect(joinKey('a', 'bc')).not.toBe(joinKey('ab', 'c'))
  expect(joinKey('a', null)).toBe(joinKey('a', ''))
  const park = sheetVolunteer()
  const hill = sheetVolunteer({ congregation: 'Hill' })
  expect(personKey(park)).not.toBe(personKey(hill))
})
