import { randomUUID } from 'node:crypto'
import type { Db } from '../src/database/open-database.ts'
import type { JobRow } from '../src/database/schema.ts'
import { claimJob } from '../src/jobs/claim-job.ts'
import { insertJobs, type NewJob } from '../src/jobs/insert-jobs.ts'

/** Creates jobs in a named state, for tests. */

export async function queuedJob(db: Db, job: Partial<NewJob> = {}): Promise<JobRow> {
  const id = job.id ?? randomUUID()
  await insertJobs(db, [{ type: 'export', createdBy: null, ...job, id }])
  return readJob(db, id)
}

/** Creates a job claimed by a runner called `runner`, unless another owner is given. */
export async function runningJob(
  db: Db,
  job: Partial<NewJob> = {},
  owner = 'runner',
): Promise<JobRow> {
  const { id } = await queuedJob(db, job)
  await claimJob(db, id, owner)
  return readJob(db, id)
}

/** Creates a running job whose lease has expired. */
export async function lostJob(db: Db, job: Partial<NewJob> = {}): Promise<JobRow> {
  const { id } = await runningJob(db, job)
  await db
    .updateTable('jobs')
    .set({ leaseExpiresAt: '2020-01-01T00:00:00.000Z' })
    .where('id', '=', id)
    .execute()
  return readJob(db, id)
}

export async function readJob(db: Db, id: string): Promise<JobRow> {
  return db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export const longAgo = '2020-01-01T00:00:00.000Z'

/** Gives the row an old timestamp and these values, so that a test can see which columns a change writes. */
export async function changeRow(
  db: Db,
  id: string,
  values: Partial<Pick<JobRow, 'startedAt' | 'logs' | 'leaseOwner' | 'leaseExpiresAt'>>,
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ updatedAt: longAgo, ...values })
    .where('id', '=', id)
    .execute()
}
