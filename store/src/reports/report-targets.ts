import type { Db } from '../database/open-database.ts'

export interface CongregationTarget {
  id: string
  name: string
  circuit: string
  /** Its name, or `Name (Circuit)` when several circuits use the name. */
  label: string
}

/** Made at its first use, since it takes long to make. */
let collator: Intl.Collator | undefined

/** Natural order: `NY-2` before `NY-10`. */
export function compareNaturally(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { numeric: true })
  return collator.compare(one, other) || (one < other ? -1 : Number(one > other))
}

/** Names of all circuits, in natural order. */
export async function listCircuitNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('circuits').select('name').execute()
  return rows.map((row) => row.name).sort(compareNaturally)
}

/** All congregations with a unique label each, in natural order of the label. */
export async function listCongregationTargets(db: Db): Promise<CongregationTarget[]> {
  return sortByLabel(await readCongregationTargets(db))
}

/** The same in no order, for who looks some of them up. */
export async function readCongregationTargets(db: Db): Promise<CongregationTarget[]> {
  const rows = await db
    .selectFrom('congregations')
    .innerJoin('circuits', 'circuits.id', 'congregations.circuitId')
    .select(['congregations.id', 'congregations.name', 'circuits.name as circuit'])
    .execute()
  return giveLabels(rows)
}

/** The congregations with a label each, in natural order of the label. */
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
