import { localDay } from '@dashboard/contract/local-time'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import type { CursorValues } from '../http/page-cursor.ts'
import type { Lines } from '../http/table-file.ts'
import {
  listRejects,
  type PlaceFilter,
  type RejectPlace,
  type RejectRow,
  rejectOrders,
} from './changes-queries.ts'

/** The database sorts the rows again for each page. */
const rowsPerPage = 5_000
const order = 'congregation'

const titles = [
  'Circuit',
  'Congregation',
  'Rows Skipped In Congregation',
  'Row',
  'Column',
  'Value',
  'Reason',
  'Skipped Since',
]

/** Yields skipped rows as a table to pass on: by congregation, each with the number of its rows. */
export async function* rejectLines(
  db: ScopedDb,
  importId: string,
  filter: PlaceFilter,
  places: readonly RejectPlace[],
): Lines {
  yield titles
  const rowsOf = new Map(places.map((place) => [keyOf(place), place.rows]))
  let after: CursorValues | undefined
  for (;;) {
    const page = { limit: rowsPerPage, order, isDescending: false, after } as const
    const rows = await listRejects(db, importId, filter, page)
    yield* rows.map((row) => toLine(row, rowsOf.get(keyOf(row)) ?? 1))
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerPage) return
    after = rejectOrders[order].map((column) => last[column])
  }
}

function toLine(row: RejectRow, rows: number): string[] {
  const { circuit, congregation, rowIndex, columnTitle, value, reason, firstSeenAt } = row
  const place = [circuit, congregation, String(rows)]
  return [...place, String(rowIndex), columnTitle, value ?? '', reason, localDay(firstSeenAt)]
}

function keyOf({ circuit, congregation }: Pick<RejectRow, 'circuit' | 'congregation'>): string {
  return JSON.stringify([circuit, congregation])
}
