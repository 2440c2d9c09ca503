import { nowIso, toIso } from './column-values.ts'
import type { Db } from './database.ts'
import { appendedLog, changeJobs, isHeldBy } from './job-changes.ts'
import { leaseMs } from './jobs.ts'

/** What the runner of a job writes while it holds it; a job that is no longer its own it leaves as it is. */

/** What a runner says while it works; `log` is appended as it is. */
export interface JobProgress {
  /** 0 to 100. */
  progress?: number | undefined
  step?: string | undefined
  log?: string | undefined
}

/** Keeps the job for its runner; `false` when it has been cancelled or given to another. */
export async function renewLease(db: Db, id: string, owner: string): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set({ leaseExpiresAt: toIso(Date.now() + leaseMs) })
    .where('id', '=', id)
    .where(isHeldBy({ owner }))
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
    .where(isHeldBy({ owner }))
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
      .where(isHeldBy({ owner }))
      .returning('id')
      .executeTakeFirst(),
  )
  return updated !== undefined
}
