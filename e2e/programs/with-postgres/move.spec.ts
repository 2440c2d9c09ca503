import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startS3Double } from '@dashboard/doubles/s3/s3-double'
import { expect } from '@playwright/test'
import { signInByApi } from '../../api-client.ts'
import { type Dashboard, startDashboard } from '../../dashboard.ts'
import { runDoctor } from '../../doctor-program.ts'
import { test } from '../../kept-page.ts'
import { startMove } from '../../move-program.ts'
import { ownPostgres } from '../../own-postgres.ts'
import { createTestDatabase, type TestDatabase } from '../../postgres-database.ts'
import { expectEachReportOnce, startReportJob } from '../../report-jobs.ts'
import { copyData } from '../../synced-data.ts'

/** From SQLite and disk to PostgreSQL and S3: everything, or nothing. */

const postgres = ownPostgres()
let s3: Awaited<ReturnType<typeof startS3Double>>
let dataDir: string
let dashboard: Dashboard
let database: TestDatabase
let storage: NodeJS.ProcessEnv

test.beforeEach(async () => {
  dataDir = await copyData('sample')
  s3 = await startS3Double({ pageSize: 3 })
  storage = { STORAGE_URL: s3.storageUrl, ...s3.credentials }
  database = createTestDatabase(postgres)
  dashboard = await startDashboard({}, dataDir)
})

test.afterEach(async () => {
  await dashboard.stop()
  await s3.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function countVolunteers(): Promise<number> {
  const [row] = await database.query<{ count: string }>('select count(*) from volunteers')
  return Number(row?.count)
}

test('everything is there afterwards, and everybody stays signed in', async () => {
  const before = await signInByApi(dashboard)
  const { jobId, names } = await startReportJob(before, 8)
  await before.waitForJob(jobId)
  const jobs = await before.jobs()
  const reports = await before.reports()
  await dashboard.stop()

  const { code, printed } = await startMove({ DATA_DIR: dataDir, ...storage }, database.url).ended
  expect(printed).toMatch(/^ +3000 {2}volunteers$/m)
  // The files are the reports and the rows of the import.
  expect(printed).toMatch(/^9 files \(\d+\.\d MB\) were copied and read back\.$/m)
  expect(code).toBe(0)
  const examined = await runDoctor({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SESSION_SECRET: 'a secret that is long enough for the doctor',
    ...storage,
  })
  expect(examined.printed).toMatch(/ok +Audit log: All \d entries fit together .* It goes on from/)

  const secret = await readFile(join(dataDir, 'session-secret'), 'utf8')
  expect(printed).not.toContain(secret)
  dashboard = await startDashboard({
    DATABASE_URL: database.url,
    SESSION_SECRET: secret,
    ...storage,
  })
  const moved = await fetch(`${dashboard.url}/api/jobs`, {
    headers: { authorization: `Bearer ${before.token}` },
  })
  expect(moved.status).toBe(200)
  const after = await signInByApi(dashboard)
  expect(await after.jobs()).toEqual(jobs)
  expect(await after.reports()).toEqual(reports)
  const rows = await database.query<{ target: string }>('select target from reports')
  const targets = rows.map(({ target }) => target)
  await expectEachReportOnce(after, dashboard.url, { names, targets })
})

test('a running server is not moved', async () => {
  const { code, printed } = await startMove({ DATA_DIR: dataDir }, database.url).ended
  expect(code).toBe(1)
  expect(printed).toContain('already uses the data folder')
})

test('a database that is in use is not overwritten', async () => {
  await dashboard.stop()
  const other = await startDashboard(database.environment)
  await other.stop()
  const { code, printed } = await startMove({ DATA_DIR: dataDir }, database.url).ended
  expect(code).toBe(1)
  expect(printed).toContain('is not empty: its table users has rows')
})

test('a move that is killed leaves nothing half done and can be made again', async () => {
  await dashboard.stop()
  for (const delayMs of [1_000, 1_600, 2_200]) {
    const move = startMove({ DATA_DIR: dataDir }, database.url)
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    move.kill()
    if ((await move.ended).code === 0) break
    expect([0, 3_000]).toContain(await countVolunteers().catch(() => 0))
  }
  if ((await countVolunteers().catch(() => 0)) === 0) {
    expect((await startMove({ DATA_DIR: dataDir }, database.url).ended).code).toBe(0)
  }
  expect(await countVolunteers()).toBe(3_000)
})
