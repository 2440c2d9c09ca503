import { describe, expect, it } from 'vitest'
import { joinKey, personKey } from '../person-key.ts'
import { sheetVolunteer } from '../test-volunteers.ts'
import { type KnownVolunteer, matchVolunteers } from './match-volunteers.ts'

function known(id: string, locustId: string | null, over: Partial<KnownVolunteer> = {}) {
  const place = { circuit: 'NY-1', congregation: 'Park' }
  return { id, locustId, firstName: 'Ann', lastName: 'Lee', ...place, ...over }
}
const inSheet = (locustId: string | null) => sheetVolunteer({ locustId })

describe('matchVolunteers', () => {
  it('finds by the Locust ID, whatever else has changed', () => {
    const moved = sheetVolunteer({ locustId: 'L2', firstName: 'Bo', circuit: 'NY-9' })
    expect(matchVolunteers([known('a', 'L1'), known('b', 'L2')], [moved])).toEqual(['b'])
  })

  it.each([
    ['first name', { firstName: 'Bo' }],
    ['last name', { lastName: 'Ray' }],
    ['circuit', { circuit: 'NY-2' }],
    ['congregation', { congregation: 'Hill' }],
  ])('takes somebody of another %s for another person', (_, other) => {
    expect(matchVolunteers([known('a', null, other)], [inSheet(null)])).toEqual([undefined])
  })

  it('finds by name and place without regard to case', () => {
    const sheet = [sheetVolunteer({ firstName: 'ANN', lastName: 'lee' })]
    expect(matchVolunteers([known('a', null)], sheet)).toEqual(['a'])
  })

  it('keeps a person whose Locust ID was added, or taken away', () => {
    expect(matchVolunteers([known('a', null)], [inSheet('L1')])).toEqual(['a'])
    expect(matchVolunteers([known('a', 'L1')], [inSheet(null)])).toEqual(['a'])
  })

  it('takes a new Locust ID for a new person', () => {
    expect(matchVolunteers([known('a', 'L1')], [inSheet('L2')])).toEqual([undefined])
  })

  it('prefers the namesake without a Locust ID, then the first of the others', () => {
    const namesakes = [known('a', 'L1'), known('b', null), known('c', 'L3')]
    const rows = [inSheet(null), inSheet(null), inSheet(null), inSheet(null)]
    expect(matchVolunteers(namesakes, rows)).toEqual(['b', 'a', 'c', undefined])
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
  const [park, hill] = [sheetVolunteer(), sheetVolunteer({ congregation: 'Hill' })]
  expect(personKey(park)).not.toBe(personKey(hill))
})
