import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { importSheet, startExport, startExportAndImport } from '@dashboard/contract/sync'
import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { expect } from '@playwright/test'
import { type ApiClient, signInByApi } from '../api-client.ts'
import { type Dashboard, startDashboard } from '../dashboard.ts'
import { expectEachReportOnce, isUnderWay, startReportJob } from '../report-jobs.ts'
import { test } from '../reused-page.ts'
import { copyData, type DataKind } from '../synced-data.ts'

/** Power cuts and killed processes: no job is lost, no report is made twice, no half import is visible. */

// Each test has a separate server. Jobs have lower priority: 40 reports take minutes on a busy machine.
test.describe.configure({ mode: 'parallel' })

let dataDir: string
let dashboard: Dashboard
let api: ApiClient

test.afterEach(async () => {
  await dashboard.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Starts a server, either without data or on the data of a sync. */
async function startNew(data: 'empty' | DataKind, environment?: NodeJS.ProcessEnv) {
  dataDir =
    data === 'empty' ? await mkdtemp(join(tmpdir(), 'dashboard-survival-')) : await copyData(data)
  await start(environment)
}

async function start(environment: NodeJS.ProcessEnv = {}): Promise<void> {
  dashboard = await startDashboard(environment, dataDir)
  api = await signInByApi(dashboard)
}

/** Returns the rows of a query sent directly to the database file. */
function query<T>(sql: string): T[] {
  const database = new DatabaseSync(join(dataDir, 'dashboard.db'), { readOnly: true })
  try {
    return database.prepare(sql).all() as T[]
  } finally {
    database.close()
  }
}

/** Kills the process that holds a running job; `false` when no process holds it any more. */
function killRunner(jobId: string): boolean {
  const [row] = query<{ leaseOwner: string | null }>(
    `select leaseOwner from jobs where id = '${jobId}' and status = 'running'`,
  )
  const pid = Number(row?.leaseOwner?.split('-')[0])
  if (!pid) return false
  process.kill(pid, 'SIGKILL')
  return true
}

/** Expires the lease of a killed runner now rather than in half a minute. */
function expireLeases(): void {
  const database = new DatabaseSync(join(dataDir, 'dashboard.db'), { timeout: 5_000 })
  database.exec("update jobs set leaseExpiresAt = '2020-01-01' where status = 'running'")
  database.close()
}

/** Expects each target's report to exist once, on disk and in the tables. */
async function expectReports(names: readonly string[]): Promise<void> {
  const rows = query<{ target: string }>('select target from reports')
  const targets = rows.map(({ target }) => target)
  await expectEachReportOnce(api, dashboard.url, { names, targets })
}

test('a runner killed in a 40-report job is replaced without a restart', async () => {
  await startNew('sample')
  const { jobId, names } = await startReportJob(api, 40)
  await api.waitForJob(jobId, isUnderWay)
  expect(killRunner(jobId)).toBe(true)
  const job = await api.waitForJob(jobId)
  expect(job).toMatchObject({ status: 'completed', progress: 100, error: null })
  expect(job.logs).toContain('try 2 of 3')
  await expectReports(names)
})

test('a 40-report job survives a power cut', async () => {
  await startNew('sample')
  const { jobId, names } = await startReportJob(api, 40)
  await api.waitForJob(jobId, isUnderWay)
  await dashboard.kill()
  expect(killRunner(jobId)).toBe(true)
  expireLeases()
  await start()
  expect(await api.waitForJob(jobId)).toMatchObject({ status: 'completed', progress: 100 })
  await expectReports(names)
})

test('a 40-report job continues while only the server is killed', async () => {
  await startNew('sample')
  const { jobId, names } = await startReportJob(api, 40)
  await api.waitForJob(jobId, isUnderWay)
  await dashboard.kill()
  await start()
  expect(await api.waitForJob(jobId)).toMatchObject({ status: 'completed' })
  await expectReports(names)
})

test('on SIGTERM the job is queued again at once', async () => {
  await startNew('sample')
  const { jobId, names } = await startReportJob(api, 40)
  await api.waitForJob(jobId, isUnderWay)
  await dashboard.stop()
  expect(query(`select status, leaseOwner from jobs where id = '${jobId}'`)).toEqual([
    expect.objectContaining({ status: 'queued', leaseOwner: null }),
  ])
  await start()
  expect(await api.waitForJob(jobId)).toMatchObject({ status: 'completed' })
  await expectReports(names)
})

test('an export killed with its server is tried again, and its import follows', async () => {
  const locust = await startLocustDouble()
  try {
    await locust.setMode({ kind: 'hang' })
    const environment = { LOCUST_URL: locust.url, LOCUST_TOKEN: locustToken }
    await startNew('empty', environment)
    const { body } = await api.call(startExportAndImport)
    await api.waitForJob(body.jobId, (job) => job.status === 'running')
    await dashboard.kill()
    expect(killRunner(body.jobId)).toBe(true)
    expireLeases()
    await locust.setMode({ kind: 'ok' })
    await start(environment)
    expect(await api.waitForJob(body.jobId)).toMatchObject({ status: 'completed' })
    expect(await api.waitForJob(body.importJobId)).toMatchObject({ status: 'completed' })
  } finally {
    await locust.close()
  }
})

test('an import killed at any moment is seen whole or not at all', async () => {
  await startNew('empty')
  const { body } = await api.call(startExport)
  await api.waitForJob(body.jobId)
  const totals = new Set<number>()
  for (const delayMs of [100, 500]) {
    const waiting = api.call(importSheet).catch(() => undefined)
    const jobId = await waitForRunningImport()
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    await dashboard.kill()
    await waiting
    killRunner(jobId)
    expireLeases()
    const [row] = query<{ volunteers: number; statuses: number }>(
      `select (select count(*) from volunteers) as volunteers,
        (select count(*) from automation_status where eventType = 'import') as statuses`,
    )
    totals.add(row?.volunteers ?? -1)
    expect(row?.volunteers === 0).toBe(row?.statuses === 0)
    await start()
    expect(await api.waitForJob(jobId)).toMatchObject({ status: 'completed' })
  }
  expect([...totals].every((total) => total === 0 || total === 3_000)).toBe(true)
})

async function waitForRunningImport(): Promise<string> {
  for (let tries = 0; tries < 400; tries += 1) {
    const [row] = query<{ id: string }>(
      "select id from jobs where type = 'import' and status in ('running', 'queued')",
    )
    if (row) return row.id
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('No import began')
}
