import { z } from 'zod'
import { JobStarted, NoInput } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'
import { reportTargets } from './limits.ts'
import { targetNames } from './target-names.ts'

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

/** What a completed import leaves in its job for the request that waits for it. */
export const ImportOutcome = z.object({
  /** Volunteers in the database after the import. */
  rowCount: z.number().int().min(0),
  circuitsCount: z.number().int().min(0),
})
export type ImportOutcome = z.infer<typeof ImportOutcome>

const tag = 'Data and workflows'

export const getLookupOptions = defineEndpoint({
  name: 'getLookupOptions',
  summary: 'Circuits and congregations to choose from, in natural order',
  tag,
  method: 'GET',
  path: '/api/lookup-options',
  access: 'user',
  reach: 'scoped',
  answer: LookupOptions,
})

export const startExport = defineEndpoint({
  name: 'startExport',
  summary: 'Queue an export from Locust into the spreadsheet',
  tag,
  method: 'POST',
  path: '/api/workflows/locust-export',
  access: 'user',
  reach: 'all',
  audit: 'job.start',
  perHour: 'jobs',
  body: NoInput,
  bodyOptional: true,
  status: 202,
  answer: JobStarted,
})

export const startExportAndImport = defineEndpoint({
  name: 'startExportAndImport',
  summary: 'Queue an export and an import that starts when it completes',
  tag,
  method: 'POST',
  path: '/api/workflows/export-and-import',
  access: 'user',
  reach: 'all',
  audit: 'job.start',
  perHour: 'jobs',
  body: NoInput,
  bodyOptional: true,
  status: 202,
  answer: JobStarted.extend({ importJobId: z.string() }),
})

export const startCircuitReport = defineEndpoint({
  name: 'startCircuitReport',
  summary: 'Queue one report for each named circuit',
  tag,
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
  tag,
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

export const importSheet = defineEndpoint({
  name: 'importSheet',
  summary: 'Import the spreadsheet now; answers when the import has finished',
  tag,
  method: 'POST',
  path: '/api/import/sheets',
  waits: true,
  access: 'user',
  reach: 'all',
  audit: 'job.start',
  perHour: 'jobs',
  body: NoInput,
  bodyOptional: true,
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    ...ImportOutcome.shape,
    jobId: z.string(),
  }),
  failures: [422, 502],
})
