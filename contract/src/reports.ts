import { z } from 'zod'
import { IdParams, Instant, JobStarted, MessageAnswer } from './answers.ts'
import { formatCount } from './counts.ts'
import { defineEndpoint } from './endpoint.ts'
import { bulkReportIds, reportTargets } from './limits.ts'
import { flagParameter, pageFacts, pageParameters } from './paging.ts'
import { targetNames } from './target-names.ts'

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
  /** Prints something else than a report of its circuit or congregation would now. */
  stale: z.boolean(),
  /** Of the reports of one circuit or congregation, whether it is the newest. */
  current: z.boolean(),
})
export type Report = z.infer<typeof Report>

/** Old reports of which has been said that they will be deleted. */
export const ExpiringReports = z.object({
  reports: z.number().int(),
  /** When they are deleted. */
  at: Instant,
  /** They were generated then or before. */
  until: Instant,
})
export type ExpiringReports = z.infer<typeof ExpiringReports>

const manyReports = `Select at most ${formatCount(bulkReportIds)} reports at once`

const Ids = z
  .array(z.string().max(100), { error: 'Select at least one report' })
  .max(bulkReportIds, manyReports)
  .transform((ids) => [...new Set(ids)])

const page = pageParameters(['generatedAt', 'name', 'size'])

/** Which reports; each part narrows the choice. */
export const ReportFilter = z.strictObject({
  /** Searched in circuit id and file name. */
  q: page.q,
  /** Out of date, or not. */
  stale: z.boolean().optional(),
  /** The newest of its circuit or congregation, or superseded. */
  current: z.boolean().optional(),
  /** By the name of their circuit. */
  circuit: z.string().max(200).optional(),
  /** Made by one of these jobs. */
  jobs: z.array(z.string().max(100)).max(100).optional(),
  /** Generated at that instant or before. */
  until: z.string().max(40).optional(),
})
export type ReportFilter = z.infer<typeof ReportFilter>

/** The same as parameters of a query. */
const ReportQuery = z.object({
  ...page,
  stale: flagParameter.optional(),
  current: flagParameter.optional(),
  circuit: ReportFilter.shape.circuit,
  /** Ids, separated by commas. */
  jobs: z
    .string()
    .max(8_000)
    .transform((ids) => ids.split(','))
    .optional(),
  until: ReportFilter.shape.until,
})
export type ReportQuery = z.output<typeof ReportQuery>

/** Named one by one, or chosen by a filter. */
const ManyReports = z
  .strictObject({
    ids: Ids.pipe(z.array(z.string()).min(1, 'Select at least one report')).optional(),
    filter: ReportFilter.extend({
      /** Ids of reports to leave out. */
      except: Ids.optional(),
      /** Ids of reports to take that the filter does not choose. */
      also: Ids.optional(),
    }).optional(),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    error: 'Select at least one report',
  })
export type ManyReports = z.infer<typeof ManyReports>

const DeletedAnswer = z.object({ message: z.string(), deleted: z.number().int() })

/** What reports can be made of. */
export const LookupOptions = z.object({
  circuits: z.array(z.string()),
  congregations: z.array(z.string()),
  circuitCongregationMap: z.record(z.string(), z.array(z.string())),
})
export type LookupOptions = z.infer<typeof LookupOptions>

export const CircuitReportInput = z.strictObject({
  circuits: targetNames('circuit', reportTargets.circuits),
})
export const CongregationReportInput = z.strictObject({
  congregations: targetNames('congregation', reportTargets.congregations),
})

const tag = 'Reports'
const startTag = 'Data and workflows'

export const getLookupOptions = defineEndpoint({
  name: 'getLookupOptions',
  summary: 'Circuits and congregations to choose from, in natural order',
  tag: startTag,
  method: 'GET',
  path: '/api/lookup-options',
  access: 'user',
  reach: 'scoped',
  answer: LookupOptions,
})

export const startCircuitReport = defineEndpoint({
  name: 'startCircuitReport',
  summary: 'Queue one report for each named circuit',
  tag: startTag,
  method: 'POST',
  path: '/api/workflows/circuit-report',
  access: 'user',
  reach: 'scoped',
  audit: 'job.start',
  perHour: 'jobs',
  body: CircuitReportInput,
  status: 202,
  answer: JobStarted,
})

export const startCongregationReport = defineEndpoint({
  name: 'startCongregationReport',
  summary: 'Queue one report for each named congregation',
  tag: startTag,
  method: 'POST',
  path: '/api/workflows/congregation-report',
  access: 'user',
  reach: 'scoped',
  audit: 'job.start',
  perHour: 'jobs',
  body: CongregationReportInput,
  status: 202,
  answer: JobStarted,
})

export const listReports = defineEndpoint({
  name: 'listReports',
  summary: 'Reports, newest first',
  tag,
  method: 'GET',
  path: '/api/reports',
  access: 'user',
  reach: 'scoped',
  query: ReportQuery,
  answer: z.object({
    reports: z.array(Report),
    ...pageFacts,
    /** All reports there are, whatever was asked for. */
    overall: z.number().int(),
    /** Of all of them, the old ones that are to be deleted; `null`: none. */
    expiring: ExpiringReports.nullable(),
  }),
  isVersioned: true,
})

export const downloadReport = defineEndpoint({
  name: 'downloadReport',
  summary: 'The PDF of one report',
  tag,
  method: 'GET',
  path: '/api/reports/:id/download',
  access: 'user',
  reach: 'scoped',
  audit: 'report.download',
  perHour: 'files',
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
  reach: 'scoped',
  tokens: 'read',
  audit: 'report.download',
  perHour: 'files',
  body: ManyReports,
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
  reach: 'scoped',
  audit: 'report.delete',
  perHour: 'changes',
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
  reach: 'scoped',
  audit: 'report.delete',
  perHour: 'changes',
  body: ManyReports,
  answer: DeletedAnswer,
})

export const deleteAllReports = defineEndpoint({
  name: 'deleteAllReports',
  summary: 'Delete every report',
  tag,
  method: 'DELETE',
  path: '/api/reports/clear-all',
  access: 'user',
  reach: 'scoped',
  audit: 'report.delete',
  perHour: 'changes',
  answer: DeletedAnswer,
})
