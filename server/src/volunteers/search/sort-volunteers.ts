import { compareTexts } from '@dashboard/contract/compare-names'
import type { CursorValues } from '../../http/page-cursor.ts'
import type { IndexedPerson, VolunteerIndex } from './build-index.ts'
import { type Matches, ranks } from './rank-matches.ts'

type SortColumn = 'lastName' | 'firstName' | 'congregation' | 'circuit'
export type Sort = SortColumn | `-${SortColumn}`

/** A page's last volunteer in its cursor: rank, key, id. */
export const cursorTypes = ['integer', 'text', 'text'] as const

/**
 * Returns the first `limit` volunteers after a cursor, whose volunteer may be gone: better matches come first in either
 * direction, then the order of the sort decides.
 */
export function takeSorted(
  index: VolunteerIndex,
  matches: Matches,
  { sort, limit, after }: { sort: Sort; limit: number; after: CursorValues | undefined },
): IndexedPerson[] {
  const column = sort.replace('-', '') as SortColumn
  const isDescending = sort.startsWith('-')
  const sorted = sortedBy(index, column)
  const directed = isDescending ? sorted.toReversed() : sorted
  const [firstRank = ranks.name, key, id] = after ?? []
  const isAfter = ({ key: own, person }: SortedPerson) => {
    const compared = compareTexts(own, String(key)) || compareTexts(person.id, String(id))
    return isDescending ? compared < 0 : compared > 0
  }
  const taken: IndexedPerson[] = []
  for (const rank of [ranks.name, ranks.text, ranks.sound]) {
    if (rank < Number(firstRank)) continue
    const isResumed = after !== undefined && rank === firstRank
    for (const entry of directed) {
      if (taken.length === limit) return taken
      if (matches.get(entry.person) !== rank) continue
      if (!isResumed || isAfter(entry)) taken.push(entry.person)
    }
  }
  return taken
}

export function cursorOf(
  index: VolunteerIndex,
  person: IndexedPerson,
  { sort, matches }: { sort: Sort; matches: Matches },
): CursorValues {
  const column = sort.replace('-', '') as SortColumn
  return [matches.get(person) ?? ranks.name, keyOf(index, column, person), person.id]
}

interface SortedPerson {
  /** The text that the volunteer is sorted by; where two are equal, the id decides. */
  key: string
  person: IndexedPerson
}

const sortedByColumn = new WeakMap<VolunteerIndex, Map<SortColumn, SortedPerson[]>>()

/** Returns the volunteers in the order of a column, sorted once for each index. */
function sortedBy(index: VolunteerIndex, column: SortColumn): readonly SortedPerson[] {
  const ofIndex = sortedByColumn.getOrInsertComputed(index, () => new Map())
  return ofIndex.getOrInsertComputed(column, () =>
    index.people
      .map((person) => ({ key: keyOf(index, column, person), person }))
      .sort(
        (one, other) =>
          compareTexts(one.key, other.key) || compareTexts(one.person.id, other.person.id),
      ),
  )
}

function keyOf(index: VolunteerIndex, column: SortColumn, person: IndexedPerson): string {
  const { nameKey } = person
  if (column === 'lastName') return nameKey
  if (column === 'firstName') return nameKey.split('\t').reverse().join('\t')
  const circuit = positionKey(person.circuit, index.circuits.length)
  const congregation = positionKey(person.congregation, index.congregations.length)
  const places = column === 'circuit' ? [circuit, congregation] : [congregation, circuit]
  return [...places, nameKey].join('\t')
}

/** Returns the key of a place. Places are numbered in natural order; volunteers without one come last. */
function positionKey(position: number, count: number): string {
  return String(position < 0 ? count : position).padStart(6, '0')
}
