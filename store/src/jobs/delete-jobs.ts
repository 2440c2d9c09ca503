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

/** Removes all completed jobs and answers how many. */
export async function deleteCompletedJobs(db: Db): Promise<number> {
  const deleted = await changeJobs(db, (tx) =>
    tx.deleteFrom('jobs').where('status', '=', 'completed').returning('id').execute(),
  )
  return deleted.length
}
