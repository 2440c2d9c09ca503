import type { Role } from '@dashboard/contract/account-inputs'
import {
  isActive,
  isReportJob,
  isSyncJob,
  type Job,
  type JobListFilter,
  jobEnd,
  type RetryableBy,
} from '@dashboard/contract/jobs'
import { fromJson, fromJsonOr } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { JobRow } from '@dashboard/store/database/schema'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { activeStatuses, endedAs, selectActiveJobs } from '@dashboard/store/jobs/list-jobs'
import type { CursorValues } from '../http/page-cursor.ts'
import { isChangeable, redactJobs } from './limited-jobs.ts'

/** The parts of a job that its row has in the same form. */
const plainColumns = [
  'id',
  'type',
  'target',
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
  'githubRunId',
  'githubRunUrl',
  'createdBy',
  'createdById',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Job & keyof JobRow)[]

interface JobFilter extends Omit<JobListFilter, 'mine'> {
  createdById?: string | undefined
}

/** The part of the chosen jobs to return: at most `limit`, after a cursor. */
interface JobPage {
  limit: number
  before?: CursorValues | undefined
  filter: JobFilter
}

/**
 * Returns the newest jobs, newest first, without their logs. When not all fit, active jobs come before ended ones: a
 * job that runs must be visible, however many came after it (docs/jobs.md#on-screen).
 */
export async function listJobs(
  db: ScopedDb,
  role: Role,
  { limit, before, filter }: JobPage,
): Promise<{ jobs: Job[]; next: CursorValues | undefined }> {
  const { status, end, kind, createdById } = filter
  let chosen = selectJobs(db).orderBy('sequence', 'desc')
  if (status === 'active') chosen = chosen.where('status', 'in', activeStatuses)
  else if (status !== undefined) chosen = chosen.where('status', '=', status)
  if (end !== undefined) chosen = chosen.where(endedAs(end))
  if (kind !== undefined) chosen = chosen.where('type', '=', kind)
  if (createdById !== undefined) chosen = chosen.where('createdById', '=', createdById)
  if (before !== undefined) chosen = chosen.where('sequence', '<', Number(before[0]))
  const rows = await chosen.limit(limit + 1).execute()
  const oldest = rows.at(-1)
  if (before === undefined && rows.length > limit && oldest) {
    const older = chosen
      .where('status', 'in', activeStatuses)
      .where('sequence', '<', oldest.sequence)
    rows.push(...(await older.limit(limit).execute()))
  }
  const shown = before === undefined ? activeFirst(rows, limit) : rows.slice(0, limit)
  const leftOut = rows.find((row) => !shown.includes(row))
  const jobs = await redactJobs(
    db,
    shown.map((row) => toJob(row, role, null)),
  )
  // The next page begins with the newest job that did not fit; active jobs may occur there again.
  return { jobs, next: leftOut && [leftOut.sequence + 1] }
}

/** Returns at most `limit` of the rows, in their order; the oldest ended jobs are left out first. */
function activeFirst(rows: readonly ListedRow[], limit: number): readonly ListedRow[] {
  if (rows.length <= limit) return rows
  const active = rows.filter(isActive).slice(0, limit)
  const ended = rows.filter((row) => !isActive(row))
  const shown = new Set([...active, ...ended.slice(0, limit - active.length)])
  return rows.filter((row) => shown.has(row))
}

export async function findJob(db: ScopedDb, role: Role, id: string): Promise<Job | undefined> {
  const row = await selectJobs(db).select('logs').where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const [job] = await redactJobs(db, [toJob(row, role, row.logs)])
  return job
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectJobs>['execute']>>[number]

function selectJobs(db: ScopedDb) {
  return db
    .selectFrom('jobs')
    .select(plainColumns)
    .select(['sequence', 'targets', 'retrying', 'errorDetails', 'reportsMade', 'importId'])
    .select((select) =>
      // The import that a job planned itself: one without a review before.
      select
        .selectFrom('imports')
        .select('imports.id')
        .whereRef('imports.planJobId', '=', 'jobs.id')
        .orderBy('imports.number', 'desc')
        .limit(1)
        .as('plannedImportId'),
    )
    .select(({ selectFrom }) => {
      const given = selectFrom('imports as given').whereRef('given.id', '=', 'jobs.importId')
      return [
        given.select('given.sourceImportId').as('restoredImportId'),
        given.select('given.state').as('givenState'),
      ]
    })
}

/** Returns a row as the contract's job. Details of an error are for administrators only. */
function toJob(row: ListedRow, role: Role, logs: string | null): Job {
  const targets = fromJson<string[]>(row.targets)
  const makesReports = isReportJob(row)
  // A report that is deleted while its job goes on may be made twice.
  const made = Math.min(row.reportsMade, targets.length)
  return {
    ...row,
    targets,
    retrying: fromJsonOr(row.retrying, null),
    errorDetails: role === 'admin' ? row.errorDetails : null,
    reports: makesReports ? { made, total: targets.length } : null,
    retryableBy: whoMayRetry(row, targets),
    importId: makesReports ? null : (row.importId ?? row.plannedImportId),
    logs,
  }
}

/** Returns who may start a job again, as far as that follows from what it has done. */
function whoMayRetry(row: ListedRow, targets: readonly string[]): RetryableBy {
  if (row.type === 'volunteer-list') return 'nobody'
  if (row.type === 'import' && row.givenState === 'stopped') return 'nobody'
  // It would read the sheet from before the export that has failed.
  if (isSyncJob(row) && jobEnd(row) === 'notRun') return 'nobody'
  if (row.restoredImportId !== null) return 'administrators'
  return isSyncJob(row) && targets.length > 0 ? 'starter' : 'anybody'
}

/**
 * Returns what a job is about, by the names that runners use, and the import that it was given to review or apply; an
 * import without a review was given none.
 */
export async function readWork(db: Db, id: string) {
  const row = await db
    .selectFrom('jobs')
    .select(['targets', 'importId'])
    .where('id', '=', id)
    .executeTakeFirst()
  return { targets: fromJsonOr<string[]>(row?.targets ?? null, []), importId: row?.importId }
}

/** Returns the queued or running job that repeats a failed job's work, if there is one. */
export async function findActiveRetry(db: Db, id: string): Promise<string | undefined> {
  const row = await selectActiveJobs(db).where('retryOf', '=', id).executeTakeFirst()
  return row?.id
}

/** Returns ids of jobs with these statuses that may be cancelled or cleared, oldest first. */
export async function listChangeable(
  db: ScopedDb,
  statuses: readonly JobRow['status'][],
): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'type'])
    .where('status', 'in', statuses)
    .orderBy('sequence')
    .execute()
  return rows.filter((row) => isChangeable(db, row)).map((row) => row.id)
}
