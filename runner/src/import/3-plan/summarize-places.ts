import type { ImportCircuit, ImportCongregation } from '@dashboard/contract/imports'
import { sumOf } from '@dashboard/store/imports/packed-circuits'
import { compareNaturally } from '@dashboard/store/report-targets'
import { joinKey } from '@dashboard/store/volunteers/person-key'
import type { ExistingPlaces } from '../2-match/existing-data.ts'
import type { PlaceCount } from './place-counts.ts'
import type { PlacesPlan } from './plan-places.ts'

/** The numbers of a plan by circuit and congregation, in natural order, with the places that it makes and removes. */
export function summarizePlaces(
  existing: ExistingPlaces,
  plan: PlacesPlan,
  counts: readonly PlaceCount[],
): ImportCircuit[] {
  const circuitNames = new Map(existing.circuits.map(({ id, name }) => [id, name]))
  const knownCircuits = new Set(circuitNames.values())
  const keyOf = (circuit: string, congregation: string) => joinKey(circuit, congregation)
  const known = new Set(
    existing.congregations.map(({ circuitId, name }) =>
      keyOf(circuitNames.get(circuitId) ?? '', name),
    ),
  )
  const gone = new Set(
    plan.removedCongregations.map(({ circuitId, name }) =>
      keyOf(circuitNames.get(circuitId) ?? '', name),
    ),
  )
  const goneCircuits = new Set(plan.removedCircuitIds.map((id) => circuitNames.get(id)))
  const listed = new Set(counts.map(({ circuit, congregation }) => keyOf(circuit, congregation)))
  const emptied = plan.removedCongregations
    .map(({ circuitId, name }) => ({ circuit: circuitNames.get(circuitId) ?? '', name }))
    .filter(({ circuit, name }) => !listed.has(keyOf(circuit, name)))
    .map(({ circuit, name }) => ({ circuit, ...emptyCongregation(name) }))
  const congregations = counts.map((count) => {
    const key = keyOf(count.circuit, count.congregation)
    // A place that only skipped rows name is not made.
    const isNew = !known.has(key) && count.imported > 0
    return { circuit: count.circuit, ...summarize(count, isNew, gone.has(key)) }
  })
  const byCircuit = Map.groupBy([...congregations, ...emptied], ({ circuit }) => circuit)
  // A circuit that had no congregation any more has no row of its own.
  for (const circuit of goneCircuits)
    if (circuit && !byCircuit.has(circuit)) byCircuit.set(circuit, [])
  return [...byCircuit]
    .sort(([one], [other]) => compareNaturally(one, other))
    .map(([circuit, rows]) => ({
      circuit,
      ...sumOf(rows),
      isNew: !knownCircuits.has(circuit) && plan.circuitIds.has(circuit),
      isGone: goneCircuits.has(circuit),
      congregations: rows
        .map(({ circuit: _, ...row }) => row)
        .sort((one, other) => compareNaturally(one.congregation, other.congregation)),
    }))
}

function summarize(count: PlaceCount, isNew: boolean, isGone: boolean): ImportCongregation {
  const { congregation, imported, new: added, moved, changed, left, skipped } = count
  const unchanged = imported - added - moved - changed
  return { congregation, new: added, moved, changed, left, unchanged, skipped, isNew, isGone }
}

function emptyCongregation(congregation: string): ImportCongregation {
  const none = { new: 0, moved: 0, changed: 0, left: 0, unchanged: 0, skipped: 0 }
  return { congregation, ...none, isNew: false, isGone: true }
}
