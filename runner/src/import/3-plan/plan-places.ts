import { randomUUIDv7 } from 'node:crypto'
import { ownText } from '@dashboard/store/repeated-texts'
import { joinKey } from '@dashboard/store/volunteers/person-key'
import type { KeptLocations } from '../1-read/kept-rows.ts'
import type { SheetPerson, SheetPlaces } from '../1-read/row-mapping.ts'
import type { CongregationRow, ExistingPlaces, LocationRow } from '../2-match/existing-data.ts'

/** Where a row of the sheet belongs. */
export interface PlaceIds {
  circuitId: string
  congregationId: string
  /** Whether all places that the row names were there before the import. */
  wereThere: boolean
}

export interface PlacesPlan {
  circuitIds: ReadonlyMap<string, string>
  /** New and changed ones. */
  congregations: CongregationRow[]
  locations: LocationRow[]
  removedCongregations: CongregationRow[]
  removedCircuitIds: string[]
  /** Only where one goes back to earlier ones (docs/imports.md#going-back). */
  removedLocationIds: string[]
  /** How many rows are about each congregation of the sheet. */
  rowCounts: readonly { circuit: string; congregation: string; rows: number }[]
  /** How many congregations each circuit has, by its id. */
  congregationCounts: ReadonlyMap<string, number>
}

/** Circuits, congregations and cart locations of the sheet, as its rows come. */
export interface PlacesPlanner {
  /** Notes what a row says of places; every row counts, whether its volunteer has changed or not. */
  take(person: SheetPerson, places: SheetPlaces): PlaceIds
  /** By the name of every cart location that has been taken. */
  readonly locationIds: ReadonlyMap<string, string>
  /** The names of the places that were there, and of cart locations that have been taken, by their ids. */
  readonly names: ReadonlyMap<string, string>
  /** What changes, once all rows have been taken. `locations` are those to go back to. */
  finish(locations?: KeptLocations): PlacesPlan
}

export function createPlacesPlanner(existing: ExistingPlaces, at: string): PlacesPlanner {
  const circuits = createCircuits(existing)
  const congregations = createCongregations(existing, at)
  const locations = createLocations(existing, at)
  const named = [...existing.circuits, ...existing.congregations, ...existing.locations]
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return {
    locationIds: locations.ids,
    names,
    take(person, places) {
      const circuit = circuits.take(person.circuit)
      const congregation = congregations.take(circuit.id, person.congregation, places)
      const hasLocations = locations.take(places)
      if (!hasLocations) for (const [name, id] of locations.ids) names.set(id, name)
      const wereThere = circuit.wasThere && congregation.wasThere && hasLocations
      return { circuitId: circuit.id, congregationId: congregation.id, wereThere }
    },
    finish(keptLocations) {
      const { all, changed, removed, rowCounts } = congregations.finish()
      const counts = new Map<string, number>()
      for (const { circuitId } of all) counts.set(circuitId, (counts.get(circuitId) ?? 0) + 1)
      return {
        circuitIds: circuits.ids(),
        removedCircuitIds: circuits.removedIds(),
        congregations: changed,
        removedCongregations: removed,
        congregationCounts: counts,
        rowCounts: rowCounts(circuits.ids()),
        ...locations.finish(keptLocations),
      }
    },
  }
}

function createCircuits(existing: ExistingPlaces) {
  const known = new Map(existing.circuits.map(({ name, id }) => [name, id]))
  const wanted = new Map<string, { id: string; wasThere: boolean }>()
  return {
    take(name: string) {
      const before = wanted.get(name)
      if (before) return before
      const circuit = { id: known.get(name) ?? randomUUIDv7(), wasThere: known.has(name) }
      wanted.set(ownText(name), circuit)
      return circuit
    },
    ids: () => new Map([...wanted].map(([name, { id }]) => [name, id])),
    removedIds: () => existing.circuits.filter(({ name }) => !wanted.has(name)).map(({ id }) => id),
  }
}

