import { z } from 'zod'
import { IdParams, Instant, MessageAnswer } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'
import { bulkReportIds } from './limits.ts'

export const Report = z.object({
  id: z.string(),
  /** The circuit's name; of a congregation report, that of its circuit. */
  circuitId: z.string(),
  /** Name of the congregation; `null` for a circuit report. */
  congregation: z.string().nullable(),
  filename: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Pages and volunteers in it; `null` where that is not known. */
  pages: z.number().int().nullable(),
  volunteers: z.number().int().nullable(),
  format: z.literal('pdf'),
  generatedAt: Instant,
  downloadUrl: z.string(),
  /** Which job has made it. */
  jobId: z.string().nullable(),
  /** Made before the last import. */
  stale: z.boolean(),
})
export type Report = z.infer<typeof Report>

const ReportIds = z.strictObject({
  ids: z
    .array(z.string().max(100), { error: 'Select at least one report' })
    .min(1, 'Select at least one report')
    .max(bulkReportIds, `Select at most ${bulkReportIds.toLocaleString('en-US')} reports at once`)
    .transform((ids) => [...new Set(ids)]),
})

const DeletedAnswer = z.object({ message: z.string(), deleted: z.number().int() })

const tag = 'Reports'

export const listReports = defineEndpoint({
  name: 'listReports',
  summary: 'Reports, newest first',
  tag,
  method: 'GET',
  path: '/api/reports',
  access: 'user',
  answer: z.object({ reports: z.array(Report) }),
  isVersioned: true,
})

export const downloadReport = defineEndpoint({
  name: 'downloadReport',
  summary: 'The PDF of one report',
  tag,
  method: 'GET',
  path: '/api/reports/:id/download',
  access: 'user',
  audit: 'report.download',
  params: IdParams,
  answer: { binary: 'application/pdf' },
  failures: [502, 504],
})

export const downloadReports = defineEndpoint({
  name: 'downloadReports',
  summary: 'Several reports as one zip with a manifest',
  tag,
  method: 'POST',
  path: '/api/reports/bulk-download',
  access: 'user',
  audit: 'report.download',
  body: ReportIds,
  answer: { binary: 'application/zip' },
  failures: [404, 502, 504],
})

export const deleteReport = defineEndpoint({
  name: 'deleteReport',
  summary: 'Delete one report',
  tag,
  method: 'DELETE',
  path: '/api/reports/:id',
  access: 'user',
  audit: 'report.delete',
  params: IdParams,
  answer: MessageAnswer,
})

export const deleteReports = defineEndpoint({
  name: 'deleteReports',
  summary: 'Delete several reports',
  tag,
  method: 'DELETE',
  path: '/api/reports',
  access: 'user',
  audit: 'report.delete',
  body: ReportIds,
  answer: DeletedAnswer,
})

export const deleteAllReports = defineEndpoint({
  name: 'deleteAllReports',
  summary: 'Delete every report',
  tag,
  method: 'DELETE',
  path: '/api/reports/clear-all',
  access: 'user',
  audit: 'report.delete',
  answer: DeletedAnswer,
})
