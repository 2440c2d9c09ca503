import { randomUUID } from 'node:crypto'
import type { JobType } from '@dashboard/contract/jobs'
import { nowIso, toJson } from '../database/column-values.ts'
import { lockVersion, raiseVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import { inTransaction } from '../database/transactions.ts'
import { githubOwner, recordStartedRun } from './github-started-jobs.ts'
import { insertJobCircuits } from './job-circuits.ts'

/** A run that somebody started by hand on GitHub and that creates its own job. */
export interface ManualRun {
  runId: string
  runUrl: string
  type: JobType
  targets: readonly string[]
  /** GitHub login of the person who started the run. */
  startedBy: string | null
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
        .where('status', 'in', ['queued', 'running'])
        .execute()
      await insertJobCircuits(tx, known.id, run)
      return known.id
    }
    const id = randomUUID()
    await tx
      .insertInto('jobs')
      .values({
        ...targets,
        id,
        sequence,
        type: run.type,
        githubRunId: run.runId,
        githubRunUrl: run.runUrl,
        dispatchedAt: now,
        createdBy: run.startedBy,
        createdAt: now,
        updatedAt: now,
      })
      .execute()
    await insertJobCircuits(tx, id, run)
    await recordStartedRun(tx, run.runId)
    return id
  })
}
