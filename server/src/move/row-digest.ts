import { createHash } from 'node:crypto'

export type PlainRow = Record<string, unknown>

/** A set of rows in a few bytes: equal for the same rows in whatever order, and only for those. */
export interface RowDigest {
  add(row: PlainRow): void
  /** How many rows, and their hash. */
  result(): { count: number; hash: string }
}

/** Adds up the hashes of the rows, which the order does not change. */
export function digestRows(): RowDigest {
  let sum = 0n
  let count = 0
  return {
    add(row) {
      const text = JSON.stringify(
        Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)),
      )
      sum = BigInt.asUintN(
        256,
        sum + BigInt(`0x${createHash('sha256').update(text).digest('hex')}`),
      )
      count += 1
    },
    result: () => ({ count, hash: sum.toString(16) }),
  }
}
