import { describe, expect, test } from 'vitest'
import { PlaceCounter, summarizePlaces } from './count-changes.ts'
import type { PlaceChanges, PlacesPlan } from './plan-places.ts'

const createdAt = '2026-11-20T10:00:00.000Z'
const congregation = (id: string, name: string, circuitId: string) => ({
  id,
  name,
  circuitId,
  language: null,
  city: null,
  createdAt,
})
const circuit = (id: string, name: string) => ({ id, name, congregations: 1, lastUpdated: null })
const none = { new: 0, moved: 0, changed: 0, left: 0, unchanged: 0, skipped: 0 }

const park = congregation('park', 'Park', 'ny')
const existing = {
  circuits: [circuit('ny', 'NY-2'), circuit('nj', 'NJ-1'), circuit('ct', 'CT-1')],
  congregations: [
    park,
    congregation('hill', 'Hill', 'ny'),
    congregation('bay', 'Bay', 'nj'),
    congregation('dock', 'Dock', 'nj'),
  ],
  locations: [],
}

function summarize(
  counter: PlaceCounter,
  circuitIds: PlacesPlan['circuitIds'],
  removed: Partial<PlaceChanges> = {},
) {
  const plan: PlacesPlan = {
    changes: {
      congregations: [],
      locations: [],
      removedCongregations: [],
      removedCircuitIds: [],
      removedLocationIds: [],
      ...removed,
    },
    circuitIds,
    rowCounts: [],
    congregationCounts: new Map(),
    names: new Map(
      [...existing.circuits, ...existing.congregations].map(({ id, name }) => [id, name]),
    ),
  }
  return summarizePlaces(existing, plan, counter)
}

describe('the places of a plan', () => {
  test('are counted by congregation and circuit, in natural order', () => {
    const counter = new PlaceCounter()
    counter.add('imported', { circuit: 'NY-10', congregation: 'Sea' }, 3)
    counter.add('new', { circuit: 'NY-10', congregation: 'Sea' }, 2)
    counter.add('imported', { circuit: 'NY-2', congregation: 'Park' }, 9)
    counter.add('moved', { circuit: 'NY-2', congregation: 'Park' })
    counter.add('changed', { circuit: 'NY-2', congregation: 'Park' }, 2)
    counter.add('left', { circuit: 'NY-2', congregation: 'Hill' })
    counter.add('skipped', { circuit: 'NY-2', congregation: 'Nowhere' })
    const circuitIds = new Map([
      ['NY-2', 'ny'],
      ['NY-10', 'ny10'],
    ])
    expect(summarize(counter, circuitIds)).toEqual([
      {
        ...none,
        circuit: 'NY-2',
        moved: 1,
        changed: 2,
        left: 1,
        unchanged: 6,
        skipped: 1,
        isNew: false,
        isGone: false,
        congregations: [
          { ...none, congregation: 'Hill', left: 1, isNew: false, isGone: false },
          { ...none, congregation: 'Nowhere', skipped: 1, isNew: false, isGone: false },
          {
            ...none,
            congregation: 'Park',
            moved: 1,
            changed: 2,
            unchanged: 6,
            isNew: false,
            isGone: false,
          },
        ],
      },
      {
        ...none,
        circuit: 'NY-10',
        new: 2,
        unchanged: 1,
        isNew: true,
        isGone: false,
        congregations: [
          { ...none, congregation: 'Sea', new: 2, unchanged: 1, isNew: true, isGone: false },
        ],
      },
    ])
  })

  test('include removed ones, with or without volunteers, and removed circuits', () => {
    const counter = new PlaceCounter()
    counter.add('left', { circuit: 'NJ-1', congregation: 'Bay' }, 4)
    const [, , bay, dock] = existing.congregations
    if (!bay || !dock) throw new Error('A congregation is missing')
    const removed = { removedCongregations: [bay, dock], removedCircuitIds: ['nj', 'ct'] }
    expect(summarize(counter, new Map([['NY-2', 'ny']]), removed)).toEqual([
      { ...none, circuit: 'CT-1', isNew: false, isGone: true, congregations: [] },
      {
        ...none,
        circuit: 'NJ-1',
        left: 4,
        isNew: false,
        isGone: true,
        congregations: [
          { ...none, congregation: 'Bay', left: 4, isNew: false, isGone: true },
          { ...none, congregation: 'Dock', isNew: false, isGone: true },
        ],
      },
    ])
  })
})
