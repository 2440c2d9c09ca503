import type { CircuitRow, ExistingPlaces, KnownVolunteer } from '../matching/existing-data.ts'
import { type ChangeCounts, type Counted, countChanges } from './count-changes.ts'
import type { PlaceChanges, PlacesPlan } from './plan-places.ts'

/**
 * Everything that an import changes; whatever is not listed stays unchanged. New and changed volunteers with their
 * details are in the stage (plan-stage.ts).
 */
export interface ImportPlan {
  places: PlaceChanges
  /** New and changed circuits. */
  circuits: CircuitRow[]
  removedVolunteerIds: string[]
  counts: ChangeCounts
}

interface SheetTotals extends Counted {
  circuitIds: ReadonlySet<string>
  /** Volunteers whom no row matches. */
  removed: readonly KnownVolunteer[]
}

/**
 * Completes the differences between the database and the sheet (docs/sheet-format.md#what-an-import-does): the sheet
 * decides, ids stay, and unchanged rows are not written.
 */
export function planImport(existing: ExistingPlaces, totals: SheetTotals, at: string): ImportPlan {
  const { places, circuitIds, removed } = totals
  const changed = new Set<string | null>([
    ...circuitIds,
    ...removed.map(({ circuitId }) => circuitId),
    ...places.changes.congregations.map(({ circuitId }) => circuitId),
    ...places.changes.removedCongregations.map(({ circuitId }) => circuitId),
  ])
  return {
    places: places.changes,
    circuits: planCircuits(existing.circuits, places, changed, at),
    removedVolunteerIds: removed.map(({ id }) => id),
    counts: countChanges(existing, totals),
  }
}

/** Returns circuits that are new, or whose name, congregations or volunteers change. */
function planCircuits(
  existing: readonly CircuitRow[],
  { circuitIds, congregationCounts }: PlacesPlan,
  changed: ReadonlySet<string | null>,
  at: string,
): CircuitRow[] {
  const before = new Map(existing.map((row) => [row.id, row]))
  return [...circuitIds]
    .map(([name, id]) => {
      const congregations = congregationCounts.get(id) ?? 0
      return { id, name, congregations, lastUpdated: at }
    })
    .filter(
      ({ id, name, congregations }) =>
        changed.has(id) ||
        before.get(id)?.congregations !== congregations ||
        before.get(id)?.name !== name,
    )
}
