import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { recordImport } from '@dashboard/store/automation-status'
import { type Db, openDatabase } from '@dashboard/store/database/open-database'
import { completeJob, failJob } from '@dashboard/store/jobs/finish-job'
import { retryLostJob } from '@dashboard/store/jobs/retry-job'
import { insertReport } from '@dashboard/store/reports/stored-reports'
import { setClock } from '@dashboard/store/test/clock'
import { queuedJob, readJob, runningJob } from '@dashboard/store/test/jobs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { recordBackup } from '../backup/last-backup.ts'
import { recordRetentionRun } from '../retention/retention-state.ts'
import { readFigureText } from './product-gauges.ts'

async function scrape({ inject }: Pick<TestApp, 'inject'>): Promise<string> {
  const headers = { authorization: 'Bearer measure-me' }
  const response = await inject({ url: '/metrics', headers })
  expect(response.statusCode).toBe(200)
  return response.body
}

/** Returns the lines of a metric, keyed by their labels as written. */
function valuesOf(text: string, name: string): Record<string, number> {
  const lines = [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))]
  return Object.fromEntries(lines.map(([, labels = '', value]) => [labels, Number(value)]))
}

const settings = { metricsToken: 'measure-me' }

const onGithub = (db: Db) => ({
  db,
  conditions: { readSpace: async () => ({ freeBytes: 1, totalBytes: 2 }) },
  readGithubRequestsLeft: () => 4_321,
})

/** Adds jobs of every state, an import that skipped rows, and a report. */
async function fillWithWork(db: Db): Promise<void> {
  await queuedJob(db, { type: 'export' })
  const lost = await runningJob(db, { type: 'circuit-report', targets: ['A'] })
  await retryLostJob(db, lost)
  const failed = await runningJob(db, { type: 'congregation-report', targets: ['B'] })
  await failJob(db, failed.id, 'runner', { error: 'no', kind: 'other' })
  const done = await runningJob(db, { type: 'import' })
  const totals = { rows: 120, new: 3, moved: 0, changed: 1, left: 0, unchanged: 111, skipped: 5 }
  const circuits = { newCircuits: 0, leftCircuits: 0, newCongregations: 0, leftCongregations: 0 }
  await recordImport(db, { source: null, metadata: {}, at: '2026-03-01T10:00:00.000Z' })
  await completeJob(db, done.id, 'runner', { totals: { ...totals, ...circuits } })
  const report = await runningJob(db, { type: 'circuit-report', targets: ['C'] })
  await insertReport(
    db,
    {
      id: randomUUID(),
      circuitId: 'C',
      filename: 'C.pdf',
      size: 4_096,
      jobId: report.id,
      generatedAt: '2026-03-01T11:00:00.000Z',
      storageKey: 'reports/c.pdf',
      target: 'C',
      contentDigest: 'as it is',
      frameDigest: 'as it is',
    },
    'runner',
  )
}

