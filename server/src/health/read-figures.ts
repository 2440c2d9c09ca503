import { dayMs, hourMs } from '@dashboard/contract/duration'
import { fromJsonOr, toIso } from '@dashboard/store/database/column-values'
import { countRows } from '@dashboard/store/database/count-rows'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { sql } from 'kysely'

interface ActiveJobs {
  type: string
  status: string
  count: number
  /** Since when the oldest of them is queued or running, in milliseconds since 1970. */
  since: number
}

/** The figures about the product's work in the database (docs/operations.md#figures). */
export interface Figures {
  /** In milliseconds since 1970. */
  readAt: number
  jobs: { status: string; count: number }[]
  activeJobs: ActiveJobs[]
  /** Counts of the jobs of the last 24 hours. */
  lastDay: { type: string; failureKind: string | null; count: number; lostTries: number }[]
  /** How long the jobs of the last hour waited before they started, at most. */
  waits: { type: string; seconds: number }[]
  lastSuccess: { type: 'export' | 'import'; at: number }[]
  /** Numbers of rows of the last import, by what happened to them. */
  importRows: Record<string, number>
  reports: { count: number; bytes: number }
  volunteers: number
  databaseBytes: number
}

/**
 * Reads the figures. There may be many jobs, and they carry their logs: only the active and the newest ones are read,
 * and an index counts them all.
 */
export async function readFigures(db: Db): Promise<Figures> {
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

function countJobs(db: Db): Promise<Figures['jobs']> {
  return db
    .selectFrom('jobs')
    .select((select) => ['status', select.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
}

async function readActiveJobs(db: Db): Promise<ActiveJobs[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(({ fn }) => [
      'type',
      'status',
      fn.countAll<number>().as('count'),
      fn.min('createdAt').as('createdAt'),
      fn.min('startedAt').as('startedAt'),
    ])
    .where('status', 'in', ['queued', 'running'])
    .groupBy(['type', 'status'])
    .execute()
  return rows.map(({ type, status, count, createdAt, startedAt }) => ({
    type,
    status,
    count,
    since: Date.parse(status === 'running' ? (startedAt ?? createdAt) : createdAt),
  }))
}

/**
 * Counts the jobs of the last day. A try is lost when its runner ended, or stopped renewing the lease, before the job
 * had ended.
 */
function countLastDay(db: Db, since: string): Promise<Figures['lastDay']> {
  const lost = sql<number>`sum(case when "failureKind" = 'interrupted' then attempts
    when attempts > 1 then attempts - 1 else 0 end)`
  return db
    .selectFrom('jobs')
    .select((select) => [
      'type',
      'failureKind',
      select.fn.countAll<number>().as('count'),
      lost.as('lostTries'),
    ])
    .where('createdAt', '>', since)
    .groupBy(['type', 'failureKind'])
    .execute()
}

/** Reads how long jobs waited; jobs that had to wait for another one are left out. */
async function readWaits(db: Db, since: string): Promise<Figures['waits']> {
  const rows = await db
    .selectFrom('jobs')
    .select(['type', 'createdAt', 'startedAt'])
    .where('createdAt', '>', since)
    .where('startedAt', 'is not', null)
    .where('dependsOn', 'is', null)
    .execute()
  const longest = new Map<string, number>()
  for (const { type, createdAt, startedAt } of rows) {
    const seconds = (Date.parse(startedAt ?? createdAt) - Date.parse(createdAt)) / 1_000
    longest.set(type, Math.max(seconds, longest.get(type) ?? 0))
  }
  return [...longest].map(([type, seconds]) => ({ type, seconds }))
}

async function readSyncFigures(db: Db): Promise<Pick<Figures, 'lastSuccess' | 'importRows'>> {
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

async function countReports(db: Db): Promise<Figures['reports']> {
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
