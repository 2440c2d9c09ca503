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
import type { Scope } from '@dashboard/store/database/scope'
import { type ScopedDb, within } from '@dashboard/store/database/scoped-database'
import { describeReports } from '@dashboard/store/reports/delete-reports'
import type { ReportBasis } from '@dashboard/store/reports/report-contents'
import type { FastifyInstance } from 'fastify'
import { attachment } from '../http/content-disposition.ts'
import { route, routeVersioned } from '../http/endpoint-routes.ts'
import { readCursor, takePage } from '../http/page-cursor.ts'
import { streamArchive } from './report-archive.ts'
import * as queries from './reports-queries.ts'
import {
  deleteMany,
  deleteOne,
  idsOf,
  openReport,
  type ReadBasis,
  type ReportsDependencies,
  reportsOf,
} from './reports-service.ts'

interface Dependencies extends ReportsDependencies {
  readBasis: ReadBasis
}

export function reportsRoutes(app: FastifyInstance, { db, files, readBasis }: Dependencies): void {
  const onError = (error: unknown, message: string) => app.log.warn({ err: error }, message)
  const seenBy = (scope: Scope) => ({ db, files, onError, visible: within(db, scope) })

  routeVersioned(app, listReports, {
    db,
    reads: ['reports'],
    facts: readBasis,
    answer: ({ query = {}, facts: basis, visible }) => readPage(visible, query, basis),
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
    const reports = await reportsOf(seenBy(scope), readBasis, body)
    await audit(db, 'report.download', describeReports(reports))
    const outdated = await queries.findOutdatedIds(
      within(db, scope),
      await readBasis(),
      reports.map(({ id }) => id),
    )
    const archived = reports.map((report) => ({ ...report, isOutdated: outdated.has(report.id) }))
    const day = new Date().toISOString().slice(0, 10)
    return reply
      .type('application/zip')
      .header('content-disposition', attachment(`${productShortName}-Reports-${day}.zip`))
      .header('cache-control', 'private, no-store')
      .send(streamArchive(files, archived))
  })

  route(app, deleteReport, async ({ params, scope, audit }) => {
    await deleteOne({ ...seenBy(scope), audit }, params.id)
    return { message: 'The report was deleted.' }
  })

  route(app, deleteReports, async ({ body, scope, audit }) => {
    const ids = await idsOf(within(db, scope), readBasis, body)
    const deleted = await deleteMany({ ...seenBy(scope), audit }, ids)
    return { deleted, message: `Deleted ${countReports(deleted)}.` }
  })

  route(app, deleteAllReports, async ({ scope, audit }) => {
    const ids = await idsOf(within(db, scope), readBasis, { filter: {} })
    const deleted = await deleteMany({ ...seenBy(scope), audit }, ids)
    return { deleted, message: `Deleted ${countReports(deleted)}.` }
  })
}

/** Reads a page; without parameters the newest 1,000 (docs/behavior.md#long-lists). */
async function readPage(db: ScopedDb, query: ReportQuery, basis: ReportBasis) {
  const { limit = pageLimit.max, cursor, sort = '-generatedAt', ...filter } = query
  const order = { list: 'reports', sort }
  const after = readCursor(order, queries.orderWidth(sort), cursor)
  const choice = { ...filter, basis }
  const [rows, counts, expiring] = await Promise.all([
    queries.readReportPage(db, choice, { limit: limit + 1, sort, after }),
    queries.countReports(db, choice),
    queries.readExpiring(db),
  ])
  const page = takePage(rows, limit, order, queries.placeOfReport(sort))
  return {
    reports: page.rows.map(queries.toReport),
    ...counts,
    expiring,
    nextCursor: page.nextCursor,
  }
}

function countReports(reports: number): string {
  return `${reports} ${reports === 1 ? 'report' : 'reports'}`
}
