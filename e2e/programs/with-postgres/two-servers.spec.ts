import { confirmLogoUpload, requestLogoUpload } from '@dashboard/contract/brand'
import { describeColumns, importUpload } from '@dashboard/contract/columns'
import { cancelJob } from '@dashboard/contract/jobs'
import { startS3Double } from '@dashboard/doubles/s3/s3-double'
import { startSheetsDouble } from '@dashboard/doubles/sheets/sheets-double'
import { expect } from '@playwright/test'
import { type ApiClient, signInByApi } from '../../api-client.ts'
import { type Dashboard, startDashboard } from '../../dashboard.ts'
import { ownPostgres } from '../../own-postgres.ts'
import {
  createTestDatabase,
  expireLeases,
  findRunner,
  syncedDatabase,
  type TestDatabase,
} from '../../postgres-database.ts'
import { expectEachReportOnce, isUnderWay, startReportJob } from '../../report-jobs.ts'
import { test } from '../../reused-page.ts'
import { startRoundRobin } from '../../round-robin.ts'

/** Two servers on one PostgreSQL, one S3 and one Google sheet, behind a round-robin proxy. */

// Otherwise the last files would keep one worker busy while the others are idle.
test.describe.configure({ mode: 'parallel' })
/** Jobs have lower priority, so they are slow on a machine with other work. */
const longMs = 240_000

const postgres = ownPostgres({ synced: true })
let database: TestDatabase
let s3: Awaited<ReturnType<typeof startS3Double>>
let sheets: Awaited<ReturnType<typeof startSheetsDouble>>
let one: Dashboard
let other: Dashboard
let proxy: Awaited<ReturnType<typeof startRoundRobin>>
/** Sends each request to the next server. */
let api: ApiClient
let onOne: ApiClient
let onOther: ApiClient

/** Starts two servers, either without data or on the data of a sync. */
async function start(data: 'empty' | 'synced'): Promise<void> {
  s3 = await startS3Double()
  sheets = await startSheetsDouble()
  sheets.addSpreadsheet('volunteers')
  database = createTestDatabase(postgres, data === 'synced' ? { template: syncedDatabase } : {})
  const environment = {
    ...database.environment,
    STORAGE_URL: s3.storageUrl,
    ...s3.credentials,
    SPREADSHEET: 'google:volunteers',
    GOOGLE_SERVICE_ACCOUNT: sheets.serviceAccount,
    GOOGLE_SHEETS_API_URL: sheets.url,
  }
  // Both start at the same time: on an empty database, one of them migrates and creates the administrator.
  const servers = await Promise.all([startDashboard(environment), startDashboard(environment)])
  ;[one, other] = servers
  proxy = await startRoundRobin(servers.map(({ url }) => url))
  api = await signInByApi(proxy)
  onOne = await signInByApi(one)
  onOther = await signInByApi(other)
}

test.afterEach(async () => {
  await proxy.close()
  await Promise.all([one.stop(), other.stop()])
  await Promise.all([s3.close(), sheets.close()])
})

async function expectReports(names: readonly string[]): Promise<void> {
  const rows = await database.query<{ target: string }>('select target from reports')
  const targets = rows.map(({ target }) => target)
  await expectEachReportOnce(await signInByApi(proxy), proxy.url, { names, targets })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('the main job runs through both of them', async () => {
  await start('empty')
  const { exportJob, importJob } = await api.sync()
  expect([exportJob, importJob]).toEqual([
    expect.objectContaining({ status: 'completed' }),
    expect.objectContaining({ status: 'completed' }),
  ])
  expect(sheets.sheet('volunteers', 'Data_Import')?.rows).toHaveLength(3_001)
  const { jobId, names } = await startReportJob(api, 12)
  expect(await api.waitForJob(jobId)).toMatchObject({ status: 'completed' })
  await expectReports(names)
  expect([...proxy.counts.values()].every((count) => count > 20)).toBe(true)
  const users = await database.query("select 1 from users where username = 'admin'")
  expect(users).toHaveLength(1)
})

test('a session, an upload ticket and an uploaded file are valid on each', async () => {
  await start('empty')
  const headers = { authorization: `Bearer ${onOne.token}` }
  for (const server of [one, other]) {
    expect((await fetch(`${server.url}/api/jobs`, { headers })).status).toBe(200)
  }
  const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
  const mimeType = 'image/svg+xml' as const
  const announced = { fileName: 'logo.svg', fileSize: logo.length, mimeType }
  const { body: ticket } = await onOne.call(requestLogoUpload, { body: announced })
  expect(ticket.uploadUrl).toContain(s3.url)
  const sent = await fetch(ticket.uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': mimeType },
    body: logo,
  })
  expect(sent.status).toBe(200)
  const params = { logoId: ticket.logoId }
  const confirmed = await onOther.call(confirmLogoUpload, { params, body: announced })
  expect(confirmed.status).toBe(200)
  const shown = await fetch(`${one.url}${confirmed.body.brandSettings?.logoUrl}`)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])

  const sheet = 'First Name,Last Name,Circuit,Congregation\nAda,Rossi,NY-1,Park\n'
  const id = await onOne.bringSheet('roster.csv', sheet)
  const uploaded = () => [...s3.objects.keys()].filter((key) => key.includes(id))
  expect(uploaded()).toHaveLength(1)
  const query = new URLSearchParams({ upload: id })
  const described = await fetch(`${other.url}${describeColumns.path}?${query}`, {
    headers: { authorization: `Bearer ${onOther.token}` },
  })
  expect(await described.json()).toMatchObject({ head: { fits: true } })
  const { body } = await onOther.call(importUpload, { params: { id } })
  expect(await onOne.waitForJob(body.jobId)).toMatchObject({ status: 'completed' })
  expect(await database.query('select "firstName" from volunteers')).toEqual([{ firstName: 'Ada' }])
  expect(uploaded()).toEqual([])
})

test('a job is cancelled from the other server', async () => {
  await start('synced')
  const { jobId } = await startReportJob(onOne, 40)
  await onOther.waitForJob(jobId, isUnderWay)
  const runner = await findRunner(database, jobId)
  const { status } = await onOther.call(cancelJob, { params: { id: jobId } })
  expect(status).toBe(200)
  await expect.poll(() => isAlive(runner)).toBe(false)
  const made = (await onOne.reports()).length
  expect(made).toBeLessThan(40)
  expect(await onOne.waitForJob(jobId)).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^Cancelled by /),
  })
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(await onOne.reports()).toHaveLength(made)
  const pdfs = [...s3.objects.keys()].filter((key) => key.endsWith('.pdf'))
  expect(pdfs).toHaveLength(made)
})

/** Processes that are killed in the middle of 40 reports made by the first server's runner. */
const killed = [
  ['the server that started it', () => one.kill()],
  ['the other server', () => other.kill()],
  [
    'the server that started it, with its runner',
    async (jobId: string) => {
      const runner = await findRunner(database, jobId)
      await one.kill()
      process.kill(runner, 'SIGKILL')
      await expireLeases(database)
    },
  ],
] as const

for (const [who, kill] of killed) {
  test(`40 reports are made although ${who} is killed`, async () => {
    await start('synced')
    const { jobId, names } = await startReportJob(onOne, 40)
    await onOther.waitForJob(jobId, isUnderWay)
    await kill(jobId)
    const job = await api.waitForJob(jobId, undefined, longMs)
    expect(job).toMatchObject({ status: 'completed', progress: 100, error: null })
    await expectReports(names)
  })
}
