import { randomUUID } from 'node:crypto'
import { getAutomationStatus } from '@dashboard/contract/automation'
import { listTitles } from '@dashboard/contract/name-list'
import * as contract from '@dashboard/contract/sync'
import type { Db } from '@dashboard/store/database/open-database'
import { within } from '@dashboard/store/database/scoped-database'
import { readFrameDigest } from '@dashboard/store/reports/report-contents'
import type { Settings } from '@dashboard/store/settings/settings'
import type { FastifyInstance } from 'fastify'
import type { JobEngine } from '../engines/job-engine.ts'
import { route } from '../http/endpoint-routes.ts'
import { startJobs } from '../jobs/queue-jobs.ts'
import { readAutomationStatus, readOutdatedReports, withoutDetails } from './automation-queries.ts'
import { waitForImport } from './wait-for-import.ts'

interface Dependencies {
  db: Db
  engine: JobEngine
  /** The engine that runs imports which a user waits for. */
  importEngine: JobEngine
  stopping: AbortSignal
  settings: Pick<Settings, 'reportPaper'>
}

export function syncRoutes(
  app: FastifyInstance,
  { db, engine, importEngine, stopping, settings }: Dependencies,
): void {
  route(app, contract.startExport, async ({ user, audit }) => {
    const jobId = randomUUID()
    await startJobs({ db, engine, audit }, user, [{ id: jobId, type: 'export' }])
    return { jobId, message: 'The export is queued.' }
  })

  route(app, contract.startExportAndImport, async ({ user, audit }) => {
    const jobId = randomUUID()
    const importJobId = randomUUID()
    await startJobs({ db, engine, audit }, user, [
      { id: jobId, type: 'export' },
      { id: importJobId, type: 'import', dependsOn: jobId },
    ])
    const message = 'The export is queued; the import follows when it completes.'
    return { jobId, importJobId, message }
  })

  route(app, contract.importSheet, async ({ user, audit, reply }) => {
    const jobId = randomUUID()
    await startJobs({ db, engine: importEngine, audit }, user, [{ id: jobId, type: 'import' }])
    const outcome = await waitForImport(db, jobId, { stopping, response: reply.raw })
    return { success: true as const, message: describeImport(outcome), ...outcome, jobId }
  })

  route(app, getAutomationStatus, async ({ user, scope }) => {
    const visible = within(db, scope)
    const frame = await readFrameDigest(db, settings)
    const { circuits, congregations } = await readOutdatedReports(visible, frame)
    const status = await readAutomationStatus(visible, { circuits, congregations })
    return user.role === 'admin' ? status : withoutDetails(status)
  })
}

function describeImport({
  rowCount,
  circuitsCount,
  unknownColumns,
}: contract.ImportOutcome): string {
  const imported = `Imported ${rowCount} rows and synchronized ${circuitsCount} circuits.`
  if (unknownColumns.length === 0) return imported
  return `${imported} Columns that are not known: ${listTitles(unknownColumns)}.`
}
