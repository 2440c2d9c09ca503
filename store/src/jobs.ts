import { formatDuration } from '@dashboard/contract/duration'
import type { JobType } from '@dashboard/contract/jobs'
import { dependencyFailed } from '@dashboard/contract/workflows'
import { type RawBuilder, sql } from 'kysely'
import { nowIso, toIso, toJson } from './column-values.ts'
import { raiseVersion } from './data-versions.ts'
import type { Db } from './database.ts'
import { appendedLog, changeJobs } from './job-changes.ts'
import type { JobRow } from './schema.ts'

/**
 * Every change of a job's status, each a compare-and-set: whoever comes second changes nothing and
 * is told so. Each raises the version of the job list in its own transaction.
 */

/** A runner that has not renewed its lease for so long counts as gone, in milliseconds. */
export const leaseMs = 30_000
export const maxAttempts = 3

/** Why a job failed, for those who wait for it. */
export type FailureKind = 'unreadable-sheet' | 'outside-system' | 'cancelled' | 'other'

export interface NewJob {
  id: string
  type: JobType
  targets?: readonly string[]
  dependsOn?: string
  createdBy: { id: string; fullName: string } | null
}

/** What a runner says while it works; `log` is appended as it is. */
export interface JobProgress {
  /** 0 to 100. */
  progress?: number | undefined
  step?: string | undefined
  log?: string | undefined
}

/** Queues jobs, all or none. Throws a unique violation for a second active export or import. */
export async function insertJobs(db: Db, jobs: readonly NewJob[]): Promise<void> {
  const now = nowIso()
  await db.transaction().execute(async (tx) => {
    for (const job of jobs) {
      await tx
        .insertInto('jobs')
        .values({
          id: job.id,
          type: job.type,
          // Raised under a lock, so it numbers jobs in their order.
          sequence: await raiseVersion(tx, 'jobs'),
          target: job.targets?.join(', ') ?? null,
          targets: toJson(job.targets ?? []),
          dependsOn: job.dependsOn ?? null,
          createdBy: job.createdBy?.fullName ?? null,
          createdById: job.createdBy?.id ?? null,
          createdAt: now,
          updatedAt: now,
        })
        .execute()
    }
  })
}

/**
 * Takes a queued job for one runner, if what it depends on has completed; `undefined` when somebody
 * else was first or it is not its turn.
 */
export async function claimJob(db: Db, id: string, owner: string): Promise<JobRow | undefined> {
  const now = nowIso()
  return changeJobs(db, (tx) =>
    tx
      .updateTable('jobs')
      .set({
        status: 'running',
        leaseOwner: owner,
        leaseExpiresAt: toIso(Date.now() + leaseMs),
        attempts: sql`attempts + 1`,
        startedAt: sql`coalesce("startedAt", ${now})`,
        updatedAt: now,
      })
      .where('id', '=', id)
      .where('status', '=', 'queued')
      .where((where) =>
        where.or([
          where('dependsOn', 'is', null),
          where.exists(
            where
              .selectFrom('jobs as earlier')
              .select('earlier.id')
              .whereRef('earlier.id', '=', 'jobs.dependsOn')
              .where('earlier.status', '=', 'completed'),
          ),
        ]),
      )
      .returningAll()
      .executeTakeFirst(),
  )
}

/** Keeps the job for its runner; `false` when it has been cancelled or given to another. */
export async function renewLease(db: Db, id: string, owner: string): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set({ leaseExpiresAt: toIso(Date.now() + leaseMs) })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Makes sure, inside a transaction, that the job still belongs to its runner until that transaction
 * ends; `false` when it was cancelled or given to another, and then nothing may be written.
 */
export async function holdJob(tx: Db, id: string, owner: string): Promise<boolean> {
  // Written to, not only read: on PostgreSQL this makes a cancel at the same moment wait its turn.
  const held = await tx
    .updateTable('jobs')
    .set({ updatedAt: nowIso() })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('leaseOwner', '=', owner)
    .returning('id')
    .executeTakeFirst()
  return held !== undefined
}

/** Writes progress and log of a running job; `false` when its runner has lost it. */
export async function reportProgress(
  db: Db,
  id: string,
  owner: string,
  { progress, step, log }: JobProgress,
): Promise<boolean> {
  const updated = await changeJobs(db, (tx) =>
    tx
      .updateTable('jobs')
      .set({
        ...(progress !== undefined && { progress }),
        ...(step !== undefined && { step }),
        ...(log && { logs: appendedLog(log) }),
        updatedAt: nowIso(),
      })
      .where('id', '=', id)
      .where('leaseOwner', '=', owner)
      .where('status', '=', 'running')
      .returning('id')
      .executeTakeFirst(),
  )
  return updated !== undefined
}

