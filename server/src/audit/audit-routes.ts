import { exportAudit, listAuditActors, listAuditEntries } from '@dashboard/contract/audit'
import { pageLimit, productShortName } from '@dashboard/contract/limits'
import { localDay } from '@dashboard/contract/local-time'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/endpoint-routes.ts'
import { readCursor, takePage } from '../http/page-cursor.ts'
import { sendTable } from '../http/table-file.ts'
import { auditLines } from './audit-lines.ts'
import { countEntries, listActors, readPage, readUsers, toEntry } from './audit-queries.ts'

/** Adds the routes that read and export the audit log (docs/behavior.md#audit-log). */
export function auditRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  route(app, listAuditEntries, async ({ query = {} }) => {
    const { limit = pageLimit.default, cursor, sort = '-at', ...filter } = query
    const order = { list: 'audit', sort }
    const after = readCursor(order, 1, cursor)
    const [rows, total] = await Promise.all([
      readPage(db, filter, { limit: limit + 1, sort, after }),
      countEntries(db, filter),
    ])
    const page = takePage(rows, limit, order, ({ sequence }) => [sequence])
    const users = await readUsers(db, page.rows)
    const entries = page.rows.map((row) => toEntry(row, users))
    return { entries, total, nextCursor: page.nextCursor }
  })

  route(app, listAuditActors, async () => ({ actors: await listActors(db) }))

  route(app, exportAudit, async ({ query = {}, audit, reply }) => {
    await audit(db, 'audit.export', { details: { ...query } })
    const fileName = `${productShortName}-Audit-Log-${localDay(Date.now())}.csv`
    return sendTable(reply, 'csv', fileName, 'Audit log', auditLines(db, query))
  })
}
