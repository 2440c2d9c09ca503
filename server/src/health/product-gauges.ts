import type { RetentionRun } from '@dashboard/contract/system'
import type { Db } from '@dashboard/store/database/open-database'
import { Gauge, Registry } from 'prom-client'
import { readBackupState } from '../backup/last-backup.ts'
import { readRetentionRun } from '../retention/retention-state.ts'
import type { ConditionWatch } from './condition-watch.ts'
import { type Figures, readFigures } from './read-figures.ts'

export interface FigureSources {
  db: Db
  conditions: Pick<ConditionWatch, 'readSpace'>
  /**
   * Returns how many requests GitHub still accepts this hour; `undefined` while that is not known, or no job runs
   * there.
   */
  readGithubRequestsLeft(): number | undefined
}

interface Sample {
  labels: Record<string, string>
  value: number
}

type Add = (name: string, help: string, value: number | readonly Sample[] | undefined) => void

/**
 * Returns the product's own figures in Prometheus' text format; one that cannot be read is left out, so that nobody
 * takes an old figure for a new one.
 */
export async function readFigureText({
  db,
  conditions,
  readGithubRequestsLeft,
}: FigureSources): Promise<string> {
  const [figures, space, retention, backup] = await Promise.all([
    readFigures(db).catch(() => undefined),
    conditions.readSpace().catch(() => undefined),
    readRetentionRun(db).catch(() => undefined),
    readBackupState(db).catch(() => undefined),
  ])
  const registry = new Registry()
  /** Adds a figure; samples with the same labels are summed. */
  const add: Add = (name, help, value) => {
    const samples = typeof value === 'number' ? [{ labels: {}, value }] : (value ?? [])
    const [first] = samples
    if (first === undefined) return
    const labelNames = Object.keys(first.labels)
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] })
    for (const { labels, value } of samples) gauge.inc(labels, value)
  }
  const isUp = Number(figures !== undefined)
  add('smpw_database_up', 'Whether the database answers: without it most figures are missing', isUp)
  if (figures) {
    addJobs(add, figures)
    addData(add, figures)
  }
  if (retention) addRetention(add, retention)
  const backupAge = backup?.ageSeconds ?? undefined
  add('smpw_backup_age_seconds', 'Time since the last backup that was made and verified', backupAge)
  add('smpw_disk_free_bytes', 'Free space on the disk of the data folder', space?.freeBytes)
  add('smpw_disk_size_bytes', 'Size of that disk', space?.totalBytes)
  const left = readGithubRequestsLeft()
  add('smpw_github_requests_left', 'Requests that GitHub still takes this hour', left)
  return registry.metrics()
}

function addJobs(add: Add, { jobs, activeJobs, lastDay, waits, readAt }: Figures): void {
  add(
    'smpw_jobs',
    'Jobs in the list',
    jobs.map(({ status, count }) => ({ labels: { status }, value: count })),
  )
  add(
    'smpw_active_jobs',
    'Jobs that are queued or running',
    activeJobs.map(({ type, status, count }) => ({ labels: { type, status }, value: count })),
  )
  add(
    'smpw_active_job_age_seconds',
    'How long the oldest of them has been queued or running',
    activeJobs.map(({ type, status, since }) => ({
      labels: { type, status },
      value: Math.max(0, (readAt - since) / 1_000),
    })),
  )
  add(
    'smpw_jobs_failed_last_day',
    'Failed jobs of the last 24 hours; cancelled ones, and those that did not run, are left out',
    lastDay.failed.map(({ type, kind, jobs }) => ({ labels: { type, kind }, value: jobs })),
  )
  add(
    'smpw_job_tries_lost_last_day',
    'Tries of the jobs of the last 24 hours whose runner ended or lost its lease',
    lastDay.lostTries.map(({ type, lostTries }) => ({ labels: { type }, value: lostTries })),
  )
  add(
    'smpw_job_wait_seconds',
    'How long the jobs of the last hour were queued before they started, at most',
    waits.map(({ type, seconds }) => ({ labels: { type }, value: seconds })),
  )
}

function addRetention(add: Add, lastRun: RetentionRun): void {
  add(
    'smpw_retention_removed',
    'What was removed since the installation because it was too old',
    Object.entries(lastRun.total).map(([what, value]) => ({ labels: { what }, value })),
  )
  const { failed, at } = lastRun
  add('smpw_retention_failures', 'Kinds of data that the last run could not remove', failed.length)
  add(
    'smpw_retention_last_run_timestamp_seconds',
    'When what was too old was last removed',
    Date.parse(at) / 1_000,
  )
}

function addData(add: Add, figures: Figures): void {
  const { lastSuccess, importRows, reports, volunteers, databaseBytes } = figures
  add(
    'smpw_last_success_timestamp_seconds',
    'When the last export and the last import were completed',
    lastSuccess.map(({ type, at }) => ({ labels: { type }, value: at / 1_000 })),
  )
  add(
    'smpw_import_rows',
    'What the last import found and changed, such as rows, and those it skipped',
    Object.entries(importRows).map(([what, value]) => ({ labels: { what }, value })),
  )
  add('smpw_reports', 'Reports that are kept', reports.count)
  add('smpw_report_bytes', 'Size of their files', reports.bytes)
  add('smpw_volunteers', 'Volunteers in the database', volunteers)
  add('smpw_database_bytes', 'Size of the database', databaseBytes)
}
