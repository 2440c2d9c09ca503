import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '@dashboard/contract/duration'
import { localDay } from '@dashboard/contract/local-time'
import { nowIso, toIso } from '@dashboard/store/database/column-values'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import type { Settings } from '@dashboard/store/settings/settings'
import { sql } from 'kysely'

/** Checks what must hold on every day of a year, and how far an installation may have grown. */

interface World {
  db: Db
  files: FileStore
  settings: Settings
}

export interface YearDay {
  /** Counted from 1. */
  number: number
  kind:
    | 'ordinary'
    | 'quiet'
    | 'locust-empty'
    | 'locust-down'
    | 'column-renamed'
    /** The day's sync is made up, three hours late. */
    | 'server-late'
  /** How many people have changed. */
  changes: number
}

/** The number of notices that the bell shows first. */
const newest = 20
const maxNotices = 15
const failures = [
  'sync-failed',
  'import-guard',
  'schedule-missed',
  'reports-failed',
  'backup-failed',
]

/** Returns what is wrong at the end of a day, in sentences. */
export async function findProblemsOfDay({ db }: World, day: YearDay): Promise<string[]> {
  const run = await db
    .selectFrom('schedule_runs')
    .selectAll()
    .orderBy('dueAt', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const isBad = ['locust-empty', 'locust-down', 'column-renamed'].includes(day.kind)
  const changed = run.reportsChanged ?? 0
  // A move affects two congregations and two circuits.
  const most = 4 * day.changes
  const conditions = await db.selectFrom('notice_conditions').select('name').execute()
  return sentences([
    [localDay(run.dueAt) !== localDay(nowIso()), `the last sync is of ${run.dueAt}`],
    [run.outcome !== (isBad ? 'failed' : 'completed'), `the sync is ${run.outcome}`],
    [changed > most, `${changed} reports are made again after ${day.changes} changes`],
    [
      !isBad && conditions.length > 0,
      `people are reminded of ${conditions.map(({ name }) => name)}`,
    ],
  ])
}

/** Returns what has grown beyond its bound, in sentences. */
export async function findProblemsOfMark(
  { db, settings }: World,
  {
    notices,
    reportFiles,
    reportRows,
    places,
    backups,
    backedUpReports,
  }: YearSizes & { backedUpReports: number },
): Promise<string[]> {
  const { retention, reportVersions, backup } = settings
  const before = (days: number) => toIso(Date.now() - (days + 1) * dayMs)
  const versions = await db
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('place')
    .execute()
  const mostVersions = Math.max(...versions.map(({ count }) => count))
  const imports = await db
    .selectFrom('imports')
    .select(['hasDetails', 'createdAt'])
    .where('state', '=', 'completed')
    .orderBy('number', 'desc')
    .execute()
  const forgotten = imports.filter(
    ({ hasDetails, createdAt }) => hasDetails === 0 && createdAt > toIso(Date.now() - 89 * dayMs),
  )
  const oldImports = imports
    .slice(1)
    .filter(({ hasDetails, createdAt }) => hasDetails === 1 && createdAt < before(90))
  const notified = await db
    .selectFrom('notices')
    .select(['kind', 'createdAt'])
    .orderBy('sequence', 'desc')
    .execute()
  const hidden = notified.slice(newest).filter(({ kind }) => failures.includes(kind))
  const oldJobs = await db
    .selectFrom('jobs')
    .select('id')
    .where('createdAt', '<', before(retention.jobs))
    .execute()
  const oldLogs = await db
    .selectFrom('jobs')
    .select('id')
    .where('createdAt', '<', before(retention.logs))
    .where('logs', '<>', '')
    .execute()
  const oldNotices = notified.filter(({ createdAt }) => createdAt < before(retention.notices))
  return sentences([
    [mostVersions > reportVersions, `${mostVersions} versions of a report are kept`],
    [reportFiles !== reportRows, `${reportRows} reports have ${reportFiles} files`],
    [forgotten.length > 0, `${forgotten.length} imports of the last 90 days cannot be read`],
    [oldImports.length > 0, `${oldImports.length} imports of before the last 90 days are kept`],
    [notices > maxNotices, `the bell has ${notices} notices`],
    [hidden.length > 0, `${hidden.length} failures are behind the newest ${newest} notices`],
    [oldJobs.length > 0, `${oldJobs.length} jobs are too old`],
    [oldLogs.length > 0, `${oldLogs.length} logs are too old`],
    [oldNotices.length > 0, `${oldNotices.length} notices are too old`],
    [backups > backup.maxBackups, `${backups} backups are kept`],
    [
      backedUpReports > places,
      `the last backup has ${backedUpReports} reports of ${places} places`,
    ],
  ])
}

export interface YearSizes {
  rows: number
  databaseMb: number
  /** Circuits and congregations that have reports. */
  places: number
  reportRows: number
  reportFiles: number
  backups: number
  backupMb: number
  notices: number
}

export async function readSizes({ db, files, settings }: World): Promise<YearSizes> {
  const tables = await db.introspection.getTables()
  let rows = 0
  for (const { name } of tables) rows += await countRows(db, name)
  const places = await db.selectFrom('reports').select('place').distinct().execute()
  const folder = settings.backup.folder ?? ''
  const backups = (await readdir(folder)).filter((name) => name.startsWith('dashboard-'))
  const bytes = await Promise.all(
    backups.map(async (name) => (await stat(join(folder, name))).size),
  )
  return {
    rows,
    databaseMb: (await readDatabaseBytes(db)) / 2 ** 20,
    places: places.length,
    reportRows: await countRows(db, 'reports'),
    reportFiles: (await files.list('reports')).length,
    backups: backups.length,
    backupMb: bytes.reduce((sum, size) => sum + size, 0) / 2 ** 20,
    notices: await countRows(db, 'notices'),
  }
}

async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return Number(rows[0]?.count)
}

async function readDatabaseBytes(db: Db): Promise<number> {
  const size = isPostgres(db)
    ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
    : sql<{ bytes: number }>`select page_count * page_size as bytes
        from pragma_page_count(), pragma_page_size()`
  return Number((await size.execute(db)).rows[0]?.bytes)
}

/** Returns the sentences whose condition is true. */
function sentences(cases: readonly (readonly [boolean, string])[]): string[] {
  return cases.filter(([isSo]) => isSo).map(([, sentence]) => sentence)
}
