import { z } from 'zod'
import { IdParams, Instant } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'
import { pageMetadata, pageParameters } from './paging.ts'

export const ImportReject = z.object({
  id: z.number().int(),
  /** Row number as the spreadsheet program shows it. */
  row: z.number().int(),
  column: z.string(),
  value: z.string().nullable(),
  /** A full sentence. */
  reason: z.string(),
  /** Circuit as written in the row; empty where the row has none. */
  circuit: z.string(),
  congregation: z.string(),
  /** When an import first skipped this row for this reason; reset when the row is imported. */
  firstSeenAt: Instant,
})
export type ImportReject = z.infer<typeof ImportReject>

const rejectFilter = {
  circuit: z.string().max(500).optional(),
  congregation: z.string().max(500).optional(),
}
const rejectsPage = pageParameters(['row', 'congregation'])

export const listImportRejects = defineEndpoint({
  summary: 'Rows that an import skips; searched in value, reason, circuit and congregation',
  path: '/api/imports/:id/rejects',
  access: 'user',
  params: IdParams,
  query: z.object({ ...rejectsPage, ...rejectFilter }),
  answer: z.object({ rejects: z.array(ImportReject), ...pageMetadata }),
})

const RejectsFileQuery = z.object({ q: rejectsPage.q, ...rejectFilter })

export const exportRejectsCsv = defineEndpoint({
  summary: 'The skipped rows as CSV, by congregation',
  path: '/api/imports/:id/rejects.csv',
  access: 'user',
  audit: 'import.rejects.export',
  params: IdParams,
  query: RejectsFileQuery,
  answer: { binary: 'text/csv' },
})

export const exportRejectsXlsx = defineEndpoint({
  summary: 'The skipped rows as an XLSX workbook, by congregation',
  path: '/api/imports/:id/rejects.xlsx',
  access: 'user',
  audit: 'import.rejects.export',
  params: IdParams,
  query: RejectsFileQuery,
  answer: { binary: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
})
