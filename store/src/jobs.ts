import { formatDuration } from '@dashboard/contract/duration'
import type { JobType } from '@dashboard/contract/jobs'
import { dependencyFailed } from '@dashboard/contract/workflows'
import { sql } from 'kysely'
import { nowIso, toIso, toJson } from './column-values.ts'
import { raiseVersion } from './data-versions.ts'
import type { Db } from './database.ts'
import { appendedLog, changeJobs, type Holder, isHeldBy } from './job-changes.ts'
import type { JobRow } from './schema.ts'

/**
 * Every change of a job's status, each a compare-and-set: whoever comes second changes nothing and
 * is told so. Each raises the version of the job list in its own transaction.
 */

/** A runner that has not renewed its lease for so long counts as gone, in milliseconds. */
export const leaseMs = 30_000
export const maxAttempts = 3
/**
 * Far more than restarts can cause, also of many servers one after another; something else, such as a
 * guard of the machine's memory, stops the runner again and again.
 */
export const maxInterruptions = 20

/** Why a job failed, for those who wait for it. */
export type FailureKind = 'unreadable-sheet' | 'outside-system' | 'cancelled' | 'other'

export interface NewJob {
  id: string
  type: JobType
  targets?: readonly string[]
  dependsOn?: string
  createdBy: { id: string; fullName: string } | null
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

/**
 * running → queued without counting the try: its runner was asked to leave. Failed once that has
 * happened too often to be restarts.
 */
export async function releaseJob(db: Db, job: OwnJob): Promise<Retried> {
  const holder = { owner: job.leaseOwner }
  const interruptions = job.interruptions + 1
  if (interruptions >= maxInterruptions) {
    const error = `The job's process was asked to stop ${interruptions} times before it could finish. Find out what stops it on its machine, then retry the job.`
    const ended = await endJob(db, job.id, holder, { status: 'failed', error, kind: 'other' })
    return ended ? 'failed' : undefined
  }
  const changes = { attempts: job.attempts - 1, interruptions }
  const note = 'Interrupted; the job goes on soon.'
  return (await requeue(db, job.id, holder, note, changes)) ? 'queued' : undefined
}

/** A job as its runner has claimed it. */
type OwnJob = Pick<JobRow, 'id' | 'attempts' | 'interruptions'> & { leaseOwner: string }

/**
 * running → queued, or failed after the last try: its runner has died. A runner that has renewed the
 * lease since the job was read is alive and keeps it.
 */
export async function retryLostJob(
  db: Db,
  job: Pick<JobRow, 'id' | 'leaseOwner' | 'leaseExpiresAt' | 'attempts'>,
): Promise<Retried> {
  const { leaseOwner: owner, leaseExpiresAt } = job
  return owner === null ? undefined : retry(db, job, { owner, leaseExpiresAt })
}

/** The same, by the job's own runner, which cannot go on. */
export async function retryOwnJob(db: Db, job: Omit<OwnJob, 'interruptions'>): Promise<Retried> {
  return retry(db, job, { owner: job.leaseOwner })
}

type Retried = 'queued' | 'failed' | undefined

async function retry(
  db: Db,
  { id, attempts }: Pick<JobRow, 'id' | 'attempts'>,
  holder: Holder,
): Promise<Retried> {
  if (attempts >= maxAttempts) {
    const error = `The job stopped unexpectedly ${maxAttempts} times. Retry it, or read its log for the reason.`
    const ended = await endJob(db, id, holder, { status: 'failed', error, kind: 'other' })
    return ended ? 'failed' : undefined
  }
  const note = `The job stopped unexpectedly; try ${attempts + 1} of ${maxAttempts} follows.`
  return (await requeue(db, id, holder, note)) ? 'queued' : undefined
}

type Ending =
  | { status: 'completed'; outcome: unknown }
  | { status: 'failed'; error: string; kind: FailureKind; log?: string }

async function endJob(
  db: Db,
  id: string,
  holder: Holder | 'anybody',
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
      .where(
        holder === 'anybody'
          ? (where) => where('status', 'in', ['queued', 'running'])
          : isHeldBy(holder),
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
  holder: Holder,
  note: string,
  changes: { attempts?: number; interruptions?: number } = {},
): Promise<boolean> {
  const updated = await changeJobs(db, (tx) =>
    tx
      .updateTable('jobs')
      .set({
        ...changes,
        status: 'queued',
        leaseOwner: null,
        leaseExpiresAt: null,
        step: null,
        logs: appendedLog(`${note}\n`),
        updatedAt: nowIso(),
      })
      .where('id', '=', id)
      .where(isHeldBy(holder))
      .returning('id')
      .executeTakeFirst(),
  )
  return updated !== undefined
}
