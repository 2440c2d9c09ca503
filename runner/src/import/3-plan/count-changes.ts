import type { ImportTotals } from '@dashboard/contract/automation'
import type { ExistingPlaces } from '../2-match/existing-data.ts'
import type { PlacesPlan } from './plan-places.ts'

/** What an import changes, in numbers; rows read and skipped are counted where they are read. */
export type ChangeCounts = Omit<ImportTotals, 'rows' | 'skipped'>

/** Volunteers of the sheet that are written. Each counts once: who has moved is not counted as changed as well. */
export type WrittenCounts = Pick<ChangeCounts, 'new' | 'moved' | 'changed'>

interface Place {
  circuitId: string | null
  congregationId: string | null
}

/** As what a volunteer counts who is written; `before` is `undefined` for a new one. */
export function kindOfChange(before: Place | undefined, after: Place): keyof WrittenCounts {
  if (before === undefined) return 'new'
  const isThere =
    before.circuitId === after.circuitId && before.congregationId === after.congregationId
  return isThere ? 'changed' : 'moved'
}

/** All whom an import writes, new ones included. */
export function writtenCount(counts: WrittenCounts): number {
  return counts.new + counts.moved + counts.changed
}

interface Counted {
  /** Volunteers of the sheet, whether they are written or not. */
  imported: number
  written: WrittenCounts
  removed: readonly unknown[]
  places: PlacesPlan
}

export function countChanges(
  existing: ExistingPlaces,
  { imported, written, removed, places }: Counted,
): ChangeCounts {
  const knownCircuits = new Set(existing.circuits.map(({ id }) => id))
  const knownCongregations = new Set(existing.congregations.map(({ id }) => id))
  return {
    ...written,
    left: removed.length,
    unchanged: imported - writtenCount(written),
    newCircuits: [...places.circuitIds.values()].filter((id) => !knownCircuits.has(id)).length,
    leftCircuits: places.removedCircuitIds.length,
    newCongregations: places.congregations.filter(({ id }) => !knownCongregations.has(id)).length,
    leftCongregations: places.removedCongregations.length,
  }
}

/** Of a sheet that is the one of the last import. */
export function countUnchanged(imported: number): ChangeCounts {
  return {
    new: 0,
    moved: 0,
    changed: 0,
    left: 0,
    unchanged: imported,
    newCircuits: 0,
    leftCircuits: 0,
    newCongregations: 0,
    leftCongregations: 0,
  }
}
