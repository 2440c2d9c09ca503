import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startS3Double } from '@dashboard/doubles/s3/s3-double'
import { expect } from '@playwright/test'
import { signInByApi } from '../../api-client.ts'
import { type Dashboard, startDashboard } from '../../dashboard.ts'
import { ownPostgres } from '../../own-postgres.ts'
import { createTestDatabase, type TestDatabase } from '../../postgres-database.ts'
import { expectEachReportOnce, startReportJob } from '../../report-jobs.ts'
import { test } from '../../reused-page.ts'
import { startProgram } from '../../server-program.ts'
import { copyData } from '../../synced-data.ts'

/** From SQLite and disk to PostgreSQL and S3, by a backup: everything, or nothing. */

const postgres = ownPostgres()
let s3: Awaited<ReturnType<typeof startS3Double>>
let dataDir: string
let dashboard: Dashboard | undefined
let database: TestDatabase
let storage: NodeJS.ProcessEnv

test.beforeEach(async () => {
  dataDir = await copyData('sample')
  s3 = await startS3Double({ pageSize: 3 })
  storage = { STORAGE_URL: s3.storageUrl, ...s3.credentials }
  database = createTestDatabase(postgres)
})

test.afterEach(async () => {
  await dashboard?.stop()
  await s3.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Makes reports of this many congregations on a dashboard that has ended afterwards; returns what it holds. */
async function makeReports(count: number) {
  dashboard = await startDashboard({}, dataDir)
  const api = await signInByApi(dashboard)
  const { jobId, names } = await startReportJob(api, count)
  await api.waitForJob(jobId)
  const made = { names, jobs: await api.jobs(), reports: await api.reports() }
  await dashboard.stop()
  return made
}

/** Makes a backup of the dashboard; returns its path. */
async function backUp(): Promise<string> {
  const path = join(dataDir, 'everything.tar.gz')
  const { code, printed } = await startProgram(
    'backup',
    { DATA_DIR: dataDir },
    path,
    '--all-versions',
  ).ended
  expect([code, printed]).toEqual([0, expect.stringContaining(path)])
  return path
}

/** Restores into the new places, with the data folder that the old ones were in. */
function startRestore(path: string) {
  return startProgram('restore', { DATA_DIR: dataDir, ...database.environment, ...storage }, path)
}

async function countVolunteers(): Promise<number> {
  const [row] = await database.query<{ count: string }>('select count(*) from volunteers')
  return Number(row?.count)
}

test('everything is there afterwards, and is not overwritten', async () => {
  const { names, jobs, reports } = await makeReports(8)
  const path = await backUp()
  const { code, printed } = await startRestore(path).ended
  expect([code, printed]).toEqual([0, expect.stringContaining('checked and up to date')])

  dashboard = await startDashboard({ ...database.environment, ...storage })
  const after = await signInByApi(dashboard)
  expect(await after.jobs()).toEqual(jobs)
  expect(await after.reports()).toEqual(reports)
  expect(await countVolunteers()).toBe(3_000)
  const rows = await database.query<{ target: string }>('select target from reports')
  const targets = rows.map(({ target }) => target)
  await expectEachReportOnce(after, dashboard.url, { names, targets })

  await dashboard.stop()
  const again = await startRestore(path).ended
  expect([again.code, again.printed]).toEqual([
    1,
    expect.stringContaining('The database is not empty'),
  ])
})

test('with the files left on the disk', async () => {
  const { names } = await makeReports(2)
  const path = await backUp()
  const settings = { DATA_DIR: dataDir, ...database.environment }
  const { code, printed } = await startProgram('restore', settings, path).ended
  expect([code, printed]).toEqual([0, expect.stringContaining('checked and up to date')])
  dashboard = await startDashboard(settings, dataDir)
  const rows = await database.query<{ target: string }>('select target from reports')
  const targets = rows.map(({ target }) => target)
  await expectEachReportOnce(await signInByApi(dashboard), dashboard.url, { names, targets })
})

test('a restore that is killed leaves nothing half done and can be repeated', async () => {
  const path = await backUp()
  for (const delayMs of [500, 900, 1_400]) {
    const restore = startRestore(path)
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    restore.kill()
    if ((await restore.ended).code === 0) break
    expect([0, 3_000]).toContain(await countVolunteers().catch(() => 0))
  }
  if ((await countVolunteers().catch(() => 0)) === 0) {
    const { code, printed } = await startRestore(path).ended
    expect([code, printed]).toEqual([0, expect.stringContaining('checked and up to date')])
  }
  expect(await countVolunteers()).toBe(3_000)
})