/** A congregation is identified by its name within its circuit. */
function createCongregations({ congregations: existing }: ExistingPlaces, at: string) {
  const keyOf = (circuitId: string, name: string) => joinKey(circuitId, name)
  const known = new Map(existing.map((row) => [keyOf(row.circuitId, row.name), row]))
  const wanted = new Map<string, CongregationRow & { wasThere: boolean; rows: number }>()
  return {
    take(circuitId: string, name: string, { language, congregationCity }: SheetPlaces) {
      const key = keyOf(circuitId, name)
      let row = wanted.get(key)
      if (!row) {
        const before = known.get(key)
        row = {
          id: before?.id ?? randomUUIDv7(),
          name: ownText(name),
          circuitId,
          language: null,
          city: null,
          createdAt: before?.createdAt ?? at,
          wasThere: before !== undefined,
          rows: 0,
        }
        wanted.set(key, row)
      }
      row.rows += 1
      // The first row with a value for the congregation counts.
      if (row.language === null && language !== null) row.language = ownText(language)
      if (row.city === null && congregationCity !== null) row.city = ownText(congregationCity)
      return row
    },
    finish() {
      const all = [...wanted.values()].map(
        ({ wasThere: _there, rows: _rows, ...row }): CongregationRow => row,
      )
      const isChanged = (row: CongregationRow) => {
        const before = known.get(keyOf(row.circuitId, row.name))
        return before?.language !== row.language || before.city !== row.city
      }
      return {
        all,
        changed: all.filter(isChanged),
        removed: existing.filter((row) => !wanted.has(keyOf(row.circuitId, row.name))),
        rowCounts(circuitIds: ReadonlyMap<string, string>): PlacesPlan['rowCounts'] {
          const circuitNames = new Map([...circuitIds].map(([circuit, id]) => [id, circuit]))
          return [...wanted.values()].map(({ circuitId, name, rows }) => ({
            circuit: circuitNames.get(circuitId) ?? '',
            congregation: name,
            rows,
          }))
        },
      }
    },
  }
}

/**
 * Cart locations are not removed, since description and active are not from the sheet; but going back removes
 * those that were made since.
 */
function createLocations({ locations: existing }: ExistingPlaces, at: string) {
  const known = new Map(existing.map((row) => [row.name, row]))
  const ids = new Map<string, string>()
  const categories = new Map<string, string | null>()
  const rowOf = (name: string, category: string | null): LocationRow => {
    const before = known.get(name)
    if (before) return { ...before, category }
    const id = ids.get(name) ?? randomUUIDv7()
    return { id, name, category, description: null, active: 1, createdAt: at }
  }
  const isChanged = ({ name, category }: LocationRow) => known.get(name)?.category !== category
  return {
    ids,
    /** Whether all of them were there. */
    take({ cartLocations }: SheetPlaces): boolean {
      let wereThere = true
      for (const { name, category } of cartLocations) {
        const first = categories.get(name)
        if (first === undefined) ids.set(name, known.get(name)?.id ?? randomUUIDv7())
        if (first === undefined || first === null) categories.set(name, category)
        wereThere &&= known.has(name)
      }
      return wereThere
    },
    finish(kept?: KeptLocations): Pick<PlacesPlan, 'locations' | 'removedLocationIds'> {
      if (kept) {
        const names = new Set(kept.map(([name]) => name))
        const isMadeSince = (row: LocationRow) =>
          !names.has(row.name) && row.description === null && row.active === 1
        return {
          locations: kept.map(([name, category]) => rowOf(name, category)).filter(isChanged),
          removedLocationIds: existing.filter(isMadeSince).map(({ id }) => id),
        }
      }
      const wanted = [...categories].map(([name, category]) =>
        rowOf(name, category ?? known.get(name)?.category ?? null),
      )
      return { locations: wanted.filter(isChanged), removedLocationIds: [] }
    },
  }
}

/** The cart locations that there are once a plan has been written. */
export function locationsAfter(
  { locations: existing }: ExistingPlaces,
  plan: PlacesPlan,
): KeptLocations {
  const after = new Map(existing.map(({ name, category }) => [name, category]))
  const removed = new Set(plan.removedLocationIds)
  for (const { id, name } of existing) if (removed.has(id)) after.delete(name)
  for (const { name, category } of plan.locations) after.set(name, category)
  return [...after]
}
