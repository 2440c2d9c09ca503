import { isReportJob, type Job } from '@dashboard/contract/jobs'
import { fromJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { JobRow } from '@dashboard/store/database/schema'

const listedColumns = [
  'id',
  'type',
  'target',
  'targets',
  'status',
  'progress',
  'step',
  'dependsOn',
  'startedAt',
  'completedAt',
  'elapsedTime',
  'error',
  'failureKind',
  'cancelledBy',
  'reportsMade',
  'githubRunId',
  'githubRunUrl',
  'createdBy',
  'createdById',
  'createdAt',
  'updatedAt',
] as const

/** The newest jobs, without their logs. */
export async function listJobs(db: Db, limit: number): Promise<Job[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(listedColumns)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => asJob({ ...row, logs: null }))
}

/** One job with its log, or `undefined`. */
export async function findJob(db: Db, id: string): Promise<Job | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select([...listedColumns, 'logs'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && asJob(row)
}

function asJob({
  reportsMade,
  ...row
}: Pick<JobRow, (typeof listedColumns)[number] | 'logs'>): Job {
  const targets = fromJson<string[]>(row.targets)
  const total = targets.length
  // A report that is deleted while its job goes on may be made twice.
  const reports = isReportJob(row) ? { made: Math.min(reportsMade, total), total } : null
  return { ...row, targets, reports }
}

/** The queued or running job that does a failed job's work again, if there is one. */
export async function findActiveRetry(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('retryOf', '=', id)
    .where('status', 'in', ['queued', 'running'] satisfies JobRow['status'][])
    .executeTakeFirst()
  return row?.id
}

/** Ids of queued and running jobs, oldest first. */
export async function listActiveJobIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('id')
    .where('status', 'in', ['queued', 'running'] satisfies JobRow['status'][])
    .orderBy('sequence')
    .execute()
  return rows.map((row) => row.id)
}
