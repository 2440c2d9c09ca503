import { randomUUIDv7 } from 'node:crypto'
import { compareTexts } from '@dashboard/contract/compare-names'
import { foldName } from '@dashboard/contract/fold-text'
import { joinKey } from '@dashboard/store/volunteers/person-key'
import type { CongregationRow, ExistingPlaces, LocationRow } from '../matching/existing-data.ts'
import type { Categorized } from '../reading/cell-values.ts'
import type { RowWarning, SheetPlaces } from '../reading/row-mapping.ts'
import type { StoredLocations } from '../reading/stored-rows.ts'
import type { PlaceNames } from './describe-change.ts'

export type NamedPlace = Pick<SheetPlaces, 'circuit' | 'congregation'>

/** The places of a row, by ids and by the names that they have after the import. */
export interface PlacesOfRow extends NamedPlace {
  circuitId: string
  congregationId: string
  /** Values that differ from those of an earlier row, which count. */
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
  /** Names of all places after the import, and of those that it removes, keyed by id. */
  names: PlaceNames
}

/**
 * Finds places by name in any spelling (`foldName`). Stored places whose names differ in spelling only are each found
 * by their own.
 */
class NamedPlaces<Row extends { id: string; name: string }> {
  readonly #written: ReadonlyMap<string, Row>
  readonly #folded = new Map<string, Row>()

  constructor(rows: readonly Row[], inOf: (row: Row) => string = () => '') {
    this.#written = new Map(rows.map((row) => [joinKey(inOf(row), row.name), row]))
    for (const row of rows.toSorted((one, other) => compareTexts(one.name, other.name))) {
      this.#folded.getOrInsert(foldedKey(inOf(row), row.name), row)
    }
  }

  find(name: string, within = ''): Row | undefined {
    return this.#written.get(joinKey(within, name)) ?? this.#folded.get(foldedKey(within, name))
  }

  /** Returns the place of this name; a place that no row has named before is created and found from then on. */
  findOrMake(name: string, within: string, make: () => Row): Row {
    const known = this.find(name, within)
    if (known) return known
    const made = make()
    this.#folded.set(foldedKey(within, name), made)
    return made
  }
}

function foldedKey(within: string, name: string): string {
  return joinKey(within, foldName(name))
}

/**
 * Collects circuits, congregations and cart locations while the rows of the sheet are read. A place is named as in the
 * first row that names it.
 */
export class PlacesPlanner {
  readonly #existing: ExistingPlaces
  readonly #at: string
  readonly #knownCircuits: NamedPlaces<{ id: string; name: string }>
  /** A congregation is identified by its name within its circuit. */
  readonly #knownCongregations: NamedPlaces<CongregationRow>
  readonly #knownLocations: NamedPlaces<{ id: string; name: string }>
  /** Places that rows have named, keyed by id. */
  readonly #circuits = new Map<string, string>()
  readonly #congregations = new Map<string, CongregationRow & { rows: number }>()
  readonly #locations = new Map<string, Categorized>()

  /** The first spelling of each name, to find another one of possibly the same place. */
  readonly #writings = new Map<string, string>()

  /** Ids of the cart locations that rows have named, keyed by each spelling. */
  readonly locationIds = new Map<string, string>()
  /** Names of places that existed before and of places that rows have named, keyed by id. */
  readonly names: Map<string, string>

  constructor(existing: ExistingPlaces, at: string) {
    const { circuits, congregations, locations } = existing
    this.#existing = existing
    this.#at = at
    this.#knownCircuits = new NamedPlaces(circuits)
    this.#knownCongregations = new NamedPlaces(congregations, ({ circuitId }) => circuitId)
    this.#knownLocations = new NamedPlaces<{ id: string; name: string }>(locations)
    const named = [...circuits, ...congregations, ...locations]
    this.names = new Map(named.map(({ id, name }) => [id, name]))
  }

  /** Records the places that a row names. Every row counts, whether its volunteer has changed or not. */
  take(row: SheetPlaces): PlacesOfRow {
    const warnings: RowWarning[] = []
    const circuitId = this.#takeCircuit(row.circuit, warnings)
    const congregation = this.#takeCongregation(circuitId, row, warnings)
    warnings.push(...conflictsWith(congregation, row))
    this.#takeLocations(row, warnings)
    return {
      circuitId,
      congregationId: congregation.id,
      circuit: this.#circuits.get(circuitId) ?? row.circuit,
      congregation: congregation.name,
      warnings,
    }
  }

  /** Returns the names by which the places of a skipped row are known, after all rows have been taken. */
  namesOf({ circuit, congregation }: NamedPlace): NamedPlace {
    const inCircuit = this.#knownCircuits.find(circuit)
    const found = inCircuit && this.#knownCongregations.find(congregation, inCircuit.id)
    return {
      circuit: this.names.get(inCircuit?.id ?? '') ?? circuit,
      congregation: this.names.get(found?.id ?? '') ?? congregation,
    }
  }

