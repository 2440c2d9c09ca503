import { exportRejectsCsv, exportRejectsXlsx } from '@dashboard/contract/import-rejects'
import { productShortName } from '@dashboard/contract/limits'
import { localDay } from '@dashboard/contract/local-time'
import { fromFlag } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { type ScopedDb, within } from '@dashboard/store/database/scoped-database'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../http/app-error.ts'
import { route } from '../http/endpoint-routes.ts'
import { sendCsv, sendXlsx } from '../http/table-file.ts'
import { countRejectsByPlace, type PlaceFilter } from './changes-queries.ts'
import { requireImport } from './imports-service.ts'
import { rejectLines } from './reject-lines.ts'

/** Adds the routes that send the skipped rows of an import as files (docs/imports.md#screens). */
export function rejectFilesRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  route(app, exportRejectsCsv, async ({ params, query, scope, reply, audit }) => {
    const visible = within(db, scope)
    const { owner, places, note } = await findRejects(visible, params.id, query)
    await audit(db, 'import.rejects.export', note('csv'))
    return sendCsv(reply, fileName('csv'), rejectLines(visible, owner, query, places))
  })

  route(app, exportRejectsXlsx, async ({ params, query, scope, reply, audit }) => {
    const visible = within(db, scope)
    const { owner, places, note } = await findRejects(visible, params.id, query)
    await audit(db, 'import.rejects.export', note('xlsx'))
    const lines = rejectLines(visible, owner, query, places)
    return sendXlsx(reply, fileName('xlsx'), 'Skipped rows', lines)
  })
}

/**
 * Finds the skipped rows and their note for the audit log, which holds only the number of rows, since the search text
 * may be a volunteer's phone number.
 */
async function findRejects(db: ScopedDb, importId: string, filter: PlaceFilter) {
  const { id, rejectsOf, hasDetails } = await requireImport(db, importId)
  if (!fromFlag(hasDetails)) throw notFound('Import')
  const owner = rejectsOf ?? id
  const places = await countRejectsByPlace(db, owner, filter)
  const rows = places.reduce((sum, place) => sum + place.rows, 0)
  const subject = `import:${importId}`
  return { owner, places, note: (format: string) => ({ subject, details: { format, rows } }) }
}

function fileName(ending: string): string {
  return `${productShortName}-Skipped-Rows-${localDay(Date.now())}.${ending}`
}
