import { harmlessEnds, type JobEnd } from '@dashboard/contract/jobs'
import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { Database, JobRow } from '../database/schema.ts'

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

/** Returns the condition that selects the jobs whose `jobEnd` is this one. */
export function endedAs(end: JobEnd) {
  return (where: ExpressionBuilder<Database, 'jobs'>) => {
    if (end === 'completed') return where('status', '=', 'completed')
    const kind = where.fn.coalesce('failureKind', where.val('other'))
    const kinds = Object.keys(harmlessEnds) as (keyof typeof harmlessEnds)[]
    const isOfKind =
      end === 'failed'
        ? where(kind, 'not in', kinds)
        : where(
            kind,
            'in',
            kinds.filter((name) => harmlessEnds[name] === end),
          )
    return where.and([where('status', '=', 'failed'), isOfKind])
  }
}

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
