import { compareNames } from '@dashboard/contract/compare-names'
import type { Db } from '../database/open-database.ts'

export interface CongregationTarget {
  id: string
  name: string
  circuit: string
  /** The congregation's name, or `Name (Circuit)` when several circuits use the name. */
  label: string
}

export async function listCircuitNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('circuits').select('name').execute()
  return rows.map((row) => row.name).sort(compareNames)
}

/** Returns all congregations, each with a unique label, in natural order of the labels. */
export async function listCongregationTargets(db: Db): Promise<CongregationTarget[]> {
  const rows = await db
    .selectFrom('congregations')
    .innerJoin('circuits', 'circuits.id', 'congregations.circuitId')
    .select(['congregations.id', 'congregations.name', 'circuits.name as circuit'])
    .execute()
  return labelCongregations(rows)
}

/**
 * Gives each congregation a label, and returns them in natural order of the labels. A name that is used twice, or that
 * equals such a label, gets its circuit added.
 */
export function labelCongregations(
  congregations: readonly Omit<CongregationTarget, 'label'>[],
): CongregationTarget[] {
  const uses = new Map<string, number>()
  const inFull = (row: { name: string; circuit: string }) => `${row.name} (${row.circuit})`
  for (const { name } of congregations) uses.set(name, (uses.get(name) ?? 0) + 1)
  const ambiguous = new Set<string>()
  for (const row of congregations) {
    if ((uses.get(row.name) ?? 0) > 1) ambiguous.add(row.name).add(inFull(row))
  }
  return congregations
    .map((row) => ({ ...row, label: ambiguous.has(row.name) ? inFull(row) : row.name }))
    .sort((one, other) => compareNames(one.label, other.label))
}
