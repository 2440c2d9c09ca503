import type { ImportTotals } from '@dashboard/contract/automation'
import type { ExistingData, VolunteerRow } from '../2-match/existing-data.ts'
import type { PeoplePlan } from './plan-people.ts'

/** What an import changes, in numbers; rows read and skipped are counted where they are read. */
export type ChangeCounts = Omit<ImportTotals, 'rows' | 'skipped'>

type Wanted = PeoplePlan['wanted'][number]

/** Each volunteer counts once: who has moved is not counted as changed as well. */
export function countChanges(
  existing: ExistingData,
  { places, wanted, removed }: PeoplePlan,
  changed: readonly Wanted[],
): ChangeCounts {
  const added = changed.filter(({ before }) => before === undefined).length
  const moved = changed.filter(({ row, before }) => before && hasMoved(before, row)).length
  const knownCircuits = new Set(existing.circuits.map(({ id }) => id))
  const knownCongregations = new Set(existing.congregations.map(({ id }) => id))
  return {
    new: added,
    moved,
    changed: changed.length - added - moved,
    left: removed.length,
    unchanged: wanted.length - changed.length,
    newCircuits: [...places.circuitIds.values()].filter((id) => !knownCircuits.has(id)).length,
    leftCircuits: places.removedCircuitIds.length,
    newCongregations: places.congregations.filter(({ id }) => !knownCongregations.has(id)).length,
    leftCongregations: places.removedCongregations.length,
  }
}

function hasMoved(before: VolunteerRow, after: VolunteerRow): boolean {
  return before.circuitId !== after.circuitId || before.congregationId !== after.congregationId
}
