import { randomUUIDv7 } from 'node:crypto'
import type { SheetVolunteer } from '../1-read/row-mapping.ts'
import type { CongregationRow, ExistingData, LocationRow } from '../2-match/existing-data.ts'
import { joinKey } from '../person-key.ts'

export interface PlacesPlan {
  circuitIds: ReadonlyMap<string, string>
  /** By circuit and name, see `congregationKey`. */
  congregationIds: ReadonlyMap<string, string>
  locationIds: ReadonlyMap<string, string>
  /** New and changed ones. */
  congregations: CongregationRow[]
  locations: LocationRow[]
  removedCongregations: CongregationRow[]
  removedCircuitIds: string[]
  /** How many congregations each circuit has, by its id. */
  congregationCounts: ReadonlyMap<string, number>
}

/** A congregation is identified by its name within its circuit. */
export function congregationKey(place: { circuit: string; congregation: string }): string {
  return joinKey(place.circuit, place.congregation)
}

/** Circuits, congregations and cart locations of the sheet. */
export function planPlaces(
  existing: ExistingData,
  volunteers: readonly SheetVolunteer[],
  at: string,
): PlacesPlan {
  const knownCircuits = new Map(existing.circuits.map(({ name, id }) => [name, id]))
  const circuitIds = new Map<string, string>()
  for (const { circuit } of volunteers) {
    if (!circuitIds.has(circuit))
      circuitIds.set(circuit, knownCircuits.get(circuit) ?? randomUUIDv7())
  }
  const wantedIds = new Set(circuitIds.values())
  const congregations = planCongregations(existing.congregations, volunteers, circuitIds, at)
  const counts = new Map<string, number>()
  for (const { circuitId } of congregations.all) {
    counts.set(circuitId, (counts.get(circuitId) ?? 0) + 1)
  }
  return {
    circuitIds,
    congregationIds: congregations.ids,
    congregations: congregations.changed,
    removedCongregations: congregations.removed,
    removedCircuitIds: existing.circuits.map(({ id }) => id).filter((id) => !wantedIds.has(id)),
    congregationCounts: counts,
    ...planLocations(existing.locations, volunteers, at),
  }
}

function planCongregations(
  existing: readonly CongregationRow[],
  volunteers: readonly SheetVolunteer[],
  circuitIds: ReadonlyMap<string, string>,
  at: string,
) {
  const known = new Map(existing.map((row) => [joinKey(row.circuitId, row.name), row]))
  const wanted = new Map<string, CongregationRow>()
  for (const volunteer of volunteers) {
    const { circuit, congregation: name, language, congregationCity: city } = volunteer
    const key = congregationKey(volunteer)
    const circuitId = circuitIds.get(circuit) ?? ''
    const before = known.get(joinKey(circuitId, name))
    const row = wanted.get(key) ?? {
      id: before?.id ?? randomUUIDv7(),
      name,
      circuitId,
      language: null,
      city: null,
      createdAt: before?.createdAt ?? at,
    }
    // The first row with a value for the congregation counts.
    row.language ??= language
    row.city ??= city
    wanted.set(key, row)
  }
  const all = [...wanted.values()]
  const byId = new Map(existing.map((row) => [row.id, row]))
  const kept = new Set(all.map(({ id }) => id))
  return {
    all,
    ids: new Map([...wanted].map(([key, { id }]) => [key, id])),
    changed: all.filter((row) => {
      const before = byId.get(row.id)
      return before?.language !== row.language || before.city !== row.city
    }),
    removed: existing.filter(({ id }) => !kept.has(id)),
  }
}

/** Cart locations are never removed: description and active are not from the sheet. */
function planLocations(
  existing: readonly LocationRow[],
  volunteers: readonly SheetVolunteer[],
  at: string,
): Pick<PlacesPlan, 'locationIds' | 'locations'> {
  const known = new Map(existing.map((row) => [row.name, row]))
  const categories = new Map<string, string | null>()
  for (const { name, category } of volunteers.flatMap(({ cartLocations }) => cartLocations)) {
    categories.set(name, categories.get(name) ?? category)
  }
  const wanted = [...categories].map(([name, category]): LocationRow => {
    const before = known.get(name)
    if (before) return { ...before, category: category ?? before.category }
    return { id: randomUUIDv7(), name, category, description: null, active: 1, createdAt: at }
  })
  return {
    locationIds: new Map(wanted.map(({ name, id }) => [name, id])),
    locations: wanted.filter(({ name, category }) => known.get(name)?.category !== category),
  }
}
