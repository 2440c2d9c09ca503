import { recordImport } from '@dashboard/store/automation-status'
import { completeJob, failJob } from '@dashboard/store/jobs/finish-job'
import { setClock } from '@dashboard/store/test/clock'
import { queuedJob, runningJob } from '@dashboard/store/test/jobs'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { storedReport } from '../../test/reports.ts'
import { countRequests } from './request-counts.ts'

const url = '/api/system'

test('tells administrators what the metrics say', async () => {
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

test('counts the requests of the last hour at once', async () => {
  const start = Date.parse('2026-11-20T15:00:30.000Z')
  setClock(start)
  const app = Fastify()
  const read = countRequests(app)
  app.get('/well', async () => 'well')
  app.get('/ill', async () => {
    throw new Error('ill')
  })
  for (const path of ['/well', '/well', '/ill', '/none']) await app.inject({ url: path })
  const since = '2026-11-20T15:00:30.000Z'
  expect(read()).toEqual({ since, lastHour: 4, failedLastHour: 1, slowLastHour: 0 })
  setClock(start + 59 * 60_000)
  expect(read()).toMatchObject({ lastHour: 4, failedLastHour: 1 })
  setClock(start + 60 * 60_000)
  await app.inject({ url: '/well' })
  expect(read()).toMatchObject({ lastHour: 1, failedLastHour: 0 })
  await app.close()
})
