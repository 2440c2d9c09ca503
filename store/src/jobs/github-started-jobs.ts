import { randomUUID } from 'node:crypto'
import type { JobType } from '@dashboard/contract/jobs'
import { nowIso } from '../database/column-values.ts'
import { lockVersion, raiseVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import { readPreference, savePreference } from '../database/preferences.ts'
import { inTransaction } from '../database/transactions.ts'

/**
 * Creates jobs for runs that were started on GitHub. No runner here holds such a job: while it is active, its owner is
 * `githubOwner`, and the job follows the status of its run.
 */
export const githubOwner = 'github'

const seenRuns = 'auto-sync-runs'
const maxSeenRuns = 500

export interface GithubStartedRun {
  runId: string
  runUrl: string
  type: JobType
  /** GitHub login of the person who started the run. */
  startedBy: string | null
  createdAt: string
  startedAt: string | null
}

/** Returns the ids of runs that were made into jobs before, including jobs removed since. */
export async function readKnownStartedRuns(db: Db): Promise<Set<string>> {
  return new Set(await readPreference<string[]>(db, seenRuns))
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
    const now = nowIso()
    await tx
      .insertInto('jobs')
      .values({
        id,
        type: run.type,
        sequence,
        leaseOwner: githubOwner,
        githubRunId: run.runId,
        githubRunUrl: run.runUrl,
        dispatchedAt: run.createdAt,
        createdBy: run.startedBy,
        createdAt: run.createdAt,
        startedAt: run.startedAt,
        updatedAt: now,
      })
      .execute()
    await recordStartedRun(tx, run.runId)
    await raiseVersion(tx, 'jobs')
    return id
  })
}

/** Records that a run has its job, in the transaction that creates the job. */
export async function recordStartedRun(tx: Db, runId: string): Promise<void> {
  const seen = await readKnownStartedRuns(tx)
  await savePreference(tx, seenRuns, [...seen, runId].slice(-maxSeenRuns))
}
