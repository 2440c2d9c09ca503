import type { Db } from '../database/open-database.ts'
import { changeJobs } from './change-jobs.ts'

/** Removes a job that has ended; `false` when it is active or not there. */
export async function deleteEndedJob(db: Db, id: string): Promise<boolean> {
  const deleted = await changeJobs(db, (tx) =>
    tx
      .deleteFrom('jobs')
      .where('id', '=', id)
      .where('status', 'in', ['completed', 'failed'])
      .returning('id')
      .executeTakeFirst(),
  )
  return deleted !== undefined
}

/** PostgreSQL takes at most 65,535 parameters in a statement, SQLite 32,766. */
const idsPerStatement = 1_000

/** Removes all completed jobs, or those of these that are, and answers how many. */
export async function deleteCompletedJobs(db: Db, ids?: readonly string[]): Promise<number> {
  return changeJobs(db, async (tx) => {
    const completed = tx.deleteFrom('jobs').where('status', '=', 'completed').returning('id')
    if (ids === undefined) return (await completed.execute()).length
    let deleted = 0
    for (let start = 0; start < ids.length; start += idsPerStatement) {
      const some = ids.slice(start, start + idsPerStatement)
      deleted += (await completed.where('id', 'in', some).execute()).length
    }
    return deleted
  })
}

const batch = 500

/**
 * Removes jobs that have ended and were made before an instant, with their logs, and answers how many. Each
 * transaction removes a few, so that nobody waits long for the database.
 */
export async function deleteOldJobs(db: Db, before: string): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await changeJobs(db, (tx) =>
      tx
        .deleteFrom('jobs')
        .where('id', 'in', (select) =>
          select
            .selectFrom('jobs')
            .select('id')
            .where('createdAt', '<', before)
            .where('status', 'in', ['completed', 'failed'])
            .orderBy('createdAt')
            .limit(batch),
        )
        .returning('id')
        .execute(),
    )
    total += deleted.length
    if (deleted.length < batch) return total
  }
}

/**
 * Removes the logs of jobs that have ended and were made before an instant, and answers of how many. The jobs
 * stay, with their error.
 */
export async function deleteOldLogs(db: Db, before: string): Promise<number> {
  let total = 0
  for (;;) {
    const emptied = await changeJobs(db, (tx) =>
      tx
        .updateTable('jobs')
        .set({ logs: null, errorDetails: null })
        .where('id', 'in', (select) =>
          select
            .selectFrom('jobs')
            .select('id')
            .where('createdAt', '<', before)
            .where('status', 'in', ['completed', 'failed'])
            .where((where) =>
              where.or([where('logs', 'is not', null), where('errorDetails', 'is not', null)]),
            )
            .orderBy('createdAt')
            .limit(batch),
        )
        .returning('id')
        .execute(),
    )
    total += emptied.length
    if (emptied.length < batch) return total
  }
}
