import { formatCount } from '@dashboard/contract/counts'
import type { ChangeKind, ImportCircuit, ImportCongregation } from '@dashboard/contract/imports'
import { changeKinds, changeVerb } from './import-words.ts'

/** What is counted in circuits and congregations: changes, all or of one kind, or skipped rows. */
export type Measure = ChangeKind | 'all' | 'skipped'

type Counts = Pick<ImportCongregation, ChangeKind | 'unchanged' | 'skipped'>
type Place = Counts & Pick<ImportCongregation, 'isNew' | 'isGone'>

/** A line of the list: a circuit, or a congregation of an open one. */
export interface PlaceRow {
  key: string
  circuit: string
  congregation?: string
  counts: Place
  isOpen: boolean
}

function countOfPlace(counts: Counts, measure: Measure): number {
  if (measure !== 'all') return counts[measure]
  return changeKinds.reduce((sum, kind) => sum + counts[kind], 0)
}

/** Returns the visible lines: circuits with a count, and below open ones their congregations with a count. */
export function placeRows(
  circuits: readonly ImportCircuit[],
  measure: Measure,
  open: ReadonlySet<string>,
): PlaceRow[] {
  const rowOf = (place: { circuit: string; congregation?: string }, counts: Place): PlaceRow => {
    const key = keyOf(place)
    return { ...place, key, counts, isOpen: open.has(key) }
  }
  return circuits
    .filter((circuit) => countOfPlace(circuit, measure) > 0)
    .flatMap((counts) => {
      const { circuit, congregations } = counts
      const row = rowOf({ circuit }, counts)
      const inside = congregations.filter((each) => row.isOpen && countOfPlace(each, measure) > 0)
      return [
        row,
        ...inside.map((each) => rowOf({ circuit, congregation: each.congregation }, each)),
      ]
    })
}

function keyOf(place: { circuit: string; congregation?: string }): string {
  return JSON.stringify(Object.values(place))
}

/** Up to this many congregations can be seen at once. */
const fewCongregations = 12

/** Returns what is open at first: all circuits, unless the list would be long, and a single congregation. */
export function openAtFirst(
  circuits: readonly ImportCircuit[],
  measure: Measure,
): ReadonlySet<string> {
  const keys = circuits.map(({ circuit }) => keyOf({ circuit }))
  const rows = placeRows(circuits, measure, new Set(keys))
  const inside = rows.filter(({ congregation }) => congregation !== undefined)
  if (inside.length > fewCongregations) return new Set()
  return new Set([...keys, ...(inside.length === 1 ? inside.map(({ key }) => key) : [])])
}

/** Returns '2 new, 1 would leave', or '3 rows' where rows are counted. */
export function countsText(counts: Counts, measure: Measure, isDone: boolean): string {
  if (measure === 'skipped') return `${formatCount(counts.skipped)} skipped`
  return changeKinds
    .filter((kind) => counts[kind] > 0 && (measure === 'all' || measure === kind))
    .map((kind) => `${formatCount(counts[kind])} ${changeVerb(kind, isDone)}`)
    .join(', ')
}

/** Returns the places that the import adds or removes, in the order of the answer. */
export function changedPlaces(circuits: readonly ImportCircuit[], which: 'isNew' | 'isGone') {
  return {
    circuits: circuits.filter((circuit) => circuit[which]).map(({ circuit }) => circuit),
    congregations: circuits.flatMap(({ circuit, congregations }) =>
      congregations
        .filter((congregation) => congregation[which])
        .map(({ congregation }) => ({ circuit, congregation })),
    ),
  }
}

/** Whether a place of a review or import has a page: it has a name, and exists now. */
export function hasPage(
  { circuit, congregation, counts }: Pick<PlaceRow, 'circuit' | 'congregation' | 'counts'>,
  isDone: boolean,
): boolean {
  if (circuit === '' || congregation === '') return false
  return isDone ? !counts.isGone : !counts.isNew
}
