import { parseJson } from '@dashboard/store/outside/parse-json'
import { type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import { badRequest } from './app-error.ts'

/** A list and its order; a cursor is valid for this list and order only. */
export interface PageOrder {
  list: string
  /** The order as the contract writes it: a column, `-` before it for descending. */
  sort: string
}

export interface RowOrder extends PageOrder {
  /** The columns that the rows are ordered by, all in one direction: without NULL, and the last one unique. */
  columns: Readonly<Record<string, CursorType>>
}

/** Where a page ends: the values of its last row in the columns that the list is ordered by, the id last. */
export type CursorValues = (string | number)[]

/** What a value of a cursor is; PostgreSQL compares a column only with values of its own type. */
export type CursorType = keyof typeof cursorTypes

const cursorTypes = { text: z.string(), integer: z.int32(), bigInteger: z.int() }

const Cursor = z.tuple([z.string(), z.string()]).rest(z.union([z.string(), z.number()]))

export async function readPage<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  order: RowOrder,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const after = readCursor(order, Object.values(order.columns), cursor)
  const rows = await inOrder(query, order, after)
    .limit(limit + 1)
    .execute()
  return takePage(rows, limit, order, (row) => valuesOf(row, order))
}

/** Yields all rows that a query finds; reads at most `atOnce` at a time. */
export async function* readInParts<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  order: RowOrder,
  atOnce: number,
) {
  let after: CursorValues | undefined
  for (;;) {
    const rows = await inOrder(query, order, after).limit(atOnce).execute()
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < atOnce) return
    after = valuesOf(last, order)
  }
}

/** Orders a query by its columns, and leaves out the rows up to a cursor. */
function inOrder<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { columns, sort }: RowOrder,
  after: CursorValues | undefined,
) {
  const isDescending = sort.startsWith('-')
  let ordered = query
  if (after !== undefined) {
    const names = sql.join(Object.keys(columns).map((column) => sql.ref(column)))
    const beyond = isDescending ? sql`<` : sql`>`
    ordered = ordered.where(sql<boolean>`(${names}) ${beyond} (${sql.join(after)})`)
  }
  for (const column of Object.keys(columns)) {
    ordered = ordered.orderBy(sql.ref(column), isDescending ? 'desc' : 'asc')
  }
  return ordered
}

function valuesOf(row: object, { columns }: RowOrder): CursorValues {
  return Object.keys(columns).map((column) => Reflect.get(row, column))
}

/**
 * Cuts a page out of rows read in order. The rows are one more than `limit`, so that the extra one says whether there
 * is another page (docs/api.md#long-lists).
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
 * Returns the values in a cursor of a list, of these types; `undefined` without a cursor. Throws 400 for a cursor that
 * this server did not create, or created for another list or order.
 */
export function readCursor(
  { list, sort }: PageOrder,
  types: readonly CursorType[],
  cursor: string | undefined,
): CursorValues | undefined {
  if (cursor === undefined) return undefined
  const parsed = Cursor.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')))
  const [itsList, itsSort, ...values] = parsed.data ?? []
  const areOfTypes = types.every((type, at) => cursorTypes[type].safeParse(values[at]).success)
  if (values.length !== types.length || !areOfTypes) {
    throw badRequest('The cursor is not one that this server has issued.')
  }
  if (itsList !== list || itsSort !== sort) {
    throw badRequest('The cursor belongs to another list or order. Begin again without one.')
  }
  return values
}
