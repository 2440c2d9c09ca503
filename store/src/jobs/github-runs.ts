import { sql } from 'kysely'
import { nowIso } from '../database/column-values.ts'
import { databaseInstant } from '../database/database-clock.ts'
import type { Db } from '../database/open-database.ts'
import type { JobRow } from '../database/schema.ts'
import { appendedLog, changeJobs } from './change-jobs.ts'

/** The columns of a job that describe its run on GitHub. The status is changed in the other files of this folder. */

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

/** A job that was dispatched to GitHub, with what is needed to compare it with its run. */
export interface TrackedJob extends Pick<JobRow, (typeof trackedColumns)[number]> {
  /** When the row was read, by the clock by which leases are written. */
  readAt: string
}

function selectTracked(db: Db) {
  return db.selectFrom('jobs').select(trackedColumns).select(databaseInstant(db).as('readAt'))
}

/** Jobs that have a run on GitHub to compare with: active ones dispatched to it, and cancelled ones whose run has not ended. */
export async function listTrackedJobs(db: Db): Promise<TrackedJob[]> {
  return selectTracked(db)
    .where('dispatchedAt', 'is not', null)
    .where((where) =>
      where.or([
        where('status', 'in', ['queued', 'running']),
        where('stopRequestedAt', 'is not', null),
      ]),
    )
    .orderBy('sequence')
    .execute()
}

/** Jobs that were cancelled and whose run has not stopped yet. */
export async function listStoppingJobs(db: Db): Promise<TrackedJob[]> {
  return selectTracked(db).where('stopRequestedAt', 'is not', null).orderBy('sequence').execute()
}

export async function findTrackedJob(db: Db, id: string): Promise<TrackedJob | undefined> {
  return selectTracked(db).where('id', '=', id).executeTakeFirst()
}

export async function findTrackedByRun(db: Db, runId: string): Promise<TrackedJob | undefined> {
  return selectTracked(db).where('githubRunId', '=', runId).executeTakeFirst()
}

/** Which of these runs are jobs here already, by the runs' ids. */
export async function findKnownRuns(db: Db, runIds: readonly string[]): Promise<Set<string>> {
  if (runIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('jobs')
    .select('githubRunId')
    .where('githubRunId', 'in', runIds)
    .execute()
  return new Set(rows.flatMap(({ githubRunId }) => githubRunId ?? []))
}

export type UndispatchedJob = Pick<JobRow, 'id' | 'type' | 'step' | 'dependsOn' | 'updatedAt'>

/** Queued jobs that are ready and not yet dispatched to GitHub, oldest first; without those that are never done there. */
export async function listUndispatchedJobs(db: Db): Promise<UndispatchedJob[]> {
  return db
    .selectFrom('jobs')
    .leftJoin('jobs as earlier', 'earlier.id', 'jobs.dependsOn')
    .select(['jobs.id', 'jobs.type', 'jobs.step', 'jobs.dependsOn', 'jobs.updatedAt'])
    .where('jobs.status', '=', 'queued')
    .where('jobs.type', '!=', 'volunteer-list')
    .where('jobs.dispatchedAt', 'is', null)
    .where((where) =>
      where.or([where('jobs.dependsOn', 'is', null), where('earlier.status', '=', 'completed')]),
    )
    .orderBy('jobs.sequence')
    .execute()
}

/**
 * Marks a queued job as dispatched now; returns the mark, or `undefined` when another server was first. `previous` is the mark it must have had, `null` for the first time.
 */
export async function markDispatched(
  db: Db,
  id: string,
  previous: string | null,
): Promise<string | undefined> {
  const dispatchedAt = nowIso()
  const marked = await db
    .updateTable('jobs')
    .set({ dispatchedAt })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where('dispatchedAt', previous === null ? 'is' : '=', previous)
    .where('githubRunId', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked && dispatchedAt
}

/** Saves which run does the job; `false` when it has one already or is gone. */
export async function saveRun(
  db: Db,
  id: string,
  run: { id: string; url: string },
): Promise<boolean> {
  const saved = await changeJobs(db, (tx) =>
    tx
      .updateTable('jobs')
      .set({ githubRunId: run.id, githubRunUrl: run.url, updatedAt: nowIso() })
      .where('id', '=', id)
      .where('dispatchedAt', 'is not', null)
      .where('githubRunId', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
  return saved !== undefined
}

/** Clears the mark of a queued job, so that it is dispatched again; `false` when it is not queued. */
export async function undispatchJob(db: Db, id: string, step: string | null): Promise<boolean> {
  const taken = await changeJobs(db, (tx) =>
    tx
      .updateTable('jobs')
      .set({
        dispatchedAt: null,
        githubRunId: null,
        githubRunUrl: null,
        step,
        updatedAt: nowIso(),
      })
      .where('id', '=', id)
      .where('status', '=', 'queued')
      .returning('id')
      .executeTakeFirst(),
  )
  return taken !== undefined
}

/**
 * Shows what an unclaimed job waits for; `false` when it shows that already, or is at one of the `later` steps.
 */
export async function showWaitingStep(
  db: Db,
  id: string,
  step: string,
  later: readonly string[] = [],
): Promise<boolean> {
  const shown = await changeJobs(db, (tx) =>
    tx
      .updateTable('jobs')
      .set({ step, updatedAt: nowIso() })
      .where('id', '=', id)
      .where('status', '=', 'queued')
      .where(sql`coalesce(step, '')`, 'not in', [step, ...later])
      .returning('id')
      .executeTakeFirst(),
  )
  return shown !== undefined
}

/** Records that the run of a job that was just cancelled is to stop; `false` without a dispatch. */
export async function markStopRequested(db: Db, id: string): Promise<boolean> {
  const noted = await db
    .updateTable('jobs')
    .set({ stopRequestedAt: nowIso() })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .where('dispatchedAt', 'is not', null)
    .where('stopRequestedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

/** Clears the stop request, with a line in the log: the run has ended, or there is none. */
export async function endStop(db: Db, id: string, line: string): Promise<boolean> {
  const ended = await changeJobs(db, (tx) =>
    tx
      .updateTable('jobs')
      .set({ stopRequestedAt: null, logs: appendedLog(`${line}\n`), updatedAt: nowIso() })
      .where('id', '=', id)
      .where('stopRequestedAt', 'is not', null)
      .returning('id')
      .executeTakeFirst(),
  )
  return ended !== undefined
}

/** Adds to the log of a job, whatever its status. */
export async function addToLog(db: Db, id: string, text: string): Promise<void> {
  await changeJobs(db, (tx) =>
    tx
      .updateTable('jobs')
      .set({ logs: appendedLog(text), updatedAt: nowIso() })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst(),
  )
}
