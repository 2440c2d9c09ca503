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
import { type StartDependencies, startJob, startJobs } from '../jobs/queue-jobs.ts'
import type { Starter } from '../jobs/starter.ts'
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
    const jobId = await startJob({ db, engine, audit }, user, { type: 'export' })
    return { jobId, message: 'The export is queued.' }
  })

  route(app, contract.startExportAndImport, async ({ user, audit }) => {
    const ids = await startExportAndImport({ db, engine, audit }, user)
    return { ...ids, message: 'The export is queued; the import follows when it completes.' }
  })

  route(app, contract.importSheet, async ({ user, audit, reply }) => {
    const jobId = await startJob({ db, engine: importEngine, audit }, user, { type: 'import' })
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

/** Queues an export and the import that follows it, both or none. */
export async function startExportAndImport(dependencies: StartDependencies, user: Starter) {
  const jobId = randomUUID()
  const importJobId = randomUUID()
  await startJobs(dependencies, user, [
    { id: jobId, type: 'export' },
    { id: importJobId, type: 'import', dependsOn: jobId },
  ])
  return { jobId, importJobId }
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
