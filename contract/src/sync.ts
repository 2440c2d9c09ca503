import { z } from 'zod'
import { Count, JobStarted, NoInput } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'

/** Result that a completed import stores in its job, for the request that waits for it. */
export const ImportOutcome = z.object({
  /** Volunteers in the database after the import. */
  rowCount: Count,
  circuitsCount: Count,
  /** Titles of columns in the sheet that are not part of its format. */
  unknownColumns: z.array(z.string()).default([]),
})
export type ImportOutcome = z.infer<typeof ImportOutcome>

export const startExport = defineEndpoint({
  summary: 'Queue an export from Locust into the spreadsheet',
  method: 'POST',
  path: '/api/workflows/locust-export',
  access: 'unlimited',
  audit: 'job.start',
  body: NoInput,
  status: 202,
  answer: JobStarted,
})

export const startExportAndImport = defineEndpoint({
  summary: 'Queue an export and an import that starts when it completes',
  method: 'POST',
  path: '/api/workflows/export-and-import',
  access: 'unlimited',
  audit: 'job.start',
  body: NoInput,
  status: 202,
  answer: JobStarted.extend({ importJobId: z.string() }),
})

export const importSheet = defineEndpoint({
  summary: 'Import the spreadsheet now; answers when the import has finished',
  method: 'POST',
  path: '/api/import/sheets',
  waits: true,
  access: 'unlimited',
  audit: 'job.start',
  body: NoInput,
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    ...ImportOutcome.shape,
    jobId: z.string(),
  }),
  failures: [422, 502],
})
