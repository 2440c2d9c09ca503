import { randomUUIDv7 } from 'node:crypto'
import { joinKey } from '@dashboard/store/volunteers/person-key'
import type { CongregationRow, ExistingPlaces, LocationRow } from '../matching/existing-data.ts'
import type { RowWarning, SheetPlaces } from '../reading/row-mapping.ts'
import type { StoredLocations } from '../reading/stored-rows.ts'

export interface PlaceIds {
  circuitId: string
  congregationId: string
  /** What the row says differently from an earlier one, which counts. */
  warnings: RowWarning[]
}

/** Changes of places; changed circuits also depend on the volunteers. */
export interface PlaceChanges {
  /** New and changed congregations. */
  congregations: CongregationRow[]
  locations: LocationRow[]
  removedCongregations: CongregationRow[]
  removedCircuitIds: string[]
  /** Set only when going back to earlier locations (docs/imports.md#going-back). */
  removedLocationIds: string[]
}

export interface PlacesPlan {
  changes: PlaceChanges
  /** Ids of the sheet's circuits, keyed by name. */
  circuitIds: ReadonlyMap<string, string>
  rowCounts: readonly { circuit: string; congregation: string; rows: number }[]
  /** Number of congregations in each circuit, keyed by the circuit's id. */
  congregationCounts: ReadonlyMap<string, number>
}

/** Collects circuits, congregations and cart locations while the rows of the sheet are read. */
export class PlacesPlanner {
  readonly #existing: ExistingPlaces
  readonly #at: string
  readonly #circuitIds: ReadonlyMap<string, string>
  /** Ids of the circuits that rows have named. */
  readonly #circuits = new Map<string, string>()
  /** Keyed by circuit and name: a congregation is identified by its name within its circuit. */
  readonly #knownCongregations: ReadonlyMap<string, CongregationRow>
  readonly #congregations = new Map<string, CongregationRow & { rows: number }>()
  readonly #knownLocations: ReadonlyMap<string, LocationRow>
  readonly #categories = new Map<string, string | null>()

  /** The first writing of each name, to find a second one of probably the same place. */
  readonly #writings = new Map<string, string>()

  readonly locationIds = new Map<string, string>()
  /** Names of places that existed before and of cart locations that rows have named, keyed by id. */
  readonly names: Map<string, string>

  constructor(existing: ExistingPlaces, at: string) {
    const { circuits, congregations, locations } = existing
    this.#existing = existing
    this.#at = at
    this.#circuitIds = new Map(circuits.map(({ name, id }) => [name, id]))
    this.#knownCongregations = new Map(congregations.map((row) => [keyOf(row), row]))
    this.#knownLocations = new Map(locations.map((row) => [row.name, row]))
    const named = [...circuits, ...congregations, ...locations]
    this.names = new Map(named.map(({ id, name }) => [id, name]))
  }

  /** Records the places that a row names. Every row counts, whether its volunteer has changed or not. */
  take(row: SheetPlaces): PlaceIds {
    const warnings: RowWarning[] = []
    const circuitId = this.#takeCircuit(row.circuit, warnings)
    const congregation = this.#takeCongregation(circuitId, row, warnings)
    warnings.push(...conflictsWith(congregation, row))
    this.#takeLocations(row, warnings)
    return { circuitId, congregationId: congregation.id, warnings }
  }

