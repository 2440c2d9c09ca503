import { nowIso } from './column-values.ts'
import type { Db } from './database.ts'
import { changeJobs } from './job-changes.ts'
import type { JobRow } from './schema.ts'

/** Running jobs whose lease has run out. */
export async function findLostJobs(db: Db): Promise<JobRow[]> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('status', '=', 'running')
    .where('leaseExpiresAt', '<', nowIso())
    .execute()
}

/** Queued jobs whose turn it is, oldest first. */
export async function findReadyJobs(db: Db): Promise<JobRow[]> {
  return db
    .selectFrom('jobs')
    .leftJoin('jobs as earlier', 'earlier.id', 'jobs.dependsOn')
    .selectAll('jobs')
    .where('jobs.status', '=', 'queued')
    .where((where) =>
      where.or([where('jobs.dependsOn', 'is', null), where('earlier.status', '=', 'completed')]),
    )
    .orderBy('jobs.sequence')
    .execute()
}

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
