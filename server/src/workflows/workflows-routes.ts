import { getAutomationStatus } from '@dashboard/contract/automation'
import {
  startCircuitReport as circuitReport,
  startCongregationReport as congregationReport,
  startExportAndImport as exportAndImport,
  importSheet,
  startExport as locustExport,
} from '@dashboard/contract/workflows'
import type { Db } from '@dashboard/store/database/open-database'
import { keepByView, within } from '@dashboard/store/database/scoped-database'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/endpoint-routes.ts'
import { keepOutdatedReports, readAutomationStatus, withoutDetails } from './automation-queries.ts'
import type { WorkflowEngine } from './engine.ts'
import {
  startCircuitReport,
  startCongregationReport,
  startExport,
  startExportAndImport,
  startImport,
} from './start-workflow.ts'
import { waitForImport } from './wait-for-import.ts'

interface Dependencies {
  db: Db
  /** Where exports and reports run. */
  engine: WorkflowEngine
  /** Where an import runs that somebody waits for. */
  importEngine: WorkflowEngine
  /** Aborted when the server is about to stop. */
  stopping: AbortSignal
}

export function workflowsRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, importEngine, stopping } = dependencies

  route(app, locustExport, async ({ user, audit }) => {
    const jobId = await startExport({ ...dependencies, audit }, user)
    return { jobId, message: 'The export is queued.' }
  })

  route(app, exportAndImport, async ({ user, audit }) => {
    const ids = await startExportAndImport({ ...dependencies, audit }, user)
    return { ...ids, message: 'The export is queued; the import follows when it completes.' }
  })

  route(app, circuitReport, async ({ user, body, scope, audit }) => {
    const needed = { ...dependencies, audit, visible: within(db, scope) }
    const jobId = await startCircuitReport(needed, user, body.circuits)
    return { jobId, message: `Started generating ${countReports('circuit', body.circuits)}.` }
  })

  route(app, congregationReport, async ({ user, body, scope, audit }) => {
    const needed = { ...dependencies, audit, visible: within(db, scope) }
    const jobId = await startCongregationReport(needed, user, body.congregations)
    const reports = countReports('congregation', body.congregations)
    return { jobId, message: `Started generating ${reports}.` }
  })

  route(app, importSheet, async ({ user, audit }) => {
    const jobId = await startImport({ db, engine: importEngine, audit }, user)
    const { rowCount, circuitsCount } = await waitForImport(db, jobId, stopping)
    const message = `Imported ${rowCount} rows and synchronized ${circuitsCount} circuits.`
    return { success: true as const, message, rowCount, circuitsCount, jobId }
  })

  const outdatedOf = keepByView(keepOutdatedReports)
  route(app, getAutomationStatus, async ({ user, scope }) => {
    const visible = within(db, scope)
    const status = await readAutomationStatus(visible, outdatedOf(visible))
    return user.role === 'admin' ? status : withoutDetails(status)
  })
}

function countReports(noun: string, targets: string[]): string {
  return `${targets.length} ${noun} ${targets.length === 1 ? 'report' : 'reports'}`
}