  #takeCircuit(name: string, warnings: RowWarning[]): string {
    const { id } = this.#knownCircuits.findOrMake(name, '', () => ({ id: randomUUIDv7(), name }))
    const first = this.#circuits.get(id)
    if (first === undefined) {
      this.#compareWriting('Circuit', name, '', warnings)
      this.#circuits.set(id, name)
      this.names.set(id, name)
    } else if (first !== name) warnings.push(writtenOtherwise('Circuit', name, first))
    return id
  }

  #takeCongregation(
    circuitId: string,
    { congregation: name, language, congregationCity }: SheetPlaces,
    warnings: RowWarning[],
  ) {
    const found = this.#knownCongregations.findOrMake(name, circuitId, () => {
      const made = { id: randomUUIDv7(), createdAt: this.#at }
      return { ...made, name, circuitId, language: null, city: null }
    })
    let row = this.#congregations.get(found.id)
    if (!row) {
      this.#compareWriting('Congregation', name, circuitId, warnings)
      row = { ...found, name, language: null, city: null, rows: 0 }
      this.#congregations.set(row.id, row)
      this.names.set(row.id, name)
    } else if (row.name !== name) {
      warnings.push(writtenOtherwise('Congregation', name, row.name))
    }
    row.rows += 1
    // The first row with a value decides for the congregation.
    if (row.language === null && language !== null) row.language = language
    if (row.city === null && congregationCity !== null) row.city = congregationCity
    return row
  }

  /** Warns about a name that is perhaps that of another place in an earlier row: 'NY1' beside 'NY-1'. */
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
      const reason = `differs from '${first}' in an earlier row only in punctuation or spaces and counts as a different one`
      warnings.push({ kind: 'place', column, reason, named: `has '${name}', which ${reason}` })
    }
  }

  #takeLocations({ cartLocations }: SheetPlaces, warnings: RowWarning[]): void {
    for (const { name, category } of cartLocations) {
      const { id } = this.#knownLocations.findOrMake(name, '', () => ({ id: randomUUIDv7(), name }))
      this.locationIds.set(name, id)
      const first = this.#locations.get(id)
      if (!first) {
        this.#locations.set(id, { name, category })
        this.names.set(id, name)
        continue
      }
      if (first.name !== name) warnings.push(writtenOtherwise('Cart Locations', name, first.name))
      if (first.category === null) first.category = category
      else if (category !== null && category !== first.category) {
        warnings.push(conflictOf('Cart Locations', `${name} (${category})`, 'cart location'))
      }
    }
  }

  /** Returns the changes, after all rows have been taken. `storedLocations` are those to go back to. */
  finish(storedLocations?: StoredLocations): PlacesPlan {
    const { circuits, congregations } = this.#existing
    const congregationCounts = new Map<string, number>()
    const wanted = [...this.#congregations.values()]
    for (const { circuitId } of wanted) {
      congregationCounts.set(circuitId, (congregationCounts.get(circuitId) ?? 0) + 1)
    }
    const before = new Map(congregations.map((row) => [row.id, row]))
    return {
      circuitIds: new Map([...this.#circuits].map(([id, name]) => [name, id])),
      changes: {
        congregations: wanted
          .map(({ rows: _, ...row }): CongregationRow => row)
          .filter((row) => isChanged(before.get(row.id), row)),
        removedCongregations: congregations.filter(({ id }) => !this.#congregations.has(id)),
        removedCircuitIds: circuits.filter(({ id }) => !this.#circuits.has(id)).map(({ id }) => id),
        ...this.#finishLocations(storedLocations),
      },
      congregationCounts,
      rowCounts: wanted.map(({ circuitId, name, rows }) => ({
        circuit: this.#circuits.get(circuitId) ?? '',
        congregation: name,
        rows,
      })),
      names: this.names,
    }
  }

  /**
   * Imports do not remove cart locations, because their description and state are not in the sheet; going back removes
   * those that were created since.
   */
  #finishLocations(
    stored: StoredLocations | undefined,
  ): Pick<PlaceChanges, 'locations' | 'removedLocationIds'> {
    const { locations: existing } = this.#existing
    const before = new Map(existing.map((row) => [row.id, row]))
    const rowOf = (id: string, name: string, category: string | null): LocationRow => {
      const made = { description: null, active: 1 as const, createdAt: this.#at }
      return { ...made, ...before.get(id), id, name, category }
    }
    const isNew = ({ id, name, category }: LocationRow) =>
      before.get(id)?.category !== category || before.get(id)?.name !== name
    if (stored) {
      const wanted = stored.map(([name, category]) =>
        rowOf(this.#knownLocations.find(name)?.id ?? randomUUIDv7(), name, category),
      )
      const ids = new Set(wanted.map(({ id }) => id))
      const isMadeSince = (row: LocationRow) =>
        !ids.has(row.id) && row.description === null && row.active === 1
      return {
        locations: wanted.filter(isNew),
        removedLocationIds: existing.filter(isMadeSince).map(({ id }) => id),
      }
    }
    const wanted = [...this.#locations].map(([id, { name, category }]) =>
      rowOf(id, name, category ?? before.get(id)?.category ?? null),
    )
    return { locations: wanted.filter(isNew), removedLocationIds: [] }
  }
}

function isChanged(before: CongregationRow | undefined, row: CongregationRow): boolean {
  return before?.name !== row.name || before.language !== row.language || before.city !== row.city
}

function writtenOtherwise(column: string, name: string, first: string): RowWarning {
  const reason = `is written differently from '${first}' in an earlier row; the earlier spelling is used`
  return { kind: 'place', column, reason, named: `has '${name}', which ${reason}` }
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
  const reason = `differs from an earlier row of the same ${place}; the earlier value is used`
  return { kind: 'place', column, reason, named: `has '${value}', which ${reason}` }
}

export function locationsAfter(
  { locations: existing }: ExistingPlaces,
  changes: PlaceChanges,
): StoredLocations {
  const after = new Map<string, Categorized>(existing.map((row) => [row.id, row]))
  for (const id of changes.removedLocationIds) after.delete(id)
  for (const row of changes.locations) after.set(row.id, row)
  return [...after.values()].map(({ name, category }) => [name, category])
}
