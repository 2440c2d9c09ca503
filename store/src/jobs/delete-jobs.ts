import type { Db } from '../database/open-database.ts'
import { inBatches } from '../database/statement-batches.ts'
import { changeJobs } from './change-jobs.ts'

/** Deletes a job that has ended; `false` when it is active or does not exist. */
export async function deleteEndedJob(db: Db, id: string): Promise<boolean> {
  const deleted = await changeJobs(db, (tx) =>
    tx
      .deleteFrom('jobs')
      .where('id', '=', id)
      .where('status', 'in', ['completed', 'failed'])
      .returning('id')
      .execute(),
  )
  return deleted.length > 0
}

/** Deletes all completed jobs, or those among `ids`, and returns how many. */
export async function deleteCompletedJobs(db: Db, ids?: readonly string[]): Promise<number> {
  const deleted = await changeJobs(db, async (tx) => {
    const completed = tx.deleteFrom('jobs').where('status', '=', 'completed').returning('id')
    if (ids === undefined) return completed.execute()
    const batches = await Array.fromAsync(inBatches(ids), (some) =>
      completed.where('id', 'in', some).execute(),
    )
    return batches.flat()
  })
  return deleted.length
}

const batch = 500

/**
 * Repeats a change of at most `batch` jobs until it finds no more, and returns the number of jobs. Each batch is a
 * separate transaction, so that nobody waits long for the database.
 */
async function changeInBatches(
  db: Db,
  change: (tx: Db) => Promise<readonly unknown[]>,
): Promise<number> {
  let total = 0
  for (;;) {
    const changed = await changeJobs(db, change)
    total += changed.length
    if (changed.length < batch) return total
  }
}

/** Selects the first jobs that have ended and were created before an instant. */
function oldJobs(db: Db, before: string) {
  return db
    .selectFrom('jobs')
    .select('id')
    .where('createdAt', '<', before)
    .where('status', 'in', ['completed', 'failed'])
    .orderBy('createdAt')
    .limit(batch)
}

/** Deletes jobs that have ended and were created before an instant, with their logs, and returns how many. */
export async function deleteOldJobs(db: Db, before: string): Promise<number> {
  return changeInBatches(db, (tx) =>
    tx.deleteFrom('jobs').where('id', 'in', oldJobs(tx, before)).returning('id').execute(),
  )
}

/**
 * Deletes the logs of jobs that have ended and were created before an instant, and returns the number of jobs. The jobs
 * stay, with their error.
 */
export async function deleteOldLogs(db: Db, before: string): Promise<number> {
  return changeInBatches(db, (tx) => {
    const withLogs = oldJobs(tx, before).where((where) =>
      where.or([where('logs', 'is not', null), where('errorDetails', 'is not', null)]),
    )
    return tx
      .updateTable('jobs')
      .set({ logs: null, errorDetails: null })
      .where('id', 'in', withLogs)
      .returning('id')
      .execute()
  })
}
