import { isReportJob, type Job, type Retrying } from '@dashboard/contract/jobs'
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
  'retrying',
  'dependsOn',
  'startedAt',
  'completedAt',
  'elapsedTime',
  'error',
  'errorDetails',
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
    .select((select) => select.lit(null).as('logs'))
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
  return rows.map(asJob)
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

/** Field by field: a hundred rows are copied each time that a job writes its progress. */
function asJob(row: Pick<JobRow, (typeof listedColumns)[number] | 'logs'>): Job {
  const targets = fromJson<string[]>(row.targets)
  const total = targets.length
  return {
    id: row.id,
    type: row.type,
    target: row.target,
    targets,
    status: row.status,
    progress: row.progress,
    step: row.step,
    retrying: row.retrying === null ? null : fromJson<Retrying>(row.retrying),
    dependsOn: row.dependsOn,
    startedAt: row.startedAt,
    completedAt: row.completedAt,
    elapsedTime: row.elapsedTime,
    error: row.error,
    errorDetails: row.errorDetails,
    failureKind: row.failureKind,
    cancelledBy: row.cancelledBy,
    // A report that is deleted while its job goes on may be made twice.
    reports: isReportJob(row) ? { made: Math.min(row.reportsMade, total), total } : null,
    logs: row.logs,
    githubRunId: row.githubRunId,
    githubRunUrl: row.githubRunUrl,
    createdBy: row.createdBy,
    createdById: row.createdById,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
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
