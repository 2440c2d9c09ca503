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
  it('keep their ids, new ones get one, and missing ones are removed', () => {
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
    expect(taken).toMatchObject([
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

  it('and circuits that rows spell differently are one, named as in the first row, and every other spelling is reported', () => {
    const { taken, circuitIds, congregations, rowCounts } = plan([
      sheetVolunteer({ circuit: 'ny 1', congregation: 'PARK' }),
      sheetVolunteer({ circuit: 'NY–1' }),
      sheetVolunteer({ circuit: 'ny 1' }),
    ])
    expect(circuitIds).toEqual(new Map([['ny 1', 'c1']]))
    expect(congregations).toMatchObject([{ id: 'g1', name: 'PARK' }])
    expect(rowCounts).toEqual([{ circuit: 'ny 1', congregation: 'PARK', rows: 3 }])
    for (const { warnings: _, ...place } of taken) {
      const named = { circuit: 'ny 1', congregation: 'PARK' }
      expect(place).toEqual({ circuitId: 'c1', congregationId: 'g1', ...named })
    }
    const counts = 'in an earlier row; the earlier spelling is used'
    const circuit = `has 'NY–1', which is written differently from 'ny 1' ${counts}`
    const congregation = `has 'Park', which is written differently from 'PARK' ${counts}`
    expect(taken.map(({ warnings }) => warnings.map(({ named }) => named))).toEqual([
      [],
      [circuit, congregation],
      [congregation],
    ])
  })

  it('that differ in more than spelling are different ones, and reported', () => {
    const { taken, circuitIds } = plan([
      sheetVolunteer(),
      sheetVolunteer({ circuit: 'NY1' }),
      sheetVolunteer({ circuit: 'NY-11' }),
    ])
    expect([...circuitIds.keys()]).toEqual(['NY-1', 'NY1', 'NY-11'])
    expect(taken.map(({ warnings }) => warnings.map(({ named }) => named))).toEqual([
      [],
      [
        "has 'NY1', which differs from 'NY-1' in an earlier row only in punctuation or spaces and counts as a different one",
      ],
      [],
    ])
  })

  it('that are stored in two spellings stay two, each found by its own', () => {
    const stored = existingPlaces()
    const [park] = stored.congregations
    if (!park) throw new Error('A congregation is missing')
    const existing = {
      ...stored,
      congregations: [park, { ...park, id: 'g3', name: 'PARK' }],
    }
    const rows = [sheetVolunteer({ congregation: 'PARK' }), sheetVolunteer()]
    const { taken, congregations, removedCongregations } = plan(rows, existing)
    expect(taken.map(({ congregationId }) => congregationId)).toEqual(['g3', 'g1'])
    expect([congregations, removedCongregations]).toEqual([[], []])
  })

  it('have the first language and the first city that a row gives, independently', () => {
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

  it('that rows spell differently are one, named as in the first row', () => {
    const cartLocations = ['PIER 4', 'Pier 4'].map((name) => ({ name, category: 'Harbor' }))
    const { locations, locationIds, taken } = plan([sheetVolunteer({ cartLocations })], existing)
    expect(locations).toEqual([{ ...pier, name: 'PIER 4' }])
    expect(locationIds).toEqual(
      new Map([
        ['PIER 4', 'l1'],
        ['Pier 4', 'l1'],
      ]),
    )
    expect(taken[0]?.warnings).toMatchObject([{ column: 'Cart Locations' }])
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
