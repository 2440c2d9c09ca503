import type { Job } from '@dashboard/contract/jobs'
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
  'githubRunId',
  'githubRunUrl',
  'createdBy',
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
  return rows.map((row) => ({ ...row, targets: fromJson<string[]>(row.targets), logs: null }))
}

/** One job with its log, or `undefined`. */
export async function findJob(db: Db, id: string): Promise<Job | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select([...listedColumns, 'logs'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, targets: fromJson<string[]>(row.targets) }
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