describe('the product’s figures', () => {
  test('describe jobs, data and the machine', async () => {
    const app = await startTestApp({ settings })
    await fillWithWork(app.db)
    const text = await scrape(app)
    const values = (name: string) => valuesOf(text, name)
    expect(values('smpw_database_up')).toEqual({ '': 1 })
    expect(values('smpw_jobs')).toEqual({
      'status="queued"': 2,
      'status="running"': 1,
      'status="completed"': 1,
      'status="failed"': 1,
    })
    expect(values('smpw_active_jobs')).toEqual({
      'type="export",status="queued"': 1,
      'type="circuit-report",status="queued"': 1,
      'type="circuit-report",status="running"': 1,
    })
    expect(values('smpw_jobs_failed_last_day')).toEqual({
      'type="congregation-report",kind="other"': 1,
    })
    expect(values('smpw_job_tries_lost_last_day')).toMatchObject({ 'type="import"': 0 })
    expect(Object.keys(values('smpw_job_wait_seconds')).sort()).toEqual([
      'type="circuit-report"',
      'type="congregation-report"',
      'type="import"',
    ])
    expect(values('smpw_import_rows')).toMatchObject({ 'what="rows"': 120, 'what="skipped"': 5 })
    expect(values('smpw_last_success_timestamp_seconds')).toEqual({
      'type="import"': Date.parse('2026-03-01T10:00:00.000Z') / 1_000,
    })
    expect(values('smpw_reports')).toEqual({ '': 1 })
    expect(values('smpw_report_bytes')).toEqual({ '': 4_096 })
    expect(values('smpw_volunteers')).toEqual({ '': 0 })
    expect(values('smpw_database_bytes')['']).toBeGreaterThan(10_000)
    expect(values('smpw_disk_free_bytes')).toEqual({ '': 2e11 })
    expect(values('smpw_github_requests_left')).toEqual({})
  })

  test('count tries whose runner was lost, and follow how old and how late jobs are', async () => {
    const { db } = await startTestApp()
    const { id } = await runningJob(db, { type: 'export' })
    await retryLostJob(db, await readJob(db, id))
    const { createdAt } = await readJob(db, id)
    await db
      .updateTable('jobs')
      .set({ startedAt: new Date(Date.parse(createdAt) + 90_000).toISOString(), attempts: 2 })
      .where('id', '=', id)
      .execute()
    await recordRetentionRun(db, {
      at: '2026-03-01T10:00:00.000Z',
      removed: { jobs: 7 },
      failed: [],
    })
    setClock(Date.parse(createdAt) + 600_000)
    const text = await readFigureText(onGithub(db))
    expect(valuesOf(text, 'smpw_job_tries_lost_last_day')).toEqual({ 'type="export"': 1 })
    expect(valuesOf(text, 'smpw_job_wait_seconds')).toEqual({ 'type="export"': 90 })
    expect(valuesOf(text, 'smpw_active_job_age_seconds')).toEqual({
      'type="export",status="queued"': 600,
    })
    expect(valuesOf(text, 'smpw_github_requests_left')).toEqual({ '': 4_321 })
    expect(valuesOf(text, 'smpw_retention_removed')).toEqual({ 'what="jobs"': 7 })
  })

  test('say that the database is unavailable, and leave out its figures', async () => {
    const url = 'postgres://nobody@127.0.0.1:1/none'
    const db = openDatabase({ kind: 'postgres', url }, 'server')
    onTestFinished(() => db.destroy())
    const text = await scrape(await startTestApp({ db, settings }))
    expect(valuesOf(text, 'smpw_database_up')).toEqual({ '': 0 })
    expect(valuesOf(text, 'smpw_disk_free_bytes')).toEqual({ '': 2e11 })
    expect(text).not.toContain('smpw_reports')
  })
})

test.each(['grafana-dashboard.json', 'alerts.yaml'])(
  'deploy/monitoring/%s uses only metrics that exist',
  async (file) => {
    const path = new URL(`../../../deploy/monitoring/${file}`, import.meta.url)
    const text = readFileSync(path, 'utf8')
    const asked = new Set(text.match(/\b(smpw|http|process|nodejs)_[a-z_\d]+/g))
    const app = await startTestApp({ settings })
    await fillWithWork(app.db)
    await recordBackup(app.db, { at: '2026-03-01T10:00:00.000Z', size: 1 })
    await app.inject({ url: '/api/health' })
    await recordRetentionRun(app.db, {
      at: '2026-03-01T10:00:00.000Z',
      removed: { jobs: 7 },
      failed: [],
    })
    const lines = `${await scrape(app)}\n${await readFigureText(onGithub(app.db))}`.matchAll(
      /^([a-z_\d]+)[{ ]/gm,
    )
    const answered = new Set([...lines].map(([, name]) => name))
    expect(asked.size).toBeGreaterThan(5)
    expect([...asked].filter((name) => !answered.has(name))).toEqual([])
  },
)
