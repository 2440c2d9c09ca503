import type { ImportTotals } from '@dashboard/contract/automation'
import type { ImportCircuit, ImportCongregation } from '@dashboard/contract/imports'

/**
 * Stored form of an import's counts by circuit and congregation. To save space, it has no property names: there is one
 * entry for every congregation and every import.
 */
export type PackedCircuits = readonly (readonly [
  circuit: string,
  fate: Fate,
  congregations: readonly PackedCongregation[],
])[]

type PackedCongregation = readonly [congregation: string, fate: Fate, ...numbers: readonly number[]]

/** Whether the import creates the place, or removes it. */
type Fate = '' | 'new' | 'gone'

const kinds = ['new', 'moved', 'changed', 'left', 'unchanged', 'skipped'] as const
type Counts = Record<(typeof kinds)[number], number>

export function packCircuits(circuits: readonly ImportCircuit[]): PackedCircuits {
  return circuits.map(({ circuit, congregations, ...rest }) => [
    circuit,
    fateOf(rest),
    congregations.map((each) => [
      each.congregation,
      fateOf(each),
      ...kinds.map((kind) => each[kind]),
    ]),
  ])
}

export function unpackCircuits(packed: PackedCircuits): ImportCircuit[] {
  return packed.map(([circuit, fate, rows]) => {
    const congregations = rows.map(unpackCongregation)
    return { circuit, ...sumOf(congregations), ...unpackFate(fate), congregations }
  })
}

function unpackCongregation([congregation, fate, ...numbers]: PackedCongregation) {
  const counts = Object.fromEntries(kinds.map((kind, index) => [kind, numbers[index] ?? 0]))
  return { congregation, ...(counts as Counts), ...unpackFate(fate) }
}

export function sumOf(congregations: readonly ImportCongregation[]): Counts {
  const sum: Counts = { new: 0, moved: 0, changed: 0, left: 0, unchanged: 0, skipped: 0 }
  for (const each of congregations) for (const kind of kinds) sum[kind] += each[kind]
  return sum
}

/** Returns the totals that an import of these circuits alone would have. */
export function totalsOf(circuits: readonly ImportCircuit[]): ImportTotals {
  const congregations = circuits.flatMap((circuit) => circuit.congregations)
  const sum = sumOf(congregations)
  const { left, ...inSheet } = sum
  const count = (
    places: readonly { isNew: boolean; isGone: boolean }[],
    fate: 'isNew' | 'isGone',
  ) => places.filter((place) => place[fate]).length
  return {
    rows: Object.values(inSheet).reduce((rows, each) => rows + each, 0),
    ...sum,
    newCircuits: count(circuits, 'isNew'),
    leftCircuits: count(circuits, 'isGone'),
    newCongregations: count(congregations, 'isNew'),
    leftCongregations: count(congregations, 'isGone'),
  }
}

function fateOf({ isNew, isGone }: { isNew: boolean; isGone: boolean }): Fate {
  if (isNew) return 'new'
  return isGone ? 'gone' : ''
}

function unpackFate(fate: Fate) {
  return { isNew: fate === 'new', isGone: fate === 'gone' }
}

/** Returns the same circuits with all changes counted as done: the result of importing the same rows again. */
export function settleCircuits(packed: PackedCircuits): PackedCircuits {
  const settled = unpackCircuits(packed)
    .filter(({ isGone }) => !isGone)
    .map((circuit) => ({
      ...circuit,
      isNew: false,
      congregations: circuit.congregations
        .filter(({ isGone }) => !isGone)
        .map(({ congregation, ...counts }) => ({
          ...counts,
          congregation,
          unchanged: counts.unchanged + counts.new + counts.moved + counts.changed,
          new: 0,
          moved: 0,
          changed: 0,
          left: 0,
          isNew: false,
        })),
    }))
  return packCircuits(settled)
}
