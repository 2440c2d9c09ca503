import { getHealth } from '@dashboard/contract/health'
import { listJobs } from '@dashboard/contract/jobs'
import { importSheet, startExport } from '@dashboard/contract/sync'
import { expect } from '@playwright/test'
import { type ApiClient, signInByApi } from '../../api-client.ts'
import { type Dashboard, startDashboard } from '../../dashboard.ts'
import { ownPostgres } from '../../own-postgres.ts'
import { createTestDatabase, syncedDatabase, type TestDatabase } from '../../postgres-database.ts'
import { expectEachReportOnce, isUnderWay, startReportJob } from '../../report-jobs.ts'
import { test } from '../../reused-page.ts'

/** A real PostgreSQL that stops and starts again: 503 meanwhile, no crash, no lost job. */

// Otherwise the last files would keep one worker busy while the others are idle.
test.describe.configure({ mode: 'parallel' })
const longMs = 120_000

const postgres = ownPostgres({ synced: true })
let database: TestDatabase
let dashboard: Dashboard | undefined
let api: ApiClient

/** Starts a server, either without data or on the data of a sync, which is stopped after the test. */
async function start(data: 'empty' | 'synced'): Promise<Dashboard> {
  database = createTestDatabase(postgres, data === 'synced' ? { template: syncedDatabase } : {})
  dashboard = await startDashboard(database.environment)
  api = await signInByApi(dashboard)
  return dashboard
}

test.afterEach(() => dashboard?.stop())

async function makeDatabaseUnavailable(how: 'politely' | 'at once'): Promise<void> {
  await postgres.halt(how)
  const [jobs, health] = await Promise.all([api.call(listJobs), api.call(getHealth)])
  expect(jobs).toMatchObject({
    status: 503,
    body: { message: 'The database cannot be reached at the moment. Try again.' },
  })
  expect(health).toMatchObject({ status: 503, body: { message: 'The database does not answer.' } })
}

for (const how of ['politely', 'at once'] as const) {
  test(`a 40-report job survives a database that was ended ${how}`, async () => {
    const { url, pid } = await start('synced')
    const { jobId, names } = await startReportJob(api, 40)
    await api.waitForJob(jobId, isUnderWay)
    await makeDatabaseUnavailable(how)
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    await postgres.start()
    const job = await api.waitForJob(jobId, undefined, longMs)
    expect(job).toMatchObject({ status: 'completed', progress: 100, error: null })
    const rows = await database.query<{ target: string }>('select target from reports')
    const targets = rows.map(({ target }) => target)
    await expectEachReportOnce(api, url, { names, targets })
    expect(process.kill(pid, 0)).toBe(true)
  })
}

test('an import is complete although the database became unavailable in its middle', async () => {
  await start('empty')
  const { body } = await api.call(startExport)
  await api.waitForJob(body.jobId)
  const waiting = api.call(importSheet).catch(() => undefined)
  await expect
    .poll(async () => (await api.jobs()).find(({ type }) => type === 'import')?.status)
    .toBe('running')
  await makeDatabaseUnavailable('at once')
  await postgres.start()
  await waiting
  const job = (await api.jobs()).find(({ type }) => type === 'import')
  expect(await api.waitForJob(job?.id ?? '', undefined, longMs)).toMatchObject({
    status: 'completed',
    error: null,
  })
  const [counted] = await database.query<{ volunteers: string }>(
    'select count(*) as volunteers from volunteers',
  )
  expect(Number(counted?.volunteers)).toBe(3_000)
})

test('a server that starts before its database waits for it', async () => {
  const { environment } = createTestDatabase(postgres)
  await postgres.halt('politely')
  const starting = startDashboard(environment)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await postgres.start()
  dashboard = await starting
  expect((await signInByApi(dashboard)).token).toBeTruthy()
})

test('a start without its database says what to do', async () => {
  const { url: existing, environment } = createTestDatabase(postgres)
  const missing = new URL(existing)
  missing.pathname = '/nowhere'
  const nobody = new URL(existing)
  nobody.port = '59998'
  for (const [url, sentence] of [
    [missing, /has no database named "nowhere"\. Create it, or correct DATABASE_URL\./],
    [nobody, /PostgreSQL at 127\.0\.0\.1:59998 cannot be reached\. Check that it runs/],
  ] as const) {
    const start = startDashboard({ ...environment, DATABASE_URL: url.href })
    await expect(start).rejects.toThrow(sentence)
  }
})
