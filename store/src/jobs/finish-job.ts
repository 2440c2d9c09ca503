import { formatDuration } from '@dashboard/contract/duration'
import type { FailureKind } from '@dashboard/contract/jobs'
import { sql } from 'kysely'
import { nowIso, toJson } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'
import { noticedColumns } from '../notices/ended-job.ts'
import { recordJobNotices } from '../notices/record-job-notices.ts'
import { appendedLog, changeJobs, type Holder, isHeldBy } from './change-jobs.ts'
import { activeStatuses } from './list-jobs.ts'
import { endedColumns, recordSyncEnd } from './record-sync-end.ts'

export const dependencyFailed = 'The export it depends on failed'

/** Changes running → completed, by the job's runner; `endedAt` is given when that is found out later. */
export async function completeJob(
  db: Db,
  id: string,
  owner: string,
  outcome: unknown,
  endedAt?: string,
): Promise<boolean> {
  return endJob(db, id, { owner }, { status: 'completed', outcome, endedAt })
}

/** Changes running → failed, by the job's runner. */
export async function failJob(
  db: Db,
  id: string,
  owner: string,
  failure: Pick<Failure, 'error' | 'details' | 'kind'>,
): Promise<boolean> {
  return endJob(db, id, { owner }, { status: 'failed', ...failure })
}

/** Changes queued or running → failed from outside the runner: the job was cancelled, or its run is gone. */
export async function failActiveJob(
  db: Db,
  id: string,
  failure: Omit<Failure, 'cancelledBy'>,
): Promise<boolean> {
  return endJob(db, id, 'anybody', { status: 'failed', ...failure })
}

/** Changes queued or running → failed with the error `Cancelled by <full name>`; a run on GitHub is to stop then. */
export async function cancelJob(db: Db, id: string, fullName: string): Promise<boolean> {
  const error = `Cancelled by ${fullName}`
  return endJob(db, id, 'anybody', {
    status: 'failed',
    error,
    kind: 'cancelled',
    cancelledBy: fullName,
    log: `${error}\n`,
  })
}

interface Failure {
  error: string
  /** Cause of the error, for the operator. */
  details?: string | undefined
  kind: FailureKind
  cancelledBy?: string
  log?: string
  /** Given when the end is found out later. */
  endedAt?: string | undefined
}

type Ending =
  | ({ status: 'failed' } & Failure)
  | { status: 'completed'; outcome: unknown; endedAt?: string | undefined }

/**
 * Ends a job; no other function does. It is a compare-and-set: when a cancellation and a completion coincide, the first
 * one counts and the other returns `false`.
 */
export async function endJob(
  db: Db,
  id: string,
  holder: Holder | 'anybody',
  ending: Ending,
): Promise<boolean> {
  const ended = await changeJobs(db, async (tx) => {
    const job = await tx
      .selectFrom('jobs')
      .select('startedAt')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!job) return []
    const now = nowIso()
    const endedAt = ending.endedAt ?? now
    const updated = await tx
      .updateTable('jobs')
      .set({
        status: ending.status,
        completedAt: endedAt,
        updatedAt: now,
        elapsedTime:
          job.startedAt && formatDuration(Date.parse(endedAt) - Date.parse(job.startedAt)),
        leaseOwner: null,
        leaseExpiresAt: null,
        retrying: null,
        ...(ending.status === 'completed'
          ? { progress: 100, outcome: toJson(ending.outcome ?? null), error: null }
          : {
              error: ending.error.replaceAll('\0', ''),
              errorDetails: ending.details?.replaceAll('\0', '') ?? null,
              failureKind: ending.kind,
              cancelledBy: ending.cancelledBy ?? null,
              ...(ending.cancelledBy !== undefined && { stopRequestedAt: ifDispatched(now) }),
            }),
        ...(ending.status === 'failed' && ending.log && { logs: appendedLog(ending.log) }),
      })
      .where('id', '=', id)
      .where(
        holder === 'anybody' ? (where) => where('status', 'in', activeStatuses) : isHeldBy(holder),
      )
      .returning([...endedColumns, ...noticedColumns])
      .executeTakeFirst()
    if (!updated) return []
    const outcome = ending.status === 'completed' ? ending.outcome : null
    // Rows of jobs before all others (data-versions.ts).
    const dependents = ending.status === 'failed' ? await failDependents(tx, id, ending) : []
    await recordSyncEnd(tx, updated, outcome)
    for (const job of dependents) await recordSyncEnd(tx, job, null, updated)
    await recordJobNotices(tx, updated, outcome)
    return [updated]
  })
  return ended.length > 0
}

/** Returns the instant for a job that was dispatched to GitHub, and NULL for one that has no run there. */
function ifDispatched(now: string) {
  return sql<string | null>`case when "dispatchedAt" is null then null else ${now} end`
}

/**
 * Fails the jobs that depend on a failed job, since they can never start. A job that fails because another was
 * cancelled stores the same name, so that it still says who did that after the other job has been dismissed.
 */
function failDependents(tx: Db, id: string, { cancelledBy }: Failure) {
  const now = nowIso()
  return tx
    .updateTable('jobs')
    .set({
      status: 'failed',
      error: dependencyFailed,
      failureKind: 'dependency',
      cancelledBy: cancelledBy ?? null,
      completedAt: now,
      updatedAt: now,
    })
    .where('dependsOn', '=', id)
    .where('status', '=', 'queued')
    .returning(endedColumns)
    .execute()
}
