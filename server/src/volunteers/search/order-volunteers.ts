import type { CursorValues } from '../../http/page-cursor.ts'
import { compareTexts, type VolunteerIndex } from './build-index.ts'
import { type Rank, ranks } from './match-volunteers.ts'

export type SortColumn = 'lastName' | 'firstName' | 'congregation' | 'circuit'
export type Sort = SortColumn | `-${SortColumn}`

/** The number of values of a page's last volunteer in its cursor: rank, key, id. */
export const placeColumns = 3

/**
 * Returns the first `limit` volunteers after a cursor: better matches come first in either direction, then the order of
 * the sort decides.
 */
export function takeInOrder(
  index: VolunteerIndex,
  found: Uint8Array,
  { sort, limit, after }: { sort: Sort; limit: number; after: CursorValues | undefined },
): number[] {
  const column = sort.replace('-', '') as SortColumn
  const order = orderBy(index, column)
  const step = sort.startsWith('-') ? -1 : 1
  const [firstRank, key, id] = after ?? [ranks.name]
  const taken: number[] = []
  for (const rank of [ranks.name, ranks.text, ranks.sound]) {
    if (rank < Number(firstRank)) continue
    const isResumed = rank === firstRank && key !== undefined && id !== undefined
    const start = isResumed
      ? indexAfter(index, column, { key: String(key), id: String(id), step })
      : step === 1
        ? 0
        : order.length - 1
    for (let at = start; at >= 0 && at < order.length && taken.length < limit; at += step) {
      const volunteer = order[at] ?? 0
      if (found[volunteer] === rank) taken.push(volunteer)
    }
  }
  return taken
}

export function placeOf(
  index: VolunteerIndex,
  volunteer: number,
  sort: Sort,
  rank: Rank,
): CursorValues {
  const column = sort.replace('-', '') as SortColumn
  return [rank, keyOf(index, column, volunteer), index.ids[volunteer] ?? '']
}

/** Returns where to continue after a cursor, whose volunteer may be gone. */
function indexAfter(
  index: VolunteerIndex,
  column: SortColumn,
  { key, id, step }: { key: string; id: string; step: 1 | -1 },
): number {
  const order = orderBy(index, column)
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const volunteer = order[middle] ?? 0
    const compared =
      compareTexts(keyOf(index, column, volunteer), key) ||
      compareTexts(index.ids[volunteer] ?? '', id)
    // Finds the first that comes after the place, or in the other direction the last that comes before it.
    if (compared < 0 || (compared === 0 && step === 1)) low = middle + 1
    else high = middle
  }
  return step === 1 ? low : low - 1
}

const orders = new WeakMap<VolunteerIndex, Map<SortColumn, Uint32Array>>()

/** Returns the numbers of the volunteers in the order of a column, sorted once for each index. */
function orderBy(index: VolunteerIndex, column: SortColumn): Uint32Array {
  const ofIndex = orders.get(index) ?? new Map<SortColumn, Uint32Array>()
  orders.set(index, ofIndex)
  const order = ofIndex.get(column) ?? sortBy(index, column)
  ofIndex.set(column, order)
  return order
}

function sortBy(index: VolunteerIndex, column: SortColumn): Uint32Array {
  const numbers = Uint32Array.from(index.ids, (_, number) => number)
  // Volunteers are numbered in this order.
  if (column === 'lastName') return numbers
  const keys = index.ids.map((_, number) => keyOf(index, column, number))
  return numbers.sort(
    (one, other) =>
      compareTexts(keys[one] ?? '', keys[other] ?? '') ||
      compareTexts(index.ids[one] ?? '', index.ids[other] ?? ''),
  )
}

/** Returns the text that a volunteer is sorted by; where two are equal, the id decides. */
function keyOf(index: VolunteerIndex, column: SortColumn, volunteer: number): string {
  const nameKey = index.nameKeys[volunteer] ?? ''
  if (column === 'lastName') return nameKey
  if (column === 'firstName') return nameKey.split('\t').reverse().join('\t')
  const circuit = positionKey(index.circuitOf[volunteer], index.circuits.length)
  const congregation = positionKey(index.congregationOf[volunteer], index.congregations.length)
  const places = column === 'circuit' ? [circuit, congregation] : [congregation, circuit]
  return [...places, nameKey].join('\t')
}

/** Returns the key of a place. Places are numbered in natural order; volunteers without one come last. */
function positionKey(position = -1, count = 0): string {
  return String(position < 0 ? count : position).padStart(6, '0')
}
