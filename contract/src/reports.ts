import { z } from 'zod'
import { IdParams, Instant, JobStarted, MessageAnswer } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'
import { reportTargets } from './limits.ts'
import { targetNames } from './target-names.ts'

/**
 * What rarely differs between versions of a report comes first and what always differs last: that makes the compressed
 * list of many a third smaller.
 */
export const Report = z.object({
  /** Bytes. */
  size: z.number().int(),
  /** Number of pages and volunteers; `null` where unknown. */
  pages: z.number().int().nullable(),
  volunteers: z.number().int().nullable(),
  /** The circuit's name; for a congregation report, the name of the congregation's circuit. */
  circuitId: z.string(),
  /** Name of the congregation; `null` for a circuit report. */
  congregation: z.string().nullable(),
  filename: z.string(),
  format: z.literal('pdf'),
  /** Whether a new report of the circuit or congregation would print something else. */
  stale: z.boolean(),
  /** Whether this is the newest report of its circuit or congregation. */
  current: z.boolean(),
  jobId: z.string().nullable(),
  generatedAt: Instant,
  id: z.string(),
  downloadUrl: z.string(),
})
export type Report = z.infer<typeof Report>

/** Old reports whose deletion has been announced. */
export const ExpiringReports = z.object({
  reports: z.number().int(),
  /** When they are deleted. */
  at: Instant,
  /** Reports generated at that instant or before. */
  until: Instant,
})
export type ExpiringReports = z.infer<typeof ExpiringReports>

const ManyReports = z.strictObject({
  ids: z
    .array(z.string().max(100), { error: 'Select at least one report' })
    .min(1, 'Select at least one report')
    .transform((ids) => [...new Set(ids)]),
})

const DeletedAnswer = z.object({ message: z.string(), deleted: z.number().int() })

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

export const getLookupOptions = defineEndpoint({
  summary: 'Circuits and congregations to choose from, in natural order',
  tag: 'Data and workflows',
  path: '/api/lookup-options',
  access: 'user',
  answer: LookupOptions,
})

export const startCircuitReport = defineEndpoint({
  summary: 'Queue one report for each named circuit',
  tag: 'Data and workflows',
  method: 'POST',
  path: '/api/workflows/circuit-report',
  access: 'user',
  audit: 'job.start',
  body: CircuitReportInput,
  status: 202,
  answer: JobStarted,
})

export const startCongregationReport = defineEndpoint({
  summary: 'Queue one report for each named congregation',
  tag: 'Data and workflows',
  method: 'POST',
  path: '/api/workflows/congregation-report',
  access: 'user',
  audit: 'job.start',
  body: CongregationReportInput,
  status: 202,
  answer: JobStarted,
})

export const listReports = defineEndpoint({
  summary: 'All reports, newest first',
  path: '/api/reports',
  access: 'user',
  answer: z.object({
    reports: z.array(Report),
    /** Reports among all of them that are about to be deleted; `null`: none. */
    expiring: ExpiringReports.nullable(),
  }),
  versionedFor: 'role',
})

export const downloadReport = defineEndpoint({
  summary: 'The PDF of one report',
  path: '/api/reports/:id/download',
  access: 'user',
  audit: 'report.download',
  params: IdParams,
  answer: { binary: 'application/pdf' },
  failures: [502, 504],
})

export const downloadReports = defineEndpoint({
  summary: 'Several reports as one zip with a manifest',
  method: 'POST',
  path: '/api/reports/bulk-download',
  access: 'user',
  tokens: 'read',
  audit: 'report.download',
  body: ManyReports,
  answer: { binary: 'application/zip' },
  failures: [404, 502, 504],
})

export const deleteReport = defineEndpoint({
  summary: 'Delete one report',
  method: 'DELETE',
  path: '/api/reports/:id',
  access: 'user',
  audit: 'report.delete',
  params: IdParams,
  answer: MessageAnswer,
})

export const deleteReports = defineEndpoint({
  summary: 'Delete several reports',
  method: 'DELETE',
  path: '/api/reports',
  access: 'user',
  audit: 'report.delete',
  body: ManyReports,
  answer: DeletedAnswer,
})

export const deleteAllReports = defineEndpoint({
  summary: 'Delete every report',
  method: 'DELETE',
  path: '/api/reports/clear-all',
  access: 'user',
  audit: 'report.delete',
  answer: DeletedAnswer,
})
