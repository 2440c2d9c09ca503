import { randomUUID } from 'node:crypto'
import type { ReportsAfter } from '@dashboard/contract/schedule-inputs'
import { recordImport } from '@dashboard/store/automation-status'
import { fromJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { reportPlace } from '@dashboard/store/database/report-place'
import { everyCircuit } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import { claimJob } from '@dashboard/store/jobs/claim-job'
import { deleteEndedJob } from '@dashboard/store/jobs/delete-jobs'
import { cancelJob, completeJob, failJob } from '@dashboard/store/jobs/finish-job'
import { readFrameDigest, saveContents } from '@dashboard/store/reports/report-contents'
import { expect, it } from 'vitest'
import { due, insertSchedule, startSchedules } from '../../test/schedules.ts'
import { listSchedules } from './schedules-queries.ts'
import { startDueRuns } from './start-due-runs.ts'
import { startReports } from './start-scheduled-reports.ts'

/** Adds NY-1 and NY-2 with a congregation each, all with a report, and NY-3 without any. */
async function insertPlaces(db: Db) {
  for (const circuit of ['NY-1', 'NY-2', 'NY-3']) {
    const circuitId = randomUUID()
    await db.insertInto('circuits').values({ id: circuitId, name: circuit }).execute()
    const congregation = `East of ${circuit}`
    const createdAt = '2026-01-01'
    await db
      .insertInto('congregations')
      .values({ id: randomUUID(), name: congregation, circuitId, createdAt })
      .execute()
    if (circuit === 'NY-3') continue
    await insertReportRow(db, circuit, null)
    await insertReportRow(db, circuit, congregation)
  }
}

async function insertReportRow(db: Db, circuitId: string, congregation: string | null) {
  const id = randomUUID()
  await db
    .insertInto('reports')
    .values({
      id,
      circuitId,
      congregation,
      filename: `${id}.pdf`,
      size: 3,
      format: 'pdf',
      generatedAt: '2026-11-19T15:00:00.000Z',
      downloadUrl: '',
      storageKey: id,
      place: reportPlace(circuitId, congregation),
      isCurrent: 1,
      contentDigest: 'as it was',
      frameDigest: 'as it was',
    })
    .execute()
}

/** Adds a run whose export has completed and whose import is running. */
async function runningImport(reportsAfter: ReportsAfter) {
  const setup = await startSchedules()
  const { db, dependencies } = setup
  await insertPlaces(db)
  await insertSchedule(db, { reportsAfter })
  await startDueRuns(dependencies, due)
  const [exported, imported] = (await setup.jobs()).map(({ id }) => id)
  if (!exported || !imported) throw new Error('No sync was begun')
  await claimJob(db, exported, 'runner')
  await completeJob(db, exported, 'runner', null)
  await claimJob(db, imported, 'runner')
  return {
    ...setup,
    imported,
    async complete() {
      await recordImport(db, { at: '2026-11-20T11:01:00.000Z', source: null, metadata: {} })
      await completeJob(db, imported, 'runner', null)
    },
    reportJobs: async () =>
      (await setup.jobs())
        .filter(({ type }) => type !== 'export' && type !== 'import')
        .map(({ id, type, targets, createdBy }) => ({ id, type, targets, createdBy })),
  }
}

const createdBy = 'Schedule'

it('makes every report again that the import has made out of date, once', async () => {
  const { dependencies, started, runs, complete, reportJobs } = await runningImport('outdated')
  await startReports(dependencies)
  expect(await reportJobs()).toEqual([])
  await complete()
  await Promise.all([1, 2, 3].map(() => startReports(dependencies)))
  await startReports(dependencies)
  const jobs = await reportJobs()
  expect(jobs).toMatchObject([
    { type: 'circuit-report', targets: '["NY-1","NY-2"]', createdBy },
    { type: 'congregation-report', targets: '["East of NY-1","East of NY-2"]', createdBy },
  ])
  const ids = jobs.map(({ id }) => id)
  expect(started.slice(1)).toEqual(ids)
  expect(await runs()).toMatchObject([
    { outcome: 'completed', reportJobIds: JSON.stringify(ids), endedAt: expect.any(String) },
  ])
})

it('makes those of the chosen circuits that still exist, even first ones', async () => {
  const { dependencies, complete, reportJobs } = await runningImport(['NY-2', 'NY-3', 'Gone'])
  await complete()
  await startReports(dependencies)
  expect(await reportJobs()).toMatchObject([
    { type: 'circuit-report', targets: '["NY-2","NY-3"]' },
    { type: 'congregation-report', targets: '["East of NY-2"]' },
  ])
})

it('makes those of more circuits than one job may have in several jobs', async () => {
  const { db, dependencies, complete, reportJobs } = await runningImport('outdated')
  const more = Array.from({ length: 500 }, (_, number) => `SI-${number}`)
  await db
    .insertInto('circuits')
    .values(more.map((name) => ({ id: randomUUID(), name })))
    .execute()
  for (const circuit of more) await insertReportRow(db, circuit, null)
  await complete()
  await startReports(dependencies)
  const targets = (await reportJobs())
    .filter(({ type }) => type === 'circuit-report')
    .map((job) => fromJson<string[]>(job.targets))
  expect(targets.map(({ length }) => length)).toEqual([500, 2])
  expect(new Set(targets.flat())).toEqual(new Set(['NY-1', 'NY-2', ...more]))
})

it('makes none where none are requested', async () => {
  const { dependencies, complete, reportJobs } = await runningImport('none')
  await complete()
  await startReports(dependencies)
  expect(await reportJobs()).toEqual([])
})

it('makes none once the schedule has been deleted', async () => {
  const { db, dependencies, complete, reportJobs } = await runningImport('outdated')
  await complete()
  await db.deleteFrom('schedules').execute()
  await startReports(dependencies)
  expect(await reportJobs()).toEqual([])
})

it('uses the outcome of an import whose job was dismissed before any server polled', async () => {
  const { db, imported, dependencies, complete, reportJobs } = await runningImport('outdated')
  await complete()
  await deleteEndedJob(db, imported)
  await startReports(dependencies)
  expect(await reportJobs()).toHaveLength(2)
})

it('makes no reports of an import that failed or was cancelled, and says which it was', async () => {
  const failed = await runningImport('outdated')
  const failure = { error: 'No.', kind: 'guard' } as const
  await failJob(failed.db, failed.imported, 'runner', failure)
  await startReports(failed.dependencies)
  expect(await failed.reportJobs()).toEqual([])
  expect(await failed.runs()).toMatchObject([{ outcome: 'failed', endedJobId: failed.imported }])

  const cancelled = await runningImport('outdated')
  await cancelJob(cancelled.db, cancelled.imported, 'Ada Lovelace')
  await startReports(cancelled.dependencies)
  expect(await cancelled.reportJobs()).toEqual([])
  expect(await cancelled.runs()).toMatchObject([{ outcome: 'cancelled' }])
})

it('links to the export where that has failed', async () => {
  const { db, dependencies, jobs, runs } = await startSchedules()
  await insertSchedule(db)
  await startDueRuns(dependencies, due)
  const [exported] = await jobs()
  await claimJob(db, exported?.id ?? '', 'runner')
  await failJob(db, exported?.id ?? '', 'runner', { error: 'No.', kind: 'outside-system' })
  expect(await runs()).toMatchObject([{ outcome: 'failed', endedJobId: exported?.id }])
  const [{ lastRun } = { lastRun: null }] = await listSchedules(within(db, everyCircuit))
  expect(lastRun).toMatchObject({ jobId: exported?.id, outcome: 'failed', dueAt: due })
})

it('counts as cancelled where somebody cancelled the export', async () => {
  const { db, dependencies, jobs, runs } = await startSchedules()
  await insertSchedule(db)
  await startDueRuns(dependencies, due)
  await cancelJob(db, (await jobs())[0]?.id ?? '', 'Ada Lovelace')
  expect(await runs()).toMatchObject([{ outcome: 'cancelled' }])
})

it('makes again only what an import has changed, and says for how many', async () => {
  const { db, dependencies, complete, reportJobs, runs } = await runningImport('outdated')
  const frameDigest = await readFrameDigest(db, dependencies.settings)
  await db.updateTable('reports').set({ frameDigest }).execute()
  const reports = await db.selectFrom('reports').select(['place', 'circuitId']).execute()
  const contents = reports.map(({ place, circuitId: circuit }) => ({
    place,
    circuit,
    digest: place === 'NY-2\n' ? 'changed' : 'as it was',
  }))
  await saveContents(db, contents, '2026-11-20T11:01:00.000Z')
  await complete()
  await startReports(dependencies)
  expect(await reportJobs()).toMatchObject([{ type: 'circuit-report', targets: '["NY-2"]' }])
  expect(await runs()).toMatchObject([{ reportsChanged: 1, reportsCompared: 4 }])
  const [{ lastRun } = { lastRun: null }] = await listSchedules(within(db, everyCircuit))
  expect(lastRun?.outdated).toEqual({ reports: 1, of: 4 })
})
