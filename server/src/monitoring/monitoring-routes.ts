import { getMonitoringStatus, setAutoSync } from '@dashboard/contract/monitoring'
import { getPreflight, type PreflightCheck } from '@dashboard/contract/preflight'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyInstance } from 'fastify'
import type { ConditionWatch } from '../health/condition-watch.ts'
import { route } from '../http/endpoint-routes.ts'
import { readMonitoringStatus, saveAutoSync } from './monitoring-service.ts'
import type { Presence } from './presence.ts'

interface Dependencies {
  db: Db
  presence: Presence
  /** Whether jobs are being managed. */
  isMonitoring(): boolean
  conditions: ConditionWatch
  /** Checks what the product needs from outside. */
  preflight(): Promise<PreflightCheck[]>
}

export function monitoringRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, presence, isMonitoring, conditions, preflight } = dependencies

  route(app, getMonitoringStatus, async () => {
    const { down, warnings } = await conditions.read()
    const problems = [...(down === undefined ? [] : [down]), ...warnings]
    const status = await readMonitoringStatus(db, presence, isMonitoring())
    return { ...status, ...(problems.length > 0 && { problems }) }
  })

  route(app, getPreflight, async () => ({ checks: await preflight() }))

  route(app, setAutoSync, async ({ body: { enabled }, audit }) => {
    await db.transaction().execute(async (tx) => {
      await saveAutoSync(tx, enabled)
      await audit(tx, 'auto-sync.update', { details: { enabled } })
    })
    return { message: `Auto-sync is now ${enabled ? 'on' : 'off'}.`, autoSyncEnabled: enabled }
  })
}
