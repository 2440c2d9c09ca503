import { productShortName } from '@dashboard/contract/limits'
import {
  deleteAllReports,
  deleteReport,
  deleteReports,
  downloadReport,
  downloadReports,
  listReports,
} from '@dashboard/contract/reports'
import { readVersion } from '@dashboard/store/database/data-versions'
import type { FastifyInstance } from 'fastify'
import { attachment } from '../http/content-disposition.ts'
import { alreadySent, route } from '../http/endpoint-routes.ts'
import { createVersionedSender } from '../http/versioned-answer.ts'
import { streamArchive } from './report-archive.ts'
import * as queries from './reports-queries.ts'
import {
  deleteMany,
  deleteOne,
  describeReports,
  openReport,
  type ReportsDependencies,
  requireReports,
} from './reports-service.ts'

export function reportsRoutes(app: FastifyInstance, { db, files }: ReportsDependencies): void {
  const onError = (error: unknown, message: string) => app.log.warn({ err: error }, message)
  const dependencies = { db, files, onError }
  const sendVersioned = createVersionedSender()

  route(app, listReports, async ({ request, reply }) => {
    const version = `reports-${await readVersion(db, 'reports')}`
    await sendVersioned(request, reply, version, async () => ({
      reports: await queries.listReports(db),
    }))
    return alreadySent
  })

  route(app, downloadReport, async ({ params, reply, audit }) => {
    const { report, file } = await openReport(dependencies, params.id)
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

  route(app, downloadReports, async ({ body, reply, audit }) => {
    const reports = await requireReports(dependencies, body.ids)
    await audit(db, 'report.download', describeReports(reports))
    const day = new Date().toISOString().slice(0, 10)
    return reply
      .type('application/zip')
      .header('content-disposition', attachment(`${productShortName}-Reports-${day}.zip`))
      .header('cache-control', 'private, no-store')
      .send(streamArchive(files, reports))
  })

  route(app, deleteReport, async ({ params, audit }) => {
    await deleteOne({ ...dependencies, audit }, params.id)
    return { message: 'The report was deleted.' }
  })

  route(app, deleteReports, async ({ body, audit }) => {
    const deleted = await deleteMany({ ...dependencies, audit }, body.ids)
    return { deleted, message: `Deleted ${countReports(deleted)}.` }
  })

  route(app, deleteAllReports, async ({ audit }) => {
    const deleted = await deleteMany({ ...dependencies, audit }, 'all')
    return { deleted, message: `Deleted ${countReports(deleted)}.` }
  })
}

function countReports(reports: number): string {
  return `${reports} ${reports === 1 ? 'report' : 'reports'}`
}
