import { describe, expect, it } from 'vitest'
import { existingPlaces, madeAt, sheetVolunteer } from '../../../test/volunteers.ts'
import type { SheetVolunteer } from '../reading/row-mapping.ts'
import { PlacesPlanner } from './plan-places.ts'

const at = '2026-11-20T15:00:00.000Z'

function plan(volunteers: readonly SheetVolunteer[], existing = existingPlaces()) {
  const planner = new PlacesPlanner(existing, at)
  const taken = volunteers.map((volunteer) => planner.take(volunteer))
  const { changes, ...places } = planner.finish()
  return { taken, locationIds: planner.locationIds, ...places, ...changes }
}

describe('circuits', () => {
  it('keep their ids, new ones get one, and those that are left out go', () => {
    const { circuitIds, removedCircuitIds } = plan([
      sheetVolunteer(),
      sheetVolunteer({ circuit: 'NY-3' }),
      sheetVolunteer({ circuit: 'NY-3' }),
    ])
    expect([...circuitIds.keys()]).toEqual(['NY-1', 'NY-3'])
    expect(circuitIds.get('NY-1')).toBe('c1')
    expect(circuitIds.get('NY-3')).toMatch(/^[\da-f-]{36}$/)
    expect(removedCircuitIds).toEqual(['c2'])
  })

  it('count their congregations', () => {
    const { congregationCounts } = plan([
      sheetVolunteer(),
      sheetVolunteer(),
      sheetVolunteer({ congregation: 'Hill' }),
      sheetVolunteer({ circuit: 'NY-2', congregation: 'Hill' }),
    ])
    expect([congregationCounts.get('c1'), congregationCounts.get('c2')]).toEqual([2, 1])
  })
})

describe('congregations', () => {
  it('that have not changed are left alone', () => {
    const both = [sheetVolunteer(), sheetVolunteer({ circuit: 'NY-2', congregation: 'Hill' })]
    const { congregations, removedCongregations, taken } = plan(both)
    expect([congregations, removedCongregations]).toEqual([[], []])
    expect(taken).toEqual([
      { circuitId: 'c1', congregationId: 'g1', warnings: [] },
      { circuitId: 'c2', congregationId: 'g2', warnings: [] },
    ])
  })

  it('of one name in two circuits are two', () => {
    const moved = sheetVolunteer({ circuit: 'NY-2', congregation: 'Park' })
    const { congregations, removedCongregations } = plan([moved])
    expect(congregations).toMatchObject([{ name: 'Park', circuitId: 'c2', createdAt: at }])
    expect(congregations[0]?.id).not.toBe('g1')
    expect(removedCongregations.map(({ id }) => id)).toEqual(['g1', 'g2'])
  })

  it('and circuits that an earlier row writes otherwise are others, and named', () => {
    const { taken } = plan([
      sheetVolunteer(),
      sheetVolunteer({ circuit: 'ny 1' }),
      sheetVolunteer({ congregation: 'PARK' }),
      sheetVolunteer({ congregation: 'PARK' }),
      sheetVolunteer({ circuit: 'NY-11' }),
    ])
    const named = taken.map(({ warnings }) => warnings.map(({ column, named }) => [column, named]))
    const counts = 'in an earlier row and counts as another'
    expect(named).toEqual([
      [],
      [['Circuit', `has 'ny 1', which is spelled differently from 'NY-1' ${counts}`]],
      [['Congregation', `has 'PARK', which is spelled differently from 'Park' ${counts}`]],
      [],
      [],
    ])
  })

  it('have the first language and city that a row gives, each for itself', () => {
    const { congregations } = plan([
      sheetVolunteer(),
      sheetVolunteer({ language: 'Spanish' }),
      sheetVolunteer({ language: 'Korean', congregationCity: 'Newark' }),
      sheetVolunteer({ congregationCity: 'Hoboken' }),
    ])
    expect(congregations).toEqual([
      {
        id: 'g1',
        name: 'Park',
        circuitId: 'c1',
        language: 'Spanish',
        city: 'Newark',
        createdAt: madeAt,
      },
    ])
  })

  it.each([
    ['language', { language: 'Spanish' }],
    ['city', { city: 'Newark' }],
  ])('lose a %s that the sheet no longer gives', (_, before) => {
    const existing = existingPlaces()
    const congregations = existing.congregations.map((row) => ({ ...row, ...before }))
    const changed = plan([sheetVolunteer()], { ...existing, congregations }).congregations
    expect(changed).toMatchObject([{ id: 'g1', language: null, city: null }])
  })
})

describe('cart locations', () => {
  const pier = {
    id: 'l1',
    name: 'Pier 4',
    category: 'Harbor',
    description: 'By the water',
    active: 0 as const,
    createdAt: madeAt,
  }
  const existing = existingPlaces({ locations: [pier] })
  const at4 = (...categories: (string | null)[]) =>
    categories.map((category) => sheetVolunteer({ cartLocations: [{ name: 'Pier 4', category }] }))

  it('keep what the sheet does not say, and are written only when they change', () => {
    expect(plan(at4(null, 'Harbor'), existing).locations).toEqual([])
    expect(plan(at4(null), existing).locations).toEqual([])
    expect(plan([], existing).locations).toEqual([])
    expect(plan(at4('Transit'), existing).locations).toEqual([{ ...pier, category: 'Transit' }])
  })

  it('have the first category that a row gives', () => {
    expect(plan(at4(null, 'Transit', 'Harbor'), existing).locations).toMatchObject([
      { id: 'l1', category: 'Transit' },
    ])
  })

  it('that are new are active, with and without a category', () => {
    const volunteer = sheetVolunteer({
      cartLocations: [
        { name: 'Main St', category: null },
        { name: 'Dock', category: 'Harbor' },
      ],
    })
    const { locations, locationIds } = plan([volunteer], existing)
    const made = { description: null, active: 1, createdAt: at }
    expect(locations).toMatchObject([
      { name: 'Main St', category: null, ...made },
      { name: 'Dock', category: 'Harbor', ...made },
    ])
    expect(locations.map(({ id }) => id)).toEqual([
      locationIds.get('Main St'),
      locationIds.get('Dock'),
    ])
    expect(plan(at4(null), existing).locationIds).toEqual(new Map([['Pier 4', 'l1']]))
  })

  it('made since the import to go back to are removed, unless somebody has described or closed them', () => {
    const since = { category: null, description: null, active: 1 as const, createdAt: madeAt }
    const locations = [
      pier,
      { ...since, id: 'l2', name: 'Dock' },
      { ...since, id: 'l3', name: 'Quay', description: 'At the gate' },
      { ...since, id: 'l4', name: 'Yard', active: 0 as const },
    ]
    const planner = new PlacesPlanner(existingPlaces({ locations }), at)
    const { changes } = planner.finish([['Pier 4', 'Harbor']])
    expect(changes.removedLocationIds).toEqual(['l2'])
    expect(changes.locations).toEqual([])
  })
})
