import { createHash } from 'node:crypto'
import { pageLimit, productShortName } from '@dashboard/contract/limits'
import {
  deleteAllReports,
  deleteReport,
  deleteReports,
  downloadReport,
  downloadReports,
  listReports,
  type ReportQuery,
} from '@dashboard/contract/reports'
import { readLastImport } from '@dashboard/store/automation-status'
import { type JsonText, toJson } from '@dashboard/store/database/column-values'
import { joinRows } from '@dashboard/store/database/json-in-sql'
import type { Scope } from '@dashboard/store/database/scope'
import { type ScopedDb, within } from '@dashboard/store/database/scoped-database'
import type { FastifyInstance } from 'fastify'
import { attachment } from '../http/content-disposition.ts'
import { alreadySent, route } from '../http/endpoint-routes.ts'
import { readCursor, takePage } from '../http/page-cursor.ts'
import { createVersionedSender } from '../http/versioned-answer.ts'
import { streamArchive } from './report-archive.ts'
import * as queries from './reports-queries.ts'
import {
  deleteMany,
  deleteOne,
  describeReports,
  idsOf,
  openReport,
  type ReportsDependencies,
  reportsOf,
} from './reports-service.ts'

export function reportsRoutes(app: FastifyInstance, { db, files }: ReportsDependencies): void {
  const onError = (error: unknown, message: string) => app.log.warn({ err: error }, message)
  const seenBy = (scope: Scope) => ({ db, files, onError, visible: within(db, scope) })
  // Apart, so that searches do not push out what everybody polls.
  const sendPolled = createVersionedSender()
  const sendOthers = createVersionedSender()

  route(app, listReports, async ({ query = {}, session, scope, request, reply }) => {
    const version = `reports-${session.versions.reports ?? 0}`
    const isPolled = Object.keys(query).length === 0
    const send = isPolled ? sendPolled : sendOthers
    const tag = isPolled ? version : `${version}-${digest(query)}`
    await send(request, reply, tag, () => answerPage(within(db, scope), query))
    return alreadySent
  })

  route(app, downloadReport, async ({ params, scope, reply, audit }) => {
    const { report, file } = await openReport(seenBy(scope), params.id)
    await audit(db, 'report.download', describeReports([report])).catch((error: unknown) => {
      file.stream.destroy()
      throw error
    })
    return reply
      .type('application/pdf')
      .header('content-length', file.size)
      .header('content-disposition', attachment(report.filename))
      .header('cache-control', 'private, no-store')
      .send(file.stream)
  })

  route(app, downloadReports, async ({ body, scope, reply, audit }) => {
    const reports = await reportsOf(seenBy(scope), body)
    await audit(db, 'report.download', describeReports(reports))
    const day = new Date().toISOString().slice(0, 10)
    return reply
      .type('application/zip')
      .header('content-disposition', attachment(`${productShortName}-Reports-${day}.zip`))
      .header('cache-control', 'private, no-store')
      .send(streamArchive(files, reports))
  })

  route(app, deleteReport, async ({ params, scope, audit }) => {
    await deleteOne({ ...seenBy(scope), audit }, params.id)
    return { message: 'The report was deleted.' }
  })

  route(app, deleteReports, async ({ body, scope, audit }) => {
    const ids = await idsOf(within(db, scope), body)
    const deleted = await deleteMany({ ...seenBy(scope), audit }, ids)
    return { deleted, message: `Deleted ${countReports(deleted)}.` }
  })

  route(app, deleteAllReports, async ({ scope, audit }) => {
    const ids = await idsOf(within(db, scope), { filter: {} })
    const deleted = await deleteMany({ ...seenBy(scope), audit }, ids)
    return { deleted, message: `Deleted ${countReports(deleted)}.` }
  })
}

/** A page as JSON; without parameters the newest 1,000 (docs/behavior.md#long-lists). */
async function answerPage(db: ScopedDb, query: ReportQuery): Promise<JsonText> {
  const { limit = pageLimit.max, cursor, sort = '-generatedAt', ...filter } = query
  const order = { list: 'reports', sort }
  const after = readCursor(order, queries.orderWidth(sort), cursor)
  const choice = { ...filter, lastImport: await readLastImport(db) }
  const [rows, counts, expiring] = await Promise.all([
    queries.readReportPage(db, choice, { limit: limit + 1, sort, after }),
    queries.countReports(db, choice),
    queries.readExpiring(db),
  ])
  const page = takePage(rows, limit, order, queries.placeOfReport(sort))
  const reports = joinRows(page.rows.map(({ report }) => report))
  const facts = toJson({ ...counts, expiring, nextCursor: page.nextCursor })
  return `{"reports":${reports},${facts.slice(1)}`
}

/** A short name of a query, whatever the order of its parameters. */
function digest(query: object): string {
  const parameters = Object.entries(query).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(parameters)).digest('base64url').slice(0, 22)
}

function countReports(reports: number): string {
  return `${reports} ${reports === 1 ? 'report' : 'reports'}`
}
