import { randomUUIDv7 } from 'node:crypto'
import { ownText } from '../1-read/repeated-cells.ts'
import type { SheetPerson, SheetPlaces } from '../1-read/row-mapping.ts'
import type { CongregationRow, ExistingPlaces, LocationRow } from '../2-match/existing-data.ts'
import { joinKey } from '../person-key.ts'

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
  /** How many congregations each circuit has, by its id. */
  congregationCounts: ReadonlyMap<string, number>
}

/** Circuits, congregations and cart locations of the sheet, as its rows come. */
export interface PlacesPlanner {
  /** Notes what a row says of places; every row counts, whether its volunteer has changed or not. */
  take(person: SheetPerson, places: SheetPlaces): PlaceIds
  /** By the name of every cart location that has been taken. */
  readonly locationIds: ReadonlyMap<string, string>
  /** What changes, once all rows have been taken. */
  finish(): PlacesPlan
}

export function createPlacesPlanner(existing: ExistingPlaces, at: string): PlacesPlanner {
  const circuits = createCircuits(existing)
  const congregations = createCongregations(existing, at)
  const locations = createLocations(existing, at)
  return {
    locationIds: locations.ids,
    take(person, places) {
      const circuit = circuits.take(person.circuit)
      const congregation = congregations.take(circuit.id, person.congregation, places)
      const hasLocations = locations.take(places)
      const wereThere = circuit.wasThere && congregation.wasThere && hasLocations
      return { circuitId: circuit.id, congregationId: congregation.id, wereThere }
    },
    finish() {
      const { all, changed, removed } = congregations.finish()
      const counts = new Map<string, number>()
      for (const { circuitId } of all) counts.set(circuitId, (counts.get(circuitId) ?? 0) + 1)
      return {
        circuitIds: circuits.ids(),
        removedCircuitIds: circuits.removedIds(),
        congregations: changed,
        removedCongregations: removed,
        congregationCounts: counts,
        locations: locations.finish(),
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
  const wanted = new Map<string, CongregationRow & { wasThere: boolean }>()
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
        }
        wanted.set(key, row)
      }
      // The first row with a value for the congregation counts.
      if (row.language === null && language !== null) row.language = ownText(language)
      if (row.city === null && congregationCity !== null) row.city = ownText(congregationCity)
      return row
    },
    finish() {
      const all = [...wanted.values()].map(({ wasThere: _, ...row }): CongregationRow => row)
      const isChanged = (row: CongregationRow) => {
        const before = known.get(keyOf(row.circuitId, row.name))
        return before?.language !== row.language || before.city !== row.city
      }
      return {
        all,
        changed: all.filter(isChanged),
        removed: existing.filter((row) => !wanted.has(keyOf(row.circuitId, row.name))),
      }
    },
  }
}

/** Cart locations are never removed: description and active are not from the sheet. */
function createLocations({ locations: existing }: ExistingPlaces, at: string) {
  const known = new Map(existing.map((row) => [row.name, row]))
  const ids = new Map<string, string>()
  const categories = new Map<string, string | null>()
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
    finish(): LocationRow[] {
      const wanted = [...categories].map(([name, category]): LocationRow => {
        const before = known.get(name)
        if (before) return { ...before, category: category ?? before.category }
        const id = ids.get(name) ?? randomUUIDv7()
        return { id, name, category, description: null, active: 1, createdAt: at }
      })
      return wanted.filter(({ name, category }) => known.get(name)?.category !== category)
    },
  }
}
