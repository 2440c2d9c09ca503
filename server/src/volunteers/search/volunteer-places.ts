import type { Scope } from '@dashboard/store/database/scope'
import { labelCongregations } from '@dashboard/store/reports/report-targets'
import type { Lists, VolunteerIndex } from './build-index.ts'

/** The circuits whose volunteers a user may see; the index in memory contains all volunteers. */
export type VolunteerScope = Pick<Scope, 'circuits'>

/**
 * The values that volunteers of a scope have, by the numbers of the index; `undefined` for a value that only others
 * have.
 */
export interface ScopedPlaces {
  circuits: (string | undefined)[]
  /** Names as in the look-up options: with the circuit where several circuits of the scope use the name. */
  congregations: (string | undefined)[]
  locations: (string | undefined)[]
  slots: (string | undefined)[]
}

const kept = new WeakMap<VolunteerIndex, Map<string, ScopedPlaces>>()

/**
 * Returns the places of a scope; labeled once for each scope, since sorting a thousand names takes longer than most
 * searches.
 */
export function placesOf(index: VolunteerIndex, scope: VolunteerScope): ScopedPlaces {
  const ofIndex = kept.get(index) ?? new Map<string, ScopedPlaces>()
  kept.set(index, ofIndex)
  const key = JSON.stringify(scope.circuits)
  const places = ofIndex.get(key) ?? labelPlaces(index, scope)
  ofIndex.set(key, places)
  return places
}

function labelPlaces(index: VolunteerIndex, scope: VolunteerScope): ScopedPlaces {
  const { circuits, congregations, circuitOf } = index
  const isIn = (circuit: string) => scope.circuits === null || scope.circuits.includes(circuit)
  const labels = new Map(
    labelCongregations(congregations.filter(({ circuit }) => isIn(circuit))).map((row) => [
      row.id,
      row.label,
    ]),
  )
  const scoped = circuits.map((name) => (isIn(name) ? name : undefined))
  const isSeen = (volunteer: number) => {
    return scope.circuits === null || scoped[circuitOf[volunteer] ?? -1] !== undefined
  }
  return {
    circuits: scoped,
    congregations: congregations.map(({ id }) => labels.get(id)),
    locations: valuesOf(index.locations, isSeen),
    slots: valuesOf(index.slots, isSeen),
  }
}

function valuesOf(
  { values, starts, numbers }: Lists,
  isSeen: (volunteer: number) => boolean,
): (string | undefined)[] {
  const seen = new Set<number>()
  for (let volunteer = 0; volunteer < starts.length - 1; volunteer += 1) {
    if (!isSeen(volunteer)) continue
    for (const number of numbers.subarray(starts[volunteer], starts[volunteer + 1]))
      seen.add(number)
  }
  return values.map((value, number) => (seen.has(number) ? value : undefined))
}
