import type { CircuitCoverage } from '@dashboard/contract/coverage'
import { expect, it } from 'vitest'
import { type PlaceSort, sortPlaces } from './covered-places.ts'

function circuit(name: string, over: Partial<CircuitCoverage>): CircuitCoverage {
  const none = { congregations: 1, volunteers: 0, trained: 0, available: 0 }
  return { circuit: name, ...none, report: 'current', newestReport: null, ...over }
}

const circuits = [
  circuit('NY-2', { volunteers: 10, trained: 9, available: 1, report: 'current' }),
  circuit('NY-10', { volunteers: 100, trained: 50, available: 50, report: 'stale' }),
  circuit('NY-1', { congregations: 4, report: 'missing' }),
]

it.each([
  ['name', false, 'NY-1 NY-2 NY-10'],
  ['name', true, 'NY-10 NY-2 NY-1'],
  ['congregations', true, 'NY-1 NY-2 NY-10'],
  ['volunteers', true, 'NY-10 NY-2 NY-1'],
  // Sorted by share; a place without volunteers has the lowest.
  ['trained', true, 'NY-2 NY-10 NY-1'],
  ['available', false, 'NY-1 NY-2 NY-10'],
  ['report', false, 'NY-1 NY-10 NY-2'],
] as const)('sorts by %s, descending: %s', (key, isDescending, expected) => {
  const sort: PlaceSort = { key, isDescending }
  expect(
    sortPlaces(circuits, sort)
      .map((place) => place.circuit)
      .join(' '),
  ).toBe(expected)
})

it('leaves equal ones sorted by name, also descending', () => {
  const equal = ['NY-10', 'NY-2'].map((name) => circuit(name, {}))
  for (const isDescending of [true, false]) {
    const sorted = sortPlaces(equal, { key: 'volunteers', isDescending })
    expect(sorted.map((place) => place.circuit)).toEqual(['NY-2', 'NY-10'])
  }
})
