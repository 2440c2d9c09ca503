import { getMonitoringStatus, setAutoSync } from '@dashboard/contract/monitoring'
import { getPreflight, type PreflightCheck } from '@dashboard/contract/preflight'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/endpoint-routes.ts'
import { readMonitoringStatus, saveAutoSync } from './monitoring-service.ts'
import type { Presence } from './presence.ts'

interface Dependencies {
  db: Db
  presence: Presence
  /** Whether jobs are being managed. */
  isMonitoring(): boolean
  /** Checks what the product needs from outside. */
  preflight(): Promise<PreflightCheck[]>
}

export function monitoringRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, presence, isMonitoring, preflight } = dependencies

  route(app, getMonitoringStatus, async () => readMonitoringStatus(db, presence, isMonitoring()))

  route(app, getPreflight, async () => ({ checks: await preflight() }))

  route(app, setAutoSync, async ({ body: { enabled }, audit }) => {
    await db.transaction().execute(async (tx) => {
      await saveAutoSync(tx, enabled)
      await audit(tx, 'auto-sync.update', { details: { enabled } })
    })
    return { message: `Auto-sync is now ${enabled ? 'on' : 'off'}.`, autoSyncEnabled: enabled }
  })
}
