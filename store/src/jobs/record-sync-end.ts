import { ImportTotals, type SyncEnd } from '@dashboard/contract/automation'
import { recordEvent } from '../automation-status.ts'
import type { Db } from '../database/open-database.ts'
import type { JobRow } from '../database/schema.ts'

export const endedColumns = [
  'id',
  'type',
  'completedAt',
  'dependsOn',
  'createdBy',
  'status',
  'error',
  'errorDetails',
  'failureKind',
  'cancelledBy',
] as const

type EndedJob = Pick<JobRow, (typeof endedColumns)[number]>

/** What is kept of an end, beside what the sync page is told. */
export type SyncEndRecord = Omit<SyncEnd, 'endedAt'> & { dependsOn: string | null }

/**
 * Keeps how an export or import has ended where the job's own row may be cleared or dismissed
 * (docs/behavior.md#sync-page); other jobs leave nothing.
 */
export async function recordSyncEnd(tx: Db, job: EndedJob, outcome: unknown = null): Promise<void> {
  const { type, status, completedAt } = job
  if (type !== 'export' && type !== 'import') return
  if (status !== 'completed' && status !== 'failed') return
  const { rowCount, totals } = (outcome ?? {}) as { rowCount?: number; totals?: unknown }
  const metadata: SyncEndRecord = {
    type,
    status,
    jobId: job.id,
    dependsOn: job.dependsOn,
    startedBy: job.createdBy,
    error: job.error,
    errorDetails: job.errorDetails,
    failureKind: job.failureKind,
    cancelledBy: job.cancelledBy,
    exported: type === 'export' ? (rowCount ?? null) : null,
    imported: ImportTotals.safeParse(totals).data ?? null,
  }
  const event = type === 'export' ? 'export-end' : 'import-end'
  await recordEvent(tx, event, { source: null, metadata }, completedAt ?? undefined)
}
