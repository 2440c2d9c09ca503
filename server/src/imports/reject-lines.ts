import { localDay } from '@dashboard/contract/local-time'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { readInParts } from '../http/page-cursor.ts'
import type { Lines } from '../http/table-file.ts'
import {
  chooseRejects,
  type PlaceFilter,
  type RejectPlace,
  type RejectRow,
  rejectOrders,
} from './changes-queries.ts'

/** The database sorts the rows again for each page. */
const rowsPerPage = 5_000
const order = {
  list: 'import-rejects',
  sort: 'congregation',
  columns: rejectOrders.congregation,
}

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
  const rejects = chooseRejects(db, importId, filter)
  for await (const row of readInParts(rejects, order, rowsPerPage)) {
    yield toLine(row, rowsOf.get(keyOf(row)) ?? 1)
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
