import type { NoticeChannel } from '@dashboard/contract/notices'
import { pruneAuditLog } from '@dashboard/store/audit/prune-entries'
import { toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { everyCircuit } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import { deleteOldJobs, deleteOldLogs } from '@dashboard/store/jobs/delete-jobs'
import type { Settings } from '@dashboard/store/settings'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createAuditMaintenance } from './audit/audit-maintenance.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { createRounds } from './background/rounds.ts'
import { createBackupLoop } from './backup/backup-loop.ts'
import { runBackupProgram } from './backup/backup-program.ts'
import { readBackupState } from './backup/backup-state.ts'
import { forgetCalls } from './call-lists/forget-calls.ts'
import type { ConditionWatch, DiskSpace } from './health/condition-watch.ts'
import { metricsRoutes } from './health/metrics-routes.ts'
import { systemRoutes } from './health/system-routes.ts'
import { pruneImports } from './imports/prune-imports.ts'
import { readChannelStates } from './notices/channel-states.ts'
import type { Channel } from './notices/channels/channel.ts'
import { pruneNotices } from './notices/prune-notices.ts'
import { expireReports } from './reports/expire-reports.ts'
import { readExpiring } from './reports/reports-queries.ts'
import { removeOldAsides } from './restore/put-aside.ts'
import { createRetention, type RetentionStep } from './retention/retention-loop.ts'
import { readRetention } from './retention/retention-state.ts'

const dayMs = 24 * 60 * 60_000

interface Dependencies {
  db: Db
  files: FileStore
  settings: Settings
  version: string
  conditions: ConditionWatch
  channels: ReadonlyMap<NoticeChannel, Channel>
  readSpace(): Promise<DiskSpace>
  readGithubRequestsLeft(): number | undefined
  retentionDelayMs?: number
}

/** Wires what keeps the server running for years: audit log, backups, retention, and what tells how it is. */
export function addOperation(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, settings, version, conditions, channels } = dependencies
  const { readSpace, readGithubRequestsLeft } = dependencies
  const { backup } = settings
  auditRoutes(app, { db })
  keepOpen(app, createAuditMaintenance({ db, dataDir: settings.dataDir, log: app.log }))
  if (backup.folder !== undefined) {
    keepOpen(app, createBackupLoop({ db, settings: backup, run: runBackupProgram, log: app.log }))
  }
  keepOpen(
    app,
    createRounds({
      run: async () => void (await removeOldAsides(settings.dataDir)),
      everyMs: dayMs,
      onError: (err) => app.log.warn({ err }, 'What was put aside could not be removed'),
    }),
  )
  const steps = retentionSteps(dependencies, app.log)
  const { retentionDelayMs: delayMs } = dependencies
  keepOpen(app, createRetention({ db, steps, delayMs, log: app.log }))
  const readBackup = () => readBackupState(db)
  const days = settings.retention
  metricsRoutes(app, {
    db,
    token: settings.metricsToken,
    readSpace,
    readBackup,
    readGithubRequestsLeft,
    readRetention: () => readRetention(db, days),
  })
  systemRoutes(app, {
    db,
    version,
    conditions,
    readSpace,
    readBackup,
    readGithubRequestsLeft,
    hasBackupSchedule: backup.folder !== undefined,
    usesGithub: settings.engine.kind === 'github',
    readExpiring: () => readExpiring(within(db, everyCircuit)),
    readChannels: () => readChannelStates(db, channels),
    readRetention: () => readRetention(db, days),
  })
}

function keepOpen(app: FastifyInstance, loop: { open(): void; close(): Promise<void> }): void {
  app.addHook('onReady', async () => loop.open())
  app.addHook('onClose', () => loop.close())
}

/** Imports before calls: whoever none of them can bring back is forgotten there. */
function retentionSteps(
  { db, files, settings }: Dependencies,
  log: FastifyBaseLogger,
): RetentionStep[] {
  const { retention: days, importHistory } = settings
  const onError = (err: unknown, message: string) => log.warn({ err }, message)
  /** What is removed once it is so many days old; 0: never. */
  const older = (keepDays: number, remove: (before: string) => Promise<number>) => {
    return async (nowMs: number) =>
      keepDays === 0 ? 0 : await remove(toIso(nowMs - keepDays * dayMs))
  }
  return [
    { what: 'jobs', remove: older(days.jobs, (before) => deleteOldJobs(db, before)) },
    { what: 'logs', remove: older(days.logs, (before) => deleteOldLogs(db, before)) },
    {
      what: 'reports',
      remove: (nowMs) => expireReports({ db, files, onError }, { keepDays: days.reports, nowMs }),
    },
    {
      what: 'imports',
      remove: (nowMs) => {
        const since = days.imports === 0 ? '' : toIso(nowMs - days.imports * dayMs)
        return pruneImports({ db, files }, { imports: importHistory, since })
      },
    },
    { what: 'calls', remove: (nowMs) => forgetCalls(db, { keepDays: days.calls, nowMs }) },
    { what: 'notices', remove: older(days.notices, (before) => pruneNotices(db, before)) },
    { what: 'audit', remove: older(days.audit, (before) => pruneAuditLog(db, before)) },
  ]
}
