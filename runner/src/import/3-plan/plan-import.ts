import type { CircuitRow, ExistingData, VolunteerRow } from '../2-match/existing-data.ts'
import { type ChangeCounts, countChanges } from './count-changes.ts'
import type { DetailChanges } from './plan-details.ts'
import type { PeoplePlan } from './plan-people.ts'
import type { PlacesPlan } from './plan-places.ts'

/** Everything an import changes; what is not in it stays as it is. */
export interface ImportPlan {
  places: PlacesPlan
  /** New and changed. */
  circuits: CircuitRow[]
  volunteers: VolunteerRow[]
  removedVolunteerIds: string[]
  details: readonly DetailChanges[]
  counts: ChangeCounts
}

/**
 * Collects the differences between the database and the sheet
 * (docs/sheet-format.md#what-an-import-does): the sheet decides, ids stay, and unchanged
 * rows are not written.
 */
export function planImport(
  existing: ExistingData,
  people: PeoplePlan,
  details: readonly DetailChanges[],
  at: string,
): ImportPlan {
  const { places, wanted, removed } = people
  const touched = new Set(details.flatMap(({ volunteerIds }) => volunteerIds))
  const changed = wanted.filter(
    ({ row, before }) => touched.has(row.id) || !hasSameFields(before, row),
  )
  const circuitIds = new Set([
    ...changed.flatMap(({ row, before }) => [row.circuitId, before?.circuitId]),
    ...removed.map(({ circuitId }) => circuitId),
    ...places.congregations.map(({ circuitId }) => circuitId),
    ...places.removedCongregations.map(({ circuitId }) => circuitId),
  ])
  return {
    places,
    circuits: planCircuits(existing.circuits, places, circuitIds, at),
    volunteers: changed.map(({ row }) => row),
    removedVolunteerIds: removed.map(({ id }) => id),
    details,
    counts: countChanges(existing, people, changed),
  }
}

function hasSameFields(before: VolunteerRow | undefined, after: VolunteerRow): boolean {
  if (before === undefined) return false
  return Object.entries(after).every(
    ([field, value]) => field === 'updatedAt' || before[field as keyof VolunteerRow] === value,
  )
}

/** Circuits that are new, or whose congregations or volunteers change. */
function planCircuits(
  existing: readonly CircuitRow[],
  { circuitIds, congregationCounts }: PlacesPlan,
  changed: ReadonlySet<string | null | undefined>,
  at: string,
): CircuitRow[] {
  const before = new Map(existing.map((row) => [row.id, row]))
  return [...circuitIds]
    .map(([name, id]) => {
      const congregations = congregationCounts.get(id) ?? 0
      return { id, name, congregations, lastUpdated: at }
    })
    .filter(
      ({ id, congregations }) => changed.has(id) || before.get(id)?.congregations !== congregations,
    )
}
