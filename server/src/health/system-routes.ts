import type { NoticeChannel } from '@dashboard/contract/notices'
import { getSystem, type SystemState } from '@dashboard/contract/system'
import { toIso } from '@dashboard/store/database/column-values'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { everyCircuit } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import type { Settings } from '@dashboard/store/settings/settings'
import type { FastifyInstance } from 'fastify'
import { readBackupState } from '../backup/last-backup.ts'
import { route } from '../http/endpoint-routes.ts'
import { readChannelStates } from '../notices/channel-states.ts'
import type { Channel } from '../notices/channels/channel.ts'
import { readExpiring } from '../reports/reports-queries.ts'
import { readRetention } from '../retention/retention-state.ts'
import type { ConditionWatch } from './condition-watch.ts'
import { type Figures, readFigures } from './read-figures.ts'
import { countRequests } from './request-counts.ts'

interface Dependencies {
  db: Db
  settings: Pick<Settings, 'backup' | 'engine' | 'retention'>
  version: string
  conditions: ConditionWatch
  channels: ReadonlyMap<NoticeChannel, Channel>
  readGithubRequestsLeft(): number | undefined
}

export function systemRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const readRequests = countRequests(app)
  route(app, getSystem, async () => ({
    ...(await readState(dependencies, await readFigures(dependencies.db))),
    requests: readRequests(),
  }))
}

async function readState(
  dependencies: Dependencies,
  figures: Figures,
): Promise<Omit<SystemState, 'requests'>> {
  const { db, settings, version, conditions } = dependencies
  const [{ down, warnings }, space, backup, expiring, channels, retention] = await Promise.all([
    conditions.read(),
    conditions.readSpace().catch(() => null),
    readBackupState(db),
    readExpiring(within(db, everyCircuit)),
    readChannelStates(db, dependencies.channels),
    readRetention(db, settings.retention),
  ])
  const requestsLeft = dependencies.readGithubRequestsLeft() ?? null
  return {
    version,
    problems: [...(down === undefined ? [] : [down]), ...warnings],
    jobs: describeJobs(figures),
    data: describeData(figures),
    reports: { reports: figures.reports.count, bytes: figures.reports.bytes, expiring },
    storage: {
      database: isPostgres(db) ? 'postgres' : 'sqlite',
      databaseBytes: figures.databaseBytes,
      disk: space,
    },
    github: settings.engine.kind === 'github' ? { requestsLeft } : null,
    backup: { ...backup, isScheduled: settings.backup.folder !== undefined },
    channels: channels
      .filter(({ isConfigured }) => isConfigured)
      .map(({ channel, waiting, failure }) => ({
        channel,
        waiting,
        failure: failure && { message: failure.message, at: failure.at },
      })),
    retention,
  }
}

function describeJobs({ activeJobs, lastDay, waits }: Figures): SystemState['jobs'] {
  return {
    active: activeJobs.map(({ type, status, count, since }) => ({
      type,
      status,
      jobs: count,
      since: toIso(since),
    })),
    failedLastDay: lastDay.failed,
    triesLostLastDay: lastDay.lostTries.reduce((sum, { lostTries }) => sum + lostTries, 0),
    longestWaitSeconds:
      waits.length === 0 ? null : Math.round(Math.max(0, ...waits.map(({ seconds }) => seconds))),
  }
}

function describeData({ volunteers, lastSuccess, importRows }: Figures): SystemState['data'] {
  const lastOf = (wanted: 'export' | 'import') => {
    const last = lastSuccess.find(({ type }) => type === wanted)
    return last ? toIso(last.at) : null
  }
  return {
    volunteers,
    lastExportAt: lastOf('export'),
    lastImportAt: lastOf('import'),
    rows: importRows.rows ?? null,
    skippedRows: importRows.skipped ?? null,
  }
}
