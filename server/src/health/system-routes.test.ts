import { recordImport } from '@dashboard/store/automation-status'
import { completeJob, failJob } from '@dashboard/store/jobs/finish-job'
import { queuedJob, runningJob } from '@dashboard/store/test/jobs'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { storedReport } from '../../test/reports.ts'

const url = '/api/system'

test('says to administrators what the metrics say', async () => {
  const app = await startTestApp()
  const { db } = app
  await queuedJob(db, { type: 'export' })
  const failed = await runningJob(db, { type: 'congregation-report', targets: ['B'] })
  await failJob(db, failed.id, 'runner', { error: 'no', kind: 'other' })
  const done = await runningJob(db, { type: 'import' })
  await recordImport(db, { source: null, metadata: {}, at: '2026-03-01T10:00:00.000Z' })
  const totals = { rows: 120, new: 3, moved: 0, changed: 1, left: 0, unchanged: 111, skipped: 5 }
  const places = { newCircuits: 0, leftCircuits: 0, newCongregations: 0, leftCongregations: 0 }
  await completeJob(db, done.id, 'runner', { totals: { ...totals, ...places } })
  await storedReport(app)
  const admin = await app.as('admin')
  const response = await admin.inject({ url })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({
    version: '0.0.0-test',
    problems: [],
    jobs: {
      active: expect.arrayContaining([expect.objectContaining({ type: 'export', jobs: 1 })]),
      failedLastDay: [{ type: 'congregation-report', kind: 'other', jobs: 1 }],
      triesLostLastDay: 0,
    },
    data: { lastImportAt: '2026-03-01T10:00:00.000Z', rows: 120, skippedRows: 5 },
    reports: { reports: 1, expiring: null },
    storage: { disk: { totalBytes: 4e11 } },
    github: null,
    backup: { lastAt: null, isScheduled: false },
    channels: [],
    retention: { days: { jobs: 0, audit: 0 }, lastRun: null, nextAt: null },
  })
  const user = await app.as('user')
  expect((await user.inject({ url })).statusCode).toBe(403)
})
