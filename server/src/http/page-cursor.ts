import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { badRequest } from './app-error.ts'

/** A list and its order; a cursor is valid for this list and order only. */
export interface PageOrder {
  list: string
  /** The order as the contract writes it: a column, `-` before it for descending. */
  sort: string
}

/** Where a page ends: the values of its last row in the columns that the list is ordered by, the id last. */
export type CursorValues = (string | number)[]

const Cursor = z.tuple([z.string(), z.string()]).rest(z.union([z.string(), z.number()]))

/**
 * Cuts a page out of rows read in order. The rows are one more than `limit`, so that the extra one says whether there
 * is another page (docs/behavior.md#long-lists).
 */
export function takePage<Row>(
  rows: readonly Row[],
  limit: number,
  order: PageOrder,
  cursorOf: (row: Row) => CursorValues,
): { rows: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rows: shown, nextCursor: last === undefined ? null : toCursor(order, cursorOf(last)) }
}

export function toCursor({ list, sort }: PageOrder, values: CursorValues): string {
  return Buffer.from(JSON.stringify([list, sort, ...values])).toString('base64url')
}

/**
 * Returns the values in a cursor of a list ordered by `columns` columns; `undefined` without a cursor. Throws 400 for a
 * cursor that this server did not create, or created for another list or order.
 */
export function readCursor(
  { list, sort }: PageOrder,
  columns: number,
  cursor: string | undefined,
): CursorValues | undefined {
  if (cursor === undefined) return undefined
  const parsed = Cursor.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')))
  if (!parsed.success || parsed.data.length !== columns + 2) {
    throw badRequest('The cursor is not one that this server has issued.')
  }
  const [itsList, itsSort, ...values] = parsed.data
  if (itsList !== list || itsSort !== sort) {
    throw badRequest('The cursor belongs to another list or order. Begin again without one.')
  }
  return values
}

/**
 * Returns the keyset condition for rows after these values, for rows ordered by all of `columns` in one direction. The
 * columns must not contain NULL, and the last must be unique.
 */
export function keysetAfter(
  columns: readonly string[],
  values: CursorValues,
  { isDescending }: { isDescending: boolean },
): RawBuilder<boolean> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  return sql<boolean>`(${names}) ${isDescending ? sql`<` : sql`>`} (${sql.join(values)})`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
