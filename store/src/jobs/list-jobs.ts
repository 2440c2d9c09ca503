import { nowIso } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'
import type { JobRow } from '../database/schema.ts'

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
