import type { LookupOptions } from '@dashboard/contract/workflows'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { listCircuitNames, listCongregationTargets } from '@dashboard/store/report-targets'

/** Circuits and congregations to choose from; circuits without congregations have an empty list. */
export async function readLookupOptions(db: ScopedDb): Promise<LookupOptions> {
  const [circuits, congregations] = await Promise.all([
    listCircuitNames(db),
    listCongregationTargets(db),
  ])
  const byCircuit = new Map<string, string[]>(circuits.map((circuit) => [circuit, []]))
  for (const { circuit, label } of congregations) byCircuit.get(circuit)?.push(label)
  return {
    circuits,
    congregations: congregations.map((congregation) => congregation.label),
    circuitCongregationMap: Object.fromEntries(byCircuit),
  }
}
