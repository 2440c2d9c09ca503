import type { ImportTotals } from '@dashboard/contract/automation'
import { compareNames } from '@dashboard/contract/compare-names'
import type { ChangeKind, ImportCircuit, ImportCongregation } from '@dashboard/contract/imports'
import { sumOf } from '@dashboard/store/imports/import-places'
import { joinKey } from '@dashboard/store/volunteers/person-key'
import type { CongregationRow, ExistingPlaces } from '../matching/existing-data.ts'
import type { NamedPlace, PlacesPlan } from './plan-places.ts'

/** Counts of an import's changes; rows read and skipped are counted by the reader. */
export type ChangeCounts = Omit<ImportTotals, 'rows' | 'skipped'>

/** Volunteers of the sheet that are written. Each counts once: one who has moved is not also counted as changed. */
export type WrittenCounts = Pick<ChangeCounts, 'new' | 'moved' | 'changed'>

interface Place {
  circuitId: string | null
  congregationId: string | null
}

/** Returns how a written volunteer is counted; `before` is `undefined` for a new one. */
export function kindOfChange(before: Place | undefined, after: Place): keyof WrittenCounts {
  if (before === undefined) return 'new'
  const isThere =
    before.circuitId === after.circuitId && before.congregationId === after.congregationId
  return isThere ? 'changed' : 'moved'
}

export function writtenCount(counts: WrittenCounts): number {
  return counts.new + counts.moved + counts.changed
}

export interface Counted {
  /** Volunteers in the sheet, whether they are written or not. */
  imported: number
  written: WrittenCounts
  removed: readonly unknown[]
  places: PlacesPlan
}

export function countChanges(
  existing: ExistingPlaces,
  { imported, written, removed, places: { circuitIds, changes } }: Counted,
): ChangeCounts {
  const knownCircuits = new Set(existing.circuits.map(({ id }) => id))
  const knownCongregations = new Set(existing.congregations.map(({ id }) => id))
  return {
    ...written,
    left: removed.length,
    unchanged: imported - writtenCount(written),
    newCircuits: [...circuitIds.values()].filter((id) => !knownCircuits.has(id)).length,
    leftCircuits: changes.removedCircuitIds.length,
    newCongregations: changes.congregations.filter(({ id }) => !knownCongregations.has(id)).length,
    leftCongregations: changes.removedCongregations.length,
  }
}

/** Changes to the volunteers of one congregation; those who move are counted at their new place. */
export interface PlaceCount extends NamedPlace, Record<ChangeKind, number> {
  /** Volunteers in the sheet, whether they are written or not. */
  imported: number
  skipped: number
}

export class PlaceCounter {
  readonly #counts = new Map<string, PlaceCount>()

  add(
    kind: ChangeKind | 'imported' | 'skipped',
    { circuit, congregation }: NamedPlace,
    by = 1,
  ): void {
    const count = this.#counts.getOrInsertComputed(joinKey(circuit, congregation), () => ({
      circuit,
      congregation,
      imported: 0,
      new: 0,
      moved: 0,
      changed: 0,
      left: 0,
      skipped: 0,
    }))
    count[kind] += by
  }

  list(): PlaceCount[] {
    return [...this.#counts.values()]
  }
}

/**
 * Returns the counts of a plan by circuit and congregation, in natural order, including places that it creates or
 * removes.
 */
export function summarizePlaces(
  existing: ExistingPlaces,
  { circuitIds, changes, names }: PlacesPlan,
  counter: PlaceCounter,
): ImportCircuit[] {
  const nameOf = (id: string) => names.get(id) ?? ''
  const placeOf = ({ circuitId, id }: CongregationRow): NamedPlace => ({
    circuit: nameOf(circuitId),
    congregation: nameOf(id),
  })
  const keyOf = ({ circuit, congregation }: NamedPlace) => joinKey(circuit, congregation)
  const knownCircuits = new Set(existing.circuits.map(({ id }) => nameOf(id)))
  const known = new Set(existing.congregations.map(placeOf).map(keyOf))
  const gone = new Set(changes.removedCongregations.map(placeOf).map(keyOf))
  const goneCircuits = new Set(changes.removedCircuitIds.map(nameOf))
  // Nobody can leave a congregation that had nobody.
  for (const removed of changes.removedCongregations) counter.add('left', placeOf(removed), 0)
  const byCircuit = Map.groupBy(counter.list(), ({ circuit }) => circuit)
  // A removed circuit that had no congregation any more has no entry yet.
  for (const circuit of goneCircuits) byCircuit.getOrInsert(circuit, [])
  return [...byCircuit]
    .sort(([one], [other]) => compareNames(one, other))
    .map(([circuit, counts]) => {
      const congregations = counts.map((count) => {
        // A place that only skipped rows name is not created.
        const isNew = !known.has(keyOf(count)) && count.imported > 0
        return summarize(count, isNew, gone.has(keyOf(count)))
      })
      return {
        circuit,
        ...sumOf(congregations),
        isNew: !knownCircuits.has(circuit) && circuitIds.has(circuit),
        isGone: goneCircuits.has(circuit),
        congregations: congregations.sort((one, other) =>
          compareNames(one.congregation, other.congregation),
        ),
      }
    })
}

function summarize(count: PlaceCount, isNew: boolean, isGone: boolean): ImportCongregation {
  const { congregation, imported, new: added, moved, changed, left, skipped } = count
  const unchanged = imported - added - moved - changed
  return { congregation, new: added, moved, changed, left, unchanged, skipped, isNew, isGone }
}