/** running → completed, by its runner. */
export async function completeJob(
  db: Db,
  id: string,
  owner: string,
  outcome: unknown,
): Promise<boolean> {
  return endJob(db, id, { owner }, { status: 'completed', outcome })
}

/** running → failed, by its runner. */
export async function failJob(
  db: Db,
  id: string,
  owner: string,
  failure: { error: string; kind: FailureKind },
): Promise<boolean> {
  return endJob(db, id, { owner }, { status: 'failed', ...failure })
}

/** queued or running → failed, from outside: cancelled, or its run is gone. */
export async function failActiveJob(
  db: Db,
  id: string,
  failure: { error: string; kind: FailureKind; log?: string },
): Promise<boolean> {
  return endJob(db, id, 'anybody', { status: 'failed', ...failure })
}

/** queued or running → failed / `Cancelled by <full name>` (api.md, Jobs). */
export async function cancelJob(db: Db, id: string, fullName: string): Promise<boolean> {
  const error = `Cancelled by ${fullName}`
  return failActiveJob(db, id, { error, kind: 'cancelled', log: `${error}\n` })
}

/** running → queued without counting the try: its runner was asked to leave. */
export async function releaseJob(db: Db, id: string, owner: string): Promise<boolean> {
  return requeue(db, id, owner, sql<number>`attempts - 1`, 'Interrupted; the job goes on soon.')
}

/** running → queued, or failed after the last try: its runner has died. */
export async function retryLostJob(
  db: Db,
  job: Pick<JobRow, 'id' | 'leaseOwner' | 'attempts'>,
): Promise<'queued' | 'failed' | undefined> {
  if (job.leaseOwner === null) return undefined
  if (job.attempts >= maxAttempts) {
    const error = `The job stopped unexpectedly ${maxAttempts} times. Retry it, or read its log for the reason.`
    const ended = await failJob(db, job.id, job.leaseOwner, { error, kind: 'other' })
    return ended ? 'failed' : undefined
  }
  const note = `The job stopped unexpectedly; try ${job.attempts + 1} of ${maxAttempts} follows.`
  const queued = await requeue(db, job.id, job.leaseOwner, sql<number>`attempts`, note)
  return queued ? 'queued' : undefined
}

type Ending =
  | { status: 'completed'; outcome: unknown }
  | { status: 'failed'; error: string; kind: FailureKind; log?: string }

async function endJob(
  db: Db,
  id: string,
  who: { owner: string } | 'anybody',
  ending: Ending,
): Promise<boolean> {
  return changeJobs(db, async (tx) => {
    const job = await tx
      .selectFrom('jobs')
      .select('startedAt')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!job) return false
    const now = nowIso()
    const updated = await tx
      .updateTable('jobs')
      .set({
        status: ending.status,
        completedAt: now,
        updatedAt: now,
        elapsedTime: job.startedAt && formatDuration(Date.parse(now) - Date.parse(job.startedAt)),
        leaseOwner: null,
        leaseExpiresAt: null,
        ...(ending.status === 'completed'
          ? { progress: 100, outcome: toJson(ending.outcome ?? null), error: null }
          : { error: ending.error, failureKind: ending.kind }),
        ...(ending.status === 'failed' && ending.log && { logs: appendedLog(ending.log) }),
      })
      .where('id', '=', id)
      .$if(who === 'anybody', (query) => query.where('status', 'in', ['queued', 'running']))
      .$if(who !== 'anybody', (query) =>
        query
          .where('status', '=', 'running')
          .where('leaseOwner', '=', who === 'anybody' ? '' : who.owner),
      )
      .returning('id')
      .executeTakeFirst()
    if (updated && ending.status === 'failed') await failDependents(tx, id)
    return updated !== undefined
  })
}

/** What waits for a failed job can never start. */
async function failDependents(tx: Db, id: string): Promise<void> {
  const now = nowIso()
  await tx
    .updateTable('jobs')
    .set({
      status: 'failed',
      error: dependencyFailed,
      failureKind: 'other' satisfies FailureKind,
      completedAt: now,
      updatedAt: now,
    })
    .where('dependsOn', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

async function requeue(
  db: Db,
  id: string,
  owner: string,
  attempts: RawBuilder<number>,
  note: string,
): Promise<boolean> {
  const updated = await changeJobs(db, (tx) =>
    tx
      .updateTable('jobs')
      .set({
        status: 'queued',
        attempts,
        leaseOwner: null,
        leaseExpiresAt: null,
        step: null,
        logs: appendedLog(`${note}\n`),
        updatedAt: nowIso(),
      })
      .where('id', '=', id)
      .where('leaseOwner', '=', owner)
      .where('status', '=', 'running')
      .returning('id')
      .executeTakeFirst(),
  )
  return updated !== undefined
}
