import { exportRejectsCsv, exportRejectsXlsx } from '@dashboard/contract/import-rejects'
import { localDay } from '@dashboard/contract/local-time'
import { fromFlag } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { type ScopedDb, within } from '@dashboard/store/database/scoped-database'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../http/app-error.ts'
import { downloadName } from '../http/content-disposition.ts'
import { route } from '../http/endpoint-routes.ts'
import { readInParts } from '../http/page-cursor.ts'
import { type Lines, sendTable } from '../http/table-file.ts'
import {
  chooseRejects,
  countRejectsByPlace,
  type PlaceFilter,
  type RejectPlace,
  type RejectRow,
  rejectOrders,
} from './changes-queries.ts'
import { requireImport } from './imports-service.ts'

const formats = [
  ['csv', exportRejectsCsv],
  ['xlsx', exportRejectsXlsx],
] as const

/** Adds the routes that send the skipped rows of an import as files (docs/imports.md#screens). */
export function rejectFilesRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  for (const [format, endpoint] of formats) {
    route(app, endpoint, async ({ params, query, scope, reply, audit }) => {
      const visible = within(db, scope)
      const { id, hasDetails } = await requireImport(visible, params.id)
      if (!fromFlag(hasDetails)) throw notFound('Import')
      const places = await countRejectsByPlace(visible, id, query)
      const rows = places.reduce((sum, place) => sum + place.rows, 0)
      // The search text may be a volunteer's phone number.
      const note = { subject: `import:${params.id}`, details: { format, rows } }
      await audit(db, 'import.rejects.export', note)
      const lines = rejectLines(visible, id, query, places)
      const name = downloadName('Skipped-Rows', format)
      return sendTable(reply, format, name, 'Skipped rows', lines)
    })
  }
}

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
async function* rejectLines(
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
