import { exportAudit, listAuditActors, listAuditEntries } from '@dashboard/contract/audit'
import { easternDay } from '@dashboard/contract/eastern-time'
import { auditListLimit, productShortName } from '@dashboard/contract/limits'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyInstance } from 'fastify'
import { attachment } from '../http/content-disposition.ts'
import { route } from '../http/endpoint-routes.ts'
import { streamCsv } from './audit-csv.ts'
import { readCursor, toCursor } from './audit-cursor.ts'
import { countEntries, listActors, readPage, toEntry } from './audit-queries.ts'

/** Reading and exporting the audit log (docs/behavior.md#audit-log). */
export function auditRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  route(app, listAuditEntries, async ({ query = {} }) => {
    const { limit = auditListLimit.default, cursor, sort = '-at', ...filter } = query
    const after = cursor === undefined ? undefined : readCursor(cursor)
    const [rows, total] = await Promise.all([
      // One more than asked for says whether there are more.
      readPage(db, filter, { limit: limit + 1, sort, after }),
      countEntries(db, filter),
    ])
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    const nextCursor = last ? toCursor(last.sequence) : null
    return { entries: shown.map(toEntry), total, nextCursor }
  })

  route(app, listAuditActors, async () => ({ actors: await listActors(db) }))

  route(app, exportAudit, async ({ query = {}, audit, reply }) => {
    await audit(db, 'audit.export', { details: { ...query } })
    const fileName = `${productShortName}-Audit-Log-${easternDay(Date.now())}.csv`
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', attachment(fileName))
      .header('cache-control', 'private, no-store')
      .send(streamCsv(db, query))
  })
}
