import { dayMs, hourMs } from '@dashboard/contract/duration'
import { type JobType, jobEnd } from '@dashboard/contract/jobs'
import { fromJsonOr, toIso } from '@dashboard/store/database/column-values'
import { countRows } from '@dashboard/store/database/count-rows'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { activeStatuses } from '@dashboard/store/jobs/list-jobs'
import { sql } from 'kysely'

/** The figures about the product's work in the database (docs/operations.md#figures). */
export type Figures = Awaited<ReturnType<typeof readFigures>>

/**
 * Reads the figures; instants are in milliseconds since 1970. There may be many jobs, and they carry their logs: only the
 * active and the newest ones are read, and an index counts them all.
 */
export async function readFigures(db: Db) {
  const readAt = Date.now()
  const [jobs, activeJobs, lastDay, waits, sync, reports, volunteers, databaseBytes] =
    await Promise.all([
      countJobs(db),
      readActiveJobs(db),
      countLastDay(db, toIso(readAt - dayMs)),
      readWaits(db, toIso(readAt - hourMs)),
      readSyncFigures(db),
      countReports(db),
      countRows(db.selectFrom('volunteers')),
      readDatabaseBytes(db),
    ])
  return { readAt, jobs, activeJobs, lastDay, waits, ...sync, reports, volunteers, databaseBytes }
}

function countJobs(db: Db) {
  return db
    .selectFrom('jobs')
    .select((select) => ['status', select.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
}

async function readActiveJobs(db: Db) {
  const rows = await db
    .selectFrom('jobs')
    .select(({ fn }) => [
      'type',
      'status',
      fn.countAll<number>().as('count'),
      fn.min('createdAt').as('createdAt'),
      fn.min('startedAt').as('startedAt'),
    ])
    .where('status', 'in', activeStatuses)
    .groupBy(['type', 'status'])
    .execute()
  return rows.map(({ type, status, count, createdAt, startedAt }) => ({
    type,
    status,
    count,
    /** Since when the oldest of them is queued or running. */
    since: Date.parse(status === 'running' ? (startedAt ?? createdAt) : createdAt),
  }))
}

/**
 * Counts the jobs of the last day. A try is lost when its runner ended, or stopped renewing the lease, before the job
 * had ended.
 */
async function countLastDay(db: Db, since: string) {
  const lost = sql<number>`sum(case when "failureKind" = 'interrupted' then attempts
    when attempts > 1 then attempts - 1 else 0 end)`
  const rows = await db
    .selectFrom('jobs')
    .select((select) => [
      'type',
      'status',
      'failureKind',
      select.fn.countAll<number>().as('count'),
      lost.as('lostTries'),
    ])
    .where('createdAt', '>', since)
    .groupBy(['type', 'status', 'failureKind'])
    .execute()
  const failed = rows.flatMap((row) =>
    jobEnd(row) === 'failed'
      ? [{ type: row.type, kind: row.failureKind ?? 'other', jobs: row.count }]
      : [],
  )
  return { failed, lostTries: rows.map(({ type, lostTries }) => ({ type, lostTries })) }
}

/** Reads how long jobs waited at most before they started; jobs that had to wait for another one are left out. */
async function readWaits(db: Db, since: string) {
  const rows = await db
    .selectFrom('jobs')
    .select(['type', 'createdAt', 'startedAt'])
    .where('createdAt', '>', since)
    .where('startedAt', 'is not', null)
    .where('dependsOn', 'is', null)
    .execute()
  const longest = new Map<JobType, number>()
  for (const { type, createdAt, startedAt } of rows) {
    const seconds = (Date.parse(startedAt ?? createdAt) - Date.parse(createdAt)) / 1_000
    longest.set(type, Math.max(seconds, longest.get(type) ?? 0))
  }
  return [...longest].map(([type, seconds]) => ({ type, seconds }))
}

async function readSyncFigures(db: Db) {
  const events = await db
    .selectFrom('automation_status')
    .select(['eventType', 'lastTimestamp', 'metadata'])
    .where('eventType', 'in', ['export', 'import', 'import-end'])
    .execute()
  const lastSuccess = (['export', 'import'] as const).flatMap((type) => {
    const event = events.find(({ eventType }) => eventType === type)
    return event ? [{ type, at: Date.parse(event.lastTimestamp) }] : []
  })
  const end = events.find(({ eventType }) => eventType === 'import-end')
  const { imported } = fromJsonOr<{ imported?: Record<string, number> | null }>(
    end?.metadata ?? null,
    {},
  )
  return { lastSuccess, importRows: imported ?? {} }
}

async function countReports(db: Db) {
  const { count, bytes } = await db
    .selectFrom('reports')
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      select.fn.sum<number | null>('size').as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  return { count, bytes: bytes ?? 0 }
}

async function readDatabaseBytes(db: Db): Promise<number> {
  const size = isPostgres(db)
    ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
    : sql<{
        bytes: number
      }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  const { rows } = await size.execute(db)
  return rows[0]?.bytes ?? 0
}
