import type { Db } from '../database/open-database.ts'

export interface CongregationTarget {
  id: string
  name: string
  circuit: string
  /** The congregation's name, or `Name (Circuit)` when several circuits use the name. */
  label: string
}

/** Created at its first use, since creating it takes long. */
let collator: Intl.Collator | undefined

/** Compares names in natural order: `NY-2` before `NY-10`. */
export function compareNaturally(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { numeric: true })
  return collator.compare(one, other) || (one < other ? -1 : Number(one > other))
}

/** Returns the names of all circuits, in natural order. */
export async function listCircuitNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('circuits').select('name').execute()
  return rows.map((row) => row.name).sort(compareNaturally)
}

/** Returns all congregations, each with a unique label, in natural order of the labels. */
export async function listCongregationTargets(db: Db): Promise<CongregationTarget[]> {
  return sortByLabel(await readCongregationTargets(db))
}

/** Returns the same in no particular order, for callers that look up only some. */
export async function readCongregationTargets(db: Db): Promise<CongregationTarget[]> {
  const rows = await db
    .selectFrom('congregations')
    .innerJoin('circuits', 'circuits.id', 'congregations.circuitId')
    .select(['congregations.id', 'congregations.name', 'circuits.name as circuit'])
    .execute()
  return giveLabels(rows)
}

/** Returns the congregations with their labels, in natural order of the labels. */
export function labelCongregations(
  congregations: readonly Omit<CongregationTarget, 'label'>[],
): CongregationTarget[] {
  return sortByLabel(giveLabels(congregations))
}

function sortByLabel(targets: CongregationTarget[]): CongregationTarget[] {
  return targets.sort((one, other) => compareNaturally(one.label, other.label))
}

/** Gives each congregation a label; a name that is used twice, or that equals such a label, gets its circuit added. */
function giveLabels(
  congregations: readonly Omit<CongregationTarget, 'label'>[],
): CongregationTarget[] {
  const uses = new Map<string, number>()
  const inFull = (row: { name: string; circuit: string }) => `${row.name} (${row.circuit})`
  for (const { name } of congregations) uses.set(name, (uses.get(name) ?? 0) + 1)
  const ambiguous = new Set<string>()
  for (const row of congregations) {
    if ((uses.get(row.name) ?? 0) > 1) ambiguous.add(row.name).add(inFull(row))
  }
  return congregations.map((row) => ({
    ...row,
    label: ambiguous.has(row.name) ? inFull(row) : row.name,
  }))
}
