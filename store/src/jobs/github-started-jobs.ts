import { randomUUID } from 'node:crypto'
import type { JobType } from '@dashboard/contract/jobs'
import type { Insertable } from 'kysely'
import { nowIso, toJson } from '../database/column-values.ts'
import { lockVersion, raiseVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import type { Database } from '../database/schema.ts'
import { readStoredValue, saveStoredValue } from '../database/stored-values.ts'
import { inTransaction } from '../database/transactions.ts'
import { insertJobCircuits } from './job-circuits.ts'
import { activeStatuses } from './list-jobs.ts'

/**
 * Creates jobs for runs that were started on GitHub. No runner here holds such a job: while it is active, its owner is
 * `githubOwner`, and the job follows the status of its run.
 */
export const githubOwner = 'github'

const seenRuns = 'auto-sync-runs'
const maxSeenRuns = 500

interface StartedRun {
  runId: string
  runUrl: string
  type: JobType
  /** GitHub login of the person who started the run. */
  startedBy: string | null
}

export interface GithubStartedRun extends StartedRun {
  createdAt: string
  startedAt: string | null
}

/** A run that somebody started by hand on GitHub and that creates its own job. */
export interface ManualRun extends StartedRun {
  targets: readonly string[]
}

/** Returns the ids of runs that were made into jobs before, including jobs removed since. */
export async function readKnownStartedRuns(db: Db): Promise<Set<string>> {
  return new Set(await readStoredValue<string[]>(db, seenRuns))
}

/**
 * Creates a queued job for a run that was started on GitHub; returns its id, or `undefined` when another server has
 * done so.
 * @throws a unique violation while an export or import of this type is active.
 */
export async function insertStartedRun(db: Db, run: GithubStartedRun): Promise<string | undefined> {
  const id = randomUUID()
  return inTransaction(db, async (tx) => {
    // Taken first: servers that found the same run wait for each other.
    const sequence = await lockVersion(tx, 'job-starts')
    const seen = await readKnownStartedRuns(tx)
    if (seen.has(run.runId)) return undefined
    const { createdAt, startedAt } = run
    const dispatched = { dispatchedAt: createdAt, createdAt, startedAt }
    await insertRow(tx, run, { id, sequence, leaseOwner: githubOwner, ...dispatched })
    await raiseVersion(tx, 'jobs')
    return id
  })
}

/**
 * Creates the queued job of a run that was started by hand, for its runner to claim. If auto-sync has already created a
 * job for this run, that job is handed to the runner instead, so that one run has one job. Returns the job's id, even
 * when the job has ended meanwhile.
 * @throws a unique violation while an export or import of this type is active.
 */
export async function insertJobOfRun(db: Db, run: ManualRun): Promise<string> {
  return inTransaction(db, async (tx) => {
    // Taken first: a server that finds the same run waits.
    const sequence = await lockVersion(tx, 'job-starts')
    await raiseVersion(tx, 'jobs')
    const now = nowIso()
    const targets = { target: run.targets.join(', ') || null, targets: toJson(run.targets) }
    const known = await tx
      .selectFrom('jobs')
      .select('id')
      .where('githubRunId', '=', run.runId)
      .executeTakeFirst()
    if (known) {
      await tx
        .updateTable('jobs')
        .set({ ...targets, status: 'queued', leaseOwner: null, attempts: 0, updatedAt: now })
        .set({ leaseExpiresAt: null })
        .where('id', '=', known.id)
        .where('leaseOwner', '=', githubOwner)
        .where('status', 'in', activeStatuses)
        .execute()
      await insertJobCircuits(tx, known.id, run)
      return known.id
    }
    const id = randomUUID()
    await insertRow(tx, run, { ...targets, id, sequence, dispatchedAt: now, createdAt: now })
    await insertJobCircuits(tx, id, run)
    return id
  })
}

/** Inserts the row of a run's job, and records that the run has its job. */
async function insertRow(
  tx: Db,
  { runId, runUrl, type, startedBy: createdBy }: StartedRun,
  ofJob: Omit<Insertable<Database['jobs']>, 'type' | 'updatedAt'>,
): Promise<void> {
  const ofRun = { type, githubRunId: runId, githubRunUrl: runUrl, createdBy }
  await tx
    .insertInto('jobs')
    .values({ ...ofRun, ...ofJob, updatedAt: nowIso() })
    .execute()
  const seen = await readKnownStartedRuns(tx)
  await saveStoredValue(tx, seenRuns, [...seen, runId].slice(-maxSeenRuns))
}
