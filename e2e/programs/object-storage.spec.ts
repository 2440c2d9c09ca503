import { rm } from 'node:fs/promises'
import { startCircuitReport } from '@dashboard/contract/reports'
import { startS3Double } from '@dashboard/doubles/s3/s3-double'
import { expect } from '@playwright/test'
import { signInByApi } from '../api-client.ts'
import { uploadLogo } from '../branding.ts'
import { type Dashboard, startDashboard } from '../dashboard.ts'
import { test } from '../reused-page.ts'
import { openSignedIn } from '../sign-in.ts'
import { copyData } from '../synced-data.ts'

/** Files in S3: the browser uploads a logo directly, and a refusal by S3 logs nobody out. */

let s3: Awaited<ReturnType<typeof startS3Double>>
let dashboard: Dashboard
let folder: string

test.beforeAll(async () => {
  s3 = await startS3Double()
  folder = await copyData('sample')
  dashboard = await startDashboard({ STORAGE_URL: s3.storageUrl, ...s3.credentials }, folder)
})

test.afterAll(async () => {
  await dashboard.stop()
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

test.afterEach(() => s3.setFault(undefined))

test('a logo goes from the browser to the storage and is shown', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(new URL(request.url()).origin)
  })
  await openSignedIn(page, dashboard, '/admin/branding')
  await uploadLogo(page)
  expect(sent).toEqual([s3.url])
  expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^files\/logos\/[\w-]+\.png$/)])
  await expect(page.getByRole('complementary').getByRole('presentation')).toBeVisible()
})

test('a storage that refuses is reported, and the user stays signed in', async ({ page }) => {
  const api = await signInByApi(dashboard)
  const { body } = await api.call(startCircuitReport, { body: { circuits: ['NY-2'] } })
  await api.waitForJob(body.jobId)
  const [report] = await api.reports()
  await openSignedIn(page, dashboard, '/dashboard/reports')
  const download = page.getByRole('button', { name: 'Download PDF of NY-2' })
  await expect(download).toBeVisible()
  s3.setFault({ kind: 'error', status: 403, code: 'AccessDenied' })
  await download.click()
  await expect(
    page.getByText(/The files of the dashboard cannot be reached right now/).first(),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/reports$/)
  const answer = await fetch(`${dashboard.url}${report?.downloadUrl}`, {
    headers: { authorization: `Bearer ${api.token}` },
  })
  expect(answer.status).toBe(502)
})

test('a report job says that the storage is out of reach', async () => {
  const api = await signInByApi(dashboard)
  s3.setFault({ kind: 'error', status: 403, code: 'InvalidAccessKeyId' })
  const { body } = await api.call(startCircuitReport, { body: { circuits: ['NY-2'] } })
  const job = await api.waitForJob(body.jobId)
  expect(job.status).toBe('failed')
  expect(job.error).toContain('The files of the dashboard cannot be read or stored right now.')
  expect(job.errorDetails).toContain('The file storage refuses the access key.')
})
