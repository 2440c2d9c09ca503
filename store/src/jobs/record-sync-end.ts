import type { ImportTotals, SyncEnd } from '@dashboard/contract/automation'
import { jobEnd } from '@dashboard/contract/jobs'
import { channelsThatGet } from '@dashboard/contract/notices'
import { recordEvent } from '../automation-status.ts'
import { raiseVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import type { JobRow } from '../database/schema.ts'
import { insertMessage } from '../notices/insert-message.ts'

export const endedColumns = [
  'id',
  'type',
  'importId',
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

/** Stored fields of an ended export or import: those that the sync page gets, and the dependency. */
export type SyncEndRecord = Omit<SyncEnd, 'endedAt'> & { dependsOn: string | null }

/**
 * Stores how an export or import ended, outside the job's row, which may be cleared or dismissed. Does nothing for
 * other jobs. `decisive` is the job whose end is that of the sync: the export, for an import that did not run.
 */
export async function recordSyncEnd(
  tx: Db,
  job: EndedJob,
  outcome: unknown = null,
  decisive: EndedJob = job,
): Promise<void> {
  const { type, status, completedAt } = job
  if (type !== 'export' && type !== 'import') return
  if (status !== 'completed' && status !== 'failed') return
  if (type === 'import') await endScheduleRun(tx, job, decisive)
  else await recordExportError(tx, job)
  const { rowCount, totals } = (outcome ?? {}) as { rowCount?: number; totals?: ImportTotals }
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
    importId: await findImportId(tx, job),
    imported: totals ?? null,
  }
  const event = type === 'export' ? 'export-end' : 'import-end'
  await recordEvent(tx, event, { source: null, metadata }, completedAt ?? undefined)
}

/** Keeps why the last export failed, for the sync page, until one succeeds; one that was cancelled changes nothing. */
async function recordExportError(tx: Db, job: EndedJob): Promise<void> {
  const end = jobEnd(job)
  if (end === 'completed') {
    await tx.deleteFrom('automation_status').where('eventType', '=', 'export-error').execute()
  } else if (end === 'failed') {
    const metadata = { error: job.error, details: job.errorDetails }
    await recordEvent(tx, 'export-error', { source: null, metadata }, job.completedAt ?? undefined)
  }
}

/** Returns the id of the import that the job wrote or that the guard stopped. */
async function findImportId(tx: Db, { id, type, importId }: EndedJob): Promise<string | null> {
  if (type !== 'import' || importId !== null) return importId
  const planned = await tx
    .selectFrom('imports')
    .select('id')
    .where('planJobId', '=', id)
    .orderBy('number', 'desc')
    .executeTakeFirst()
  return planned?.id ?? null
}

/**
 * Ends the run of a schedule together with its import, in the same transaction, so that the outcome is stored even
 * after the job has been cleared. Does nothing for imports without a schedule.
 */
async function endScheduleRun(tx: Db, job: EndedJob, decisive: EndedJob): Promise<void> {
  const end = jobEnd(decisive)
  const ended = await tx
    .updateTable('schedule_runs')
    .set({
      outcome: end === 'completed' || end === 'cancelled' ? end : 'failed',
      endedJobId: decisive.id,
      endedAt: job.completedAt,
    })
    .where('importJobId', '=', job.id)
    .where('outcome', '=', 'running')
    .returning('outcome')
    .executeTakeFirst()
  if (!ended) return
  if (ended.outcome === 'completed') await queueSyncCalls(tx)
  await raiseVersion(tx, 'schedules')
}

/**
 * Puts the calls that report a sync into the outbox, in the transaction of a scheduled sync that succeeded. Runners do
 * not know which channels are set up; the server drops the rows of the others.
 */
export async function queueSyncCalls(tx: Db): Promise<void> {
  for (const channel of channelsThatGet('syncs')) {
    await insertMessage(tx, { channel, userId: null, purpose: 'notices', noticeIds: [] }, 0)
  }
}
