import type { Db } from '../database/open-database.ts'
import type { JobRow } from '../database/schema.ts'

const leasedColumns = [
  'id',
  'type',
  'leaseOwner',
  'leaseExpiresAt',
  'attempts',
  'dispatchedAt',
] as const

export type LeasedJob = Pick<JobRow, (typeof leasedColumns)[number]>

export const activeStatuses = ['queued', 'running'] as const

export function selectActiveJobs(db: Db) {
  return db.selectFrom('jobs').select('jobs.id').where('status', 'in', activeStatuses)
}

/**
 * Lists running jobs with a lease, including expired leases; a job of a run that was started on GitHub has no lease.
 */
export async function listLeasedJobs(db: Db): Promise<LeasedJob[]> {
  return db
    .selectFrom('jobs')
    .select(leasedColumns)
    .where('status', '=', 'running')
    .where('leaseExpiresAt', 'is not', null)
    .execute()
}

export async function findReadyJobs(db: Db): Promise<JobRow[]> {
  return selectReadyJobs(db).selectAll('jobs').execute()
}

/** Selects queued jobs that can start: those without a dependency, or with a completed one. Oldest first. */
export function selectReadyJobs(db: Db) {
  return db
    .selectFrom('jobs')
    .leftJoin('jobs as earlier', 'earlier.id', 'jobs.dependsOn')
    .where('jobs.status', '=', 'queued')
    .where((where) =>
      where.or([where('jobs.dependsOn', 'is', null), where('earlier.status', '=', 'completed')]),
    )
    .orderBy('jobs.sequence')
}
