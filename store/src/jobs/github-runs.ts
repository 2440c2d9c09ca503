import { GithubJobType } from '@dashboard/contract/jobs'
import { sql } from 'kysely'
import { nowIso } from '../database/column-values.ts'
import { databaseInstant } from '../database/database-clock.ts'
import type { Db } from '../database/open-database.ts'
import type { JobRow } from '../database/schema.ts'
import { appendedLog, changeJob } from './change-jobs.ts'
import type { GithubRun } from './claim-job.ts'
import { activeStatuses, selectReadyJobs } from './list-jobs.ts'

/** Writes the columns of a job that describe its run on GitHub. The other files of this folder change the status. */

const trackedColumns = [
  'id',
  'type',
  'status',
  'step',
  'startedAt',
  'attempts',
  'leaseOwner',
  'leaseExpiresAt',
  'githubRunId',
  'dispatchedAt',
  'stopRequestedAt',
] as const

/** A job dispatched to GitHub, with the columns needed to compare it with its run. */
export interface TrackedJob extends Pick<JobRow, (typeof trackedColumns)[number]> {
  /** When the row was read, by the same clock that leases use. */
  readAt: string
}

function selectTracked(db: Db) {
  return db.selectFrom('jobs').select(trackedColumns).select(databaseInstant(db).as('readAt'))
}

/**
 * Lists jobs to compare with their runs on GitHub: active jobs that were dispatched, and cancelled jobs whose run has
 * not ended.
 */
export async function listTrackedJobs(db: Db): Promise<TrackedJob[]> {
  return selectTracked(db)
    .where('dispatchedAt', 'is not', null)
    .where((where) =>
      where.or([where('status', 'in', activeStatuses), where('stopRequestedAt', 'is not', null)]),
    )
    .orderBy('sequence')
    .execute()
}

export async function listStoppingJobs(db: Db): Promise<TrackedJob[]> {
  return selectTracked(db).where('stopRequestedAt', 'is not', null).orderBy('sequence').execute()
}

export async function findTrackedJob(db: Db, id: string): Promise<TrackedJob | undefined> {
  return selectTracked(db).where('id', '=', id).executeTakeFirst()
}

export async function findKnownRuns(db: Db, runIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('jobs')
    .select('githubRunId')
    .where('githubRunId', 'in', runIds)
    .execute()
  return new Set(rows.flatMap(({ githubRunId }) => githubRunId ?? []))
}

export type UndispatchedJob = Pick<JobRow, 'id' | 'type' | 'step' | 'dependsOn' | 'updatedAt'>

/**
 * Lists queued jobs that are ready and not yet dispatched to GitHub, oldest first; job types that never run there are
 * left out.
 */
export async function listUndispatchedJobs(db: Db): Promise<UndispatchedJob[]> {
  return selectReadyJobs(db)
    .select(['jobs.id', 'jobs.type', 'jobs.step', 'jobs.dependsOn', 'jobs.updatedAt'])
    .where('jobs.type', 'in', GithubJobType.options)
    .where('jobs.dispatchedAt', 'is', null)
    .execute()
}

/**
 * Marks a queued job as dispatched now; `false` when another server was first. `previous` is the time of dispatch that
 * the job must have had; `null` for the first one.
 */
export async function markDispatched(
  db: Db,
  id: string,
  previous: string | null,
): Promise<boolean> {
  const marked = await db
    .updateTable('jobs')
    .set({ dispatchedAt: nowIso() })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where('dispatchedAt', previous === null ? 'is' : '=', previous)
    .where('githubRunId', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Saves which run does the job; `false` when the job already has a run or is gone. */
export async function saveRun(db: Db, id: string, run: GithubRun): Promise<boolean> {
  return changeJob(db, id, { githubRunId: run.id, githubRunUrl: run.url }, (where) =>
    where.and([where('dispatchedAt', 'is not', null), where('githubRunId', 'is', null)]),
  )
}

/** Clears the time of dispatch of a queued job, so that it is dispatched again; `false` when the job is not queued. */
export async function undispatchJob(db: Db, id: string, step: string | null): Promise<boolean> {
  const changes = { dispatchedAt: null, githubRunId: null, githubRunUrl: null, step }
  return changeJob(db, id, changes, (where) => where('status', '=', 'queued'))
}

/** Shows what an unclaimed job is waiting for; `false` when it shows that already. */
export async function showWaitingStep(db: Db, id: string, step: string): Promise<boolean> {
  return changeJob(db, id, { step }, (where) =>
    where.and([where('status', '=', 'queued'), where(sql`coalesce(step, '')`, '!=', step)]),
  )
}

/** Clears the stop request and adds a line to the log: the run has ended, or there is none. */
export async function endStop(db: Db, id: string, line: string): Promise<boolean> {
  return changeJob(db, id, { stopRequestedAt: null, logs: appendedLog(`${line}\n`) }, (where) =>
    where('stopRequestedAt', 'is not', null),
  )
}
