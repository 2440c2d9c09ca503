import { z } from 'zod'
import { Count, Instant } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'
import { FailureKind } from './jobs.ts'

/** Counts of what an import has changed. */
export const ImportTotals = z.object({
  /** Rows of the sheet that are not blank. */
  rows: Count,
  new: Count,
  /** Volunteers whose circuit or congregation has changed. */
  moved: Count,
  /** Volunteers with any other change. */
  changed: Count,
  left: Count,
  unchanged: Count,
  skipped: Count,
  newCircuits: Count,
  leftCircuits: Count,
  newCongregations: Count,
  leftCongregations: Count,
})
export type ImportTotals = z.infer<typeof ImportTotals>

/** How the last export or import ended; remains when its job is cleared or dismissed. */
export const SyncEnd = z.object({
  type: z.enum(['export', 'import']),
  jobId: z.string(),
  status: z.enum(['completed', 'failed']),
  endedAt: Instant,
  /** Full name. */
  startedBy: z.string().nullable(),
  error: z.string().nullable(),
  errorDetails: z.string().nullable(),
  failureKind: FailureKind.nullable(),
  cancelledBy: z.string().nullable(),
  /** The import that was written or that the guard stopped; `null` for an export, and where nothing was planned. */
  importId: z.string().nullable(),
  /** Volunteers that a completed export has copied. */
  exported: Count.nullable(),
  /** What a completed import has changed. */
  imported: ImportTotals.nullable(),
})
export type SyncEnd = z.infer<typeof SyncEnd>

const Timestamp = z.object({ timestamp: Instant }).nullable()
export const AutomationStatus = z.object({
  lastAutomatedExport: Timestamp,
  lastImport: Timestamp,
  exportError: z.string().nullable(),
  /** Cause of `exportError`, for the operator. */
  exportErrorDetails: z.string().nullable(),
  /** The last sync: an export, an import, or both with the export first. Empty before the first sync. */
  lastSync: z.array(SyncEnd),
  /** Circuits and congregations whose newest report is out of date. */
  outdatedReports: z.object({ circuits: z.array(z.string()), congregations: z.array(z.string()) }),
  /**
   * Whether the volunteers are built-in sample data, according to the last import or, before any import, the last
   * export.
   */
  isSampleData: z.boolean(),
})
export type AutomationStatus = z.infer<typeof AutomationStatus>

export const getAutomationStatus = defineEndpoint({
  summary: 'When data was last exported and imported, and what came of the last sync',
  path: '/api/automation-status',
  access: 'user',
  answer: AutomationStatus,
})
