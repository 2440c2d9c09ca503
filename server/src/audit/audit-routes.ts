import {
  type AuditFilter,
  exportAudit,
  listAuditActors,
  listAuditEntries,
} from '@dashboard/contract/audit'
import { auditActionLabels, unusualUsername } from '@dashboard/contract/audit-actions'
import { pageLimit } from '@dashboard/contract/limits'
import { localTime, zoneName } from '@dashboard/contract/local-time'
import { countRows } from '@dashboard/store/database/count-rows'
import type { Db } from '@dashboard/store/database/open-database'
import type { AuditRow } from '@dashboard/store/database/schema'
import type { FastifyInstance } from 'fastify'
import { downloadName } from '../http/content-disposition.ts'
import { route } from '../http/endpoint-routes.ts'
import { readInParts, readPage } from '../http/page-cursor.ts'
import { type Lines, sendTable } from '../http/table-file.ts'
import {
  auditOrder,
  chooseEntries,
  hasUnusualUsername,
  listActors,
  readUsers,
  toEntry,
} from './audit-queries.ts'

/** Adds the routes that read and export the audit log (docs/audit-log.md). */
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
    const name = downloadName('Audit-Log', 'csv')
    return sendTable(reply, 'csv', name, 'Audit log', auditLines(db, query))
  })
}

const rowsPerPage = 500
/** Spreadsheets hold 32,767 characters in a cell. */
const maxCellLength = 32_000

const listColumns = (): [title: string, read: (row: AuditRow) => string | null][] => [
  ['Number', ({ sequence }) => String(sequence)],
  [`Time (${zoneName(Date.now())})`, ({ at }) => localTime(at)],
  ['Time (UTC)', ({ at }) => at],
  ['Person', ({ actor }) => actor],
  ['Person id', ({ actorId }) => actorId],
  ['What', ({ action }) => auditActionLabels[action]],
  ['Action', ({ action }) => action],
  ['Subject', ({ subject }) => subject],
  ['Address', ({ address }) => address],
  ['Details', ({ details }) => (details === '{}' ? '' : details)],
  ['Letters', ({ actor }) => (hasUnusualUsername(actor) ? unusualUsername : '')],
]

/** Yields the chosen entries as a table, newest first, read a page at a time. */
async function* auditLines(db: Db, filter: AuditFilter): Lines {
  const columns = listColumns()
  yield columns.map(([title]) => title)
  for await (const row of readInParts(chooseEntries(db, filter), auditOrder('-at'), rowsPerPage)) {
    yield columns.map(([, read]) => {
      const text = read(row) ?? ''
      return text.length > maxCellLength ? `${text.slice(0, maxCellLength)}…` : text
    })
  }
}
