/** A volunteer's id and one of its values. */
export interface Pair {
  id: string
  value: string
}

/** For each volunteer a list of values, such as the slots of the week; each value once. */
export interface Lists {
  /** The values, by number. */
  values: string[]
  /** The numbers of the values of volunteer `n` stand from `starts[n]` up to `starts[n + 1]`. */
  starts: Uint32Array
  numbers: Uint16Array
}

/** Values beyond so many would not fit; a week has some dozens, an area some hundreds of cart locations. */
const mostValues = 65_535

export function listsOf(pairs: readonly Pair[], numberOf: ReadonlyMap<string, number>): Lists {
  const values = new Map<string, number>()
  const lists: number[][] = Array.from({ length: numberOf.size }, () => [])
  for (const { id, value } of pairs) {
    const list = lists[numberOf.get(id) ?? -1]
    const number = values.get(value) ?? values.size
    if (!list || number > mostValues) continue
    values.set(value, number)
    // A sheet may name a slot twice.
    if (!list.includes(number)) list.push(number)
  }
  const starts = new Uint32Array(lists.length + 1)
  for (const [index, list] of lists.entries()) {
    starts[index + 1] = (starts[index] ?? 0) + list.length
  }
  return { values: [...values.keys()], starts, numbers: Uint16Array.from(lists.flat()) }
}
