import { dayMs } from '@dashboard/contract/duration'
import type { NoticeChannel } from '@dashboard/contract/notices'
import { pruneAuditLog } from '@dashboard/store/audit/prune-entries'
import { toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import { pruneHistory } from '@dashboard/store/imports/prune-history'
import { deleteOldJobs, deleteOldLogs } from '@dashboard/store/jobs/delete-jobs'
import { deleteOlderVersions } from '@dashboard/store/reports/delete-reports'
import type { Settings } from '@dashboard/store/settings/settings'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { auditRoutes } from './audit/audit-routes.ts'
import { runWithApp } from './background/background-loop.ts'
import { createBackupLoop, runBackupProgram } from './backup/backup-loop.ts'
import { pruneCalls } from './call-lists/prune-calls.ts'
import type { ConditionWatch } from './health/condition-watch.ts'
import { metricsRoutes } from './health/metrics-routes.ts'
import { systemRoutes } from './health/system-routes.ts'
import type { Channel } from './notices/channels/channel.ts'
import { pruneNotices } from './notices/notices-queries.ts'
import { expireReports } from './reports/expire-reports.ts'
import { createRetention, type RetentionStep } from './retention/retention-loop.ts'

interface Dependencies {
  db: Db
  files: FileStore
  settings: Settings
  version: string
  conditions: ConditionWatch
  channels: ReadonlyMap<NoticeChannel, Channel>
  readGithubRequestsLeft(): number | undefined
}

/** Adds what a server needs to run for years: audit log, backups, retention, and what shows how it is doing. */
export function addMaintenance(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, settings } = dependencies
  const { backup } = settings
  auditRoutes(app, { db })
  if (backup.folder !== undefined) {
    const run = runBackupProgram
    runWithApp(app, createBackupLoop({ db, settings: backup, run, log: app.log }))
  }
  const steps = retentionSteps(dependencies, app.log)
  runWithApp(app, createRetention({ db, steps, log: app.log }))
  metricsRoutes(app, dependencies)
  systemRoutes(app, dependencies)
}

/**
 * Returns the steps of retention. Imports come before calls: the calls step removes people whom no import can bring
 * back.
 */
export function retentionSteps(
  { db, files, settings }: Pick<Dependencies, 'db' | 'files' | 'settings'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): RetentionStep[] {
  const { retention: days, reportVersions, importHistory } = settings
  const onError = (err: unknown, message: string) => log.warn({ err }, message)
  /** Runs `remove` for rows older than `retentionDays` days; never when that is 0. */
  const older = (retentionDays: number, remove: (before: string) => Promise<number>) => {
    return async () =>
      retentionDays === 0 ? 0 : await remove(toIso(Date.now() - retentionDays * dayMs))
  }
  return [
    { what: 'jobs', remove: older(days.jobs, (before) => deleteOldJobs(db, before)) },
    { what: 'logs', remove: older(days.logs, (before) => deleteOldLogs(db, before)) },
    {
      what: 'reports',
      remove: async () => {
        const stored = { db, files, onError }
        const expired = await expireReports(stored, days.reports)
        return expired + (await deleteOlderVersions(stored, reportVersions))
      },
    },
    {
      what: 'imports',
      remove: () => {
        const since = days.imports === 0 ? '' : toIso(Date.now() - days.imports * dayMs)
        return pruneHistory(db, files, { imports: importHistory, since })
      },
    },
    { what: 'calls', remove: () => pruneCalls(db, days.calls) },
    { what: 'notices', remove: older(days.notices, (before) => pruneNotices(db, before)) },
    { what: 'audit', remove: older(days.audit, (before) => pruneAuditLog(db, before)) },
  ]
}
