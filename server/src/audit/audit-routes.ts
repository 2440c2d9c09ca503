import { exportAudit, listAuditActors, listAuditEntries } from '@dashboard/contract/audit'
import { pageLimit, productShortName } from '@dashboard/contract/limits'
import { localDay } from '@dashboard/contract/local-time'
import { countRows } from '@dashboard/store/database/count-rows'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/endpoint-routes.ts'
import { readPage } from '../http/page-cursor.ts'
import { sendTable } from '../http/table-file.ts'
import { auditLines } from './audit-lines.ts'
import { auditOrder, chooseEntries, listActors, readUsers, toEntry } from './audit-queries.ts'

/** Adds the routes that read and export the audit log (docs/behavior.md#audit-log). */
export function auditRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  route(app, listAuditEntries, async ({ query = {} }) => {
    const { limit = pageLimit.default, cursor, sort = '-at', ...filter } = query
    const chosen = chooseEntries(db, filter)
    const [{ rows, nextCursor }, total] = await Promise.all([
      readPage(chosen, auditOrder(sort), { limit, cursor }),
      countRows(chosen),
    ])
    const users = await readUsers(db, rows)
    return { entries: rows.map((row) => toEntry(row, users)), total, nextCursor }
  })

  route(app, listAuditActors, async () => ({ actors: await listActors(db) }))

  route(app, exportAudit, async ({ query = {}, audit, reply }) => {
    await audit(db, 'audit.export', { details: { ...query } })
    const fileName = `${productShortName}-Audit-Log-${localDay(Date.now())}.csv`
    return sendTable(reply, 'csv', fileName, 'Audit log', auditLines(db, query))
  })
}
