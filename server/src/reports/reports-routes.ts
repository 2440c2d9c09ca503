import { countOf } from '@dashboard/contract/counts'
import {
  deleteAllReports,
  deleteReport,
  deleteReports,
  downloadReport,
  downloadReports,
  listReports,
} from '@dashboard/contract/reports'
import type { Scope } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import { describeReports } from '@dashboard/store/reports/delete-reports'
import { readFrameDigest } from '@dashboard/store/reports/report-contents'
import type { Settings } from '@dashboard/store/settings/settings'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../http/app-error.ts'
import { attachment, downloadName } from '../http/content-disposition.ts'
import { route, routeVersioned } from '../http/endpoint-routes.ts'
import { streamArchive } from './report-archive.ts'
import * as queries from './reports-queries.ts'
import {
  deleteMany,
  openReport,
  type ReportsDependencies,
  requireReports,
} from './reports-service.ts'

interface Dependencies extends ReportsDependencies {
  settings: Pick<Settings, 'reportPaper'>
}

export function reportsRoutes(app: FastifyInstance, { db, files, settings }: Dependencies): void {
  const onError = (error: unknown, message: string) => app.log.warn({ err: error }, message)
  const dependenciesFor = (scope: Scope) => ({ db, files, onError, visible: within(db, scope) })

  routeVersioned(app, listReports, {
    db,
    reads: ['reports'],
    facts: () => readFrameDigest(db, settings),
    answer: async ({ facts: frame, visible }) => ({
      reports: await queries.listReports(visible, frame),
      expiring: await queries.readExpiring(visible),
    }),
  })

  route(app, downloadReport, async ({ params, scope, reply, audit }) => {
    const { report, file } = await openReport(dependenciesFor(scope), params.id)
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
    const visible = within(db, scope)
    const frame = await readFrameDigest(db, settings)
    const reports = await requireReports(visible, body.ids, frame)
    await audit(db, 'report.download', describeReports(reports))
    const archived = reports.map((report) => ({ ...report, isOutdated: Boolean(report.stale) }))
    const day = new Date().toISOString().slice(0, 10)
    return reply
      .type('application/zip')
      .header('content-disposition', attachment(downloadName('Reports', 'zip', day)))
      .header('cache-control', 'private, no-store')
      .send(streamArchive(files, archived))
  })

  route(app, deleteReport, async ({ params, scope, audit }) => {
    const deleted = await deleteMany({ ...dependenciesFor(scope), audit }, [params.id])
    if (deleted === 0) throw notFound('Report')
    return { message: 'The report was deleted.' }
  })

  route(app, deleteReports, async ({ body, scope, audit }) => {
    const deleted = await deleteMany({ ...dependenciesFor(scope), audit }, body.ids)
    return { deleted, message: `Deleted ${countOf(deleted, 'report')}.` }
  })

  route(app, deleteAllReports, async ({ scope, audit }) => {
    const ids = await queries.listReportIds(within(db, scope))
    const deleted = await deleteMany({ ...dependenciesFor(scope), audit }, ids)
    return { deleted, message: `Deleted ${countOf(deleted, 'report')}.` }
  })
}
