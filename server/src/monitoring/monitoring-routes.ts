import { localClock } from '@dashboard/contract/local-time'
import { getMonitoringStatus, setAutoSync } from '@dashboard/contract/monitoring'
import {
  type GithubCheck,
  getGithubCheck,
  getPreflight,
  startGithubCheck,
} from '@dashboard/contract/preflight'
import { isDatabaseUnavailable } from '@dashboard/store/database/database-errors'
import type { Db } from '@dashboard/store/database/open-database'
import { within } from '@dashboard/store/database/scoped-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import { messageOf } from '@dashboard/store/failures/error-message'
import type { FileStore } from '@dashboard/store/files/file-store'
import type { Settings } from '@dashboard/store/settings/settings'
import type { FastifyInstance } from 'fastify'
import { readBackupState } from '../backup/last-backup.ts'
import type { Engines } from '../engines/engines.ts'
import { saveAutoSync } from '../engines/github/auto-sync.ts'
import type { ConditionWatch } from '../health/condition-watch.ts'
import { badGateway, conflict } from '../http/app-error.ts'
import { route } from '../http/endpoint-routes.ts'
import { singleFlight } from '../http/single-flight.ts'
import { readMonitoringStatus } from './monitoring-service.ts'
import { runPreflight } from './preflight.ts'

interface Dependencies {
  db: Db
  files: FileStore
  settings: Settings
  conditions: ConditionWatch
  engines: Engines
}

function describePause(until = 0): string | undefined {
  if (until === 0) return undefined
  return `GitHub accepts no requests with this token until ${localClock(until)}. Reports wait until then; an export or import that is started meanwhile fails and says so.`
}

const noCheck: GithubCheck = { state: 'unavailable', startedAt: null, runUrl: null, checks: null }

export function monitoringRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, files, settings, conditions, engines } = dependencies
  const { github } = engines

  route(app, getMonitoringStatus, async ({ scope }) => {
    const { down, warnings } = await conditions.read()
    const problems = [down, ...warnings, describePause(github?.pausedUntil())].filter(
      (problem) => problem !== undefined,
    )
    const status = await readMonitoringStatus(within(db, scope), {
      // The engines run for as long as calls are answered.
      isMonitoring: true,
      engine: settings.engine.kind,
      backup: await readBackupState(db),
    })
    return { ...status, ...(problems.length > 0 && { problems }) }
  })

  // Each check starts the runner and asks other systems.
  const check = singleFlight(() => runPreflight({ db, files, settings, log: app.log }), 0)
  route(app, getPreflight, async () => ({ checks: await check() }))

  route(app, getGithubCheck, async () => github?.readSettingsCheck() ?? noCheck)

  route(app, startGithubCheck, async () => {
    if (!github) throw conflict('Jobs do not run on GitHub here.')
    await github.startSettingsCheck().catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error
      throw badGateway(messageOf(error), error)
    })
    return { message: 'A run on GitHub was started. Its result appears here in a minute or two.' }
  })

  route(app, setAutoSync, async ({ body: { enabled }, audit }) => {
    await inTransaction(db, async (tx) => {
      await saveAutoSync(tx, enabled)
      await audit(tx, 'auto-sync.update', { details: { enabled } })
    })
    return { message: `Auto-sync is now ${enabled ? 'on' : 'off'}.`, autoSyncEnabled: enabled }
  })
}