  #takeCircuit(name: string, warnings: RowWarning[]): string {
    const before = this.#circuits.get(name)
    if (before !== undefined) return before
    this.#compareWriting('Circuit', name, '', warnings)
    const id = this.#circuitIds.get(name) ?? randomUUIDv7()
    this.#circuits.set(name, id)
    return id
  }

  #takeCongregation(
    circuitId: string,
    { congregation: name, language, congregationCity }: SheetPlaces,
    warnings: RowWarning[],
  ) {
    const key = keyOf({ circuitId, name })
    let row = this.#congregations.get(key)
    if (!row) {
      this.#compareWriting('Congregation', name, circuitId, warnings)
      const before = this.#knownCongregations.get(key)
      row = {
        id: before?.id ?? randomUUIDv7(),
        name,
        circuitId,
        language: null,
        city: null,
        createdAt: before?.createdAt ?? this.#at,
        rows: 0,
      }
      this.#congregations.set(key, row)
    }
    row.rows += 1
    // The first row with a value decides for the congregation.
    if (row.language === null && language !== null) row.language = language
    if (row.city === null && congregationCity !== null) row.city = congregationCity
    return row
  }

  /** Warns about a name that an earlier row has in another writing: 'ny-1' and 'NY 1' beside 'NY-1'. */
  #compareWriting(
    column: 'Circuit' | 'Congregation',
    name: string,
    circuitId: string,
    warnings: RowWarning[],
  ): void {
    const letters = name
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase()
    const key = joinKey(circuitId, letters === '' ? name : letters)
    const first = this.#writings.get(key)
    if (first === undefined) this.#writings.set(key, name)
    else {
      const reason = `is spelled differently from '${first}' in an earlier row and counts as another`
      warnings.push({ kind: 'place', column, reason, named: `has '${name}', which ${reason}` })
    }
  }

  #takeLocations({ cartLocations }: SheetPlaces, warnings: RowWarning[]): void {
    for (const { name, category } of cartLocations) {
      const first = this.#categories.get(name)
      if (first === undefined) {
        const id = this.#knownLocations.get(name)?.id ?? randomUUIDv7()
        this.locationIds.set(name, id)
        this.names.set(id, name)
      }
      if (first === undefined || first === null) this.#categories.set(name, category)
      else if (category !== null && category !== first) {
        warnings.push(conflictOf('Cart Locations', `${name} (${category})`, 'cart location'))
      }
    }
  }

  /** Returns the changes, after all rows have been taken. `storedLocations` are those to go back to. */
  finish(storedLocations?: StoredLocations): PlacesPlan {
    const { circuits, congregations } = this.#existing
    const circuitNames = new Map([...this.#circuits].map(([name, id]) => [id, name]))
    const congregationCounts = new Map<string, number>()
    const wanted = [...this.#congregations.values()]
    for (const { circuitId } of wanted) {
      congregationCounts.set(circuitId, (congregationCounts.get(circuitId) ?? 0) + 1)
    }
    return {
      circuitIds: this.#circuits,
      changes: {
        congregations: wanted
          .filter((row) => this.#isChanged(row))
          .map(({ rows: _, ...row }): CongregationRow => row),
        removedCongregations: congregations.filter((row) => !this.#congregations.has(keyOf(row))),
        removedCircuitIds: circuits
          .filter(({ name }) => !this.#circuits.has(name))
          .map(({ id }) => id),
        ...this.#finishLocations(storedLocations),
      },
      congregationCounts,
      rowCounts: wanted.map(({ circuitId, name, rows }) => ({
        circuit: circuitNames.get(circuitId) ?? '',
        congregation: name,
        rows,
      })),
    }
  }

  #isChanged(row: CongregationRow): boolean {
    const before = this.#knownCongregations.get(keyOf(row))
    return before?.language !== row.language || before.city !== row.city
  }

  /**
   * Imports do not remove cart locations, because their description and state are not in the sheet; going back removes
   * those that were created since.
   */
  #finishLocations(
    stored: StoredLocations | undefined,
  ): Pick<PlaceChanges, 'locations' | 'removedLocationIds'> {
    const known = this.#knownLocations
    const isChanged = (row: LocationRow) => known.get(row.name)?.category !== row.category
    if (stored) {
      const names = new Set(stored.map(([name]) => name))
      const isMadeSince = (row: LocationRow) =>
        !names.has(row.name) && row.description === null && row.active === 1
      return {
        locations: stored
          .map(([name, category]) => this.#location(name, category))
          .filter(isChanged),
        removedLocationIds: this.#existing.locations.filter(isMadeSince).map(({ id }) => id),
      }
    }
    const wanted = [...this.#categories].map(([name, category]) =>
      this.#location(name, category ?? known.get(name)?.category ?? null),
    )
    return {
      locations: wanted.filter(isChanged),
      removedLocationIds: [],
    }
  }

  #location(name: string, category: string | null): LocationRow {
    const before = this.#knownLocations.get(name)
    if (before) return { ...before, category }
    return {
      id: this.locationIds.get(name) ?? randomUUIDv7(),
      name,
      category,
      description: null,
      active: 1,
      createdAt: this.#at,
    }
  }
}

function conflictsWith(
  congregation: Pick<CongregationRow, 'language' | 'city'>,
  { language, congregationCity }: SheetPlaces,
): RowWarning[] {
  const warnings: RowWarning[] = []
  if (language !== null && language !== congregation.language) {
    warnings.push(conflictOf('Language', language, 'congregation'))
  }
  if (congregationCity !== null && congregationCity !== congregation.city) {
    warnings.push(conflictOf('Congregation City', congregationCity, 'congregation'))
  }
  return warnings
}

function conflictOf(column: string, value: string, place: string): RowWarning {
  const reason = `differs from an earlier row of the same ${place}, which counts`
  return { kind: 'place', column, reason, named: `has '${value}', which ${reason}` }
}

function keyOf({ circuitId, name }: Pick<CongregationRow, 'circuitId' | 'name'>): string {
  return joinKey(circuitId, name)
}

export function locationsAfter(
  { locations: existing }: ExistingPlaces,
  changes: PlaceChanges,
): StoredLocations {
  const after = new Map(existing.map(({ name, category }) => [name, category]))
  const removed = new Set(changes.removedLocationIds)
  for (const { id, name } of existing) if (removed.has(id)) after.delete(name)
  for (const { name, category } of changes.locations) after.set(name, category)
  return [...after]
}
