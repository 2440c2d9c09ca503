import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getAutomationStatus } from '@dashboard/contract/automation'
import { getLookupOptions, listReports, startCircuitReport } from '@dashboard/contract/reports'
import { importSheet, startExport } from '@dashboard/contract/sync'
import {
  type LocustMode,
  locustToken,
  startLocustDouble,
} from '@dashboard/doubles/locust/locust-double'
import { expect } from '@playwright/test'
import { type ApiClient, signInByApi } from '../api-client.ts'
import { type Dashboard, startDashboard } from '../dashboard.ts'
import { test } from '../reused-page.ts'
import { openSignedIn } from '../sign-in.ts'

/** Failures outside the dashboard are explained in a sentence, and existing data stay. */

let dashboard: Dashboard
let api: ApiClient
let locust: Awaited<ReturnType<typeof startLocustDouble>>
let sheet: string

test.beforeAll(async () => {
  locust = await startLocustDouble()
  dashboard = await startDashboard({
    LOCUST_URL: locust.url,
    LOCUST_TOKEN: locustToken,
    SPREADSHEET: 'file',
  })
  sheet = join(dashboard.dataDir, 'volunteers.xlsx')
  api = await signInByApi(dashboard)
  const { importJob } = await api.sync()
  expect(importJob.status).toBe('completed')
})

test.afterAll(async () => {
  await dashboard.stop()
  await locust.close()
})

const faultModes: [string, LocustMode, RegExp][] = [
  [
    'refuses the credentials',
    { kind: 'status', status: 401 },
    /^Locust does not let the dashboard in\./,
  ],
  ['answers a web page', { kind: 'html' }, /^Locust did not send volunteers/],
  [
    'answers nothing',
    { kind: 'empty' },
    /^Locust did not send volunteers, so the spreadsheet was left as it was/,
  ],
  ['has no volunteers', { kind: 'no-rows' }, /the sheet was left as it was/],
]

for (const [what, mode, sentence] of faultModes) {
  test(`an export from a Locust that ${what} fails and leaves the sheet alone`, async ({
    page,
  }) => {
    await locust.setMode(mode)
    const before = await api.call(getAutomationStatus)
    const { body } = await api.call(startExport)
    const job = await api.waitForJob(body.jobId)
    expect(job.status).toBe('failed')
    expect(job.error).toMatch(sentence)
    const { body: status } = await api.call(getAutomationStatus)
    expect(status.exportError).toBe(job.error)
    expect(status.lastAutomatedExport).toEqual(before.body.lastAutomatedExport)
    await openSignedIn(page, dashboard, '/dashboard/sync')
    await expect(page.getByText(job.error ?? '')).toBeVisible()
    expect((await api.call(importSheet)).body.rowCount).toBe(400)
  })
}

test('a Locust that is busy for a moment is asked again', async () => {
  await locust.setMode({ kind: 'status', status: 429, retryAfter: '1', times: 2 })
  const { body } = await api.call(startExport)
  const job = await api.waitForJob(body.jobId)
  expect(job.status).toBe('completed')
  expect(job.logs).toContain('try 3 of 5')
})

test('a report whose file is gone from the disk says so where it is downloaded', async ({
  page,
}) => {
  await locust.setMode({ kind: 'ok' })
  const { circuits } = (await api.call(getLookupOptions)).body
  const { body } = await api.call(startCircuitReport, { body: { circuits: circuits.slice(0, 1) } })
  await api.waitForJob(body.jobId)
  const stored = join(dashboard.dataDir, 'files/reports')
  for (const file of await readdir(stored)) await rm(join(stored, file))
  await openSignedIn(page, dashboard, '/dashboard/reports')
  await page.getByRole('button', { name: /^Download PDF of/ }).click()
  await expect(page.getByText('Download Failed', { exact: true })).toBeVisible()
  await expect(page.getByText(/is missing from storage\. Delete the report/).first()).toBeVisible()
  expect((await api.call(listReports)).body.reports).toHaveLength(1)
})

test('a sheet that cannot be read fails the import and changes nothing', async ({ page }) => {
  const before = await api.call(getLookupOptions)
  await writeFile(sheet, 'no workbook at all')
  await openSignedIn(page, dashboard, '/dashboard/sync')
  await page.getByRole('checkbox', { name: 'Export from Locust' }).uncheck()
  await page.getByRole('checkbox', { name: 'Import to SMPW Dashboard' }).check()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('Import Failed', { exact: true })).toBeVisible()
  const { status, body } = await api.call(importSheet)
  expect(status).toBe(422)
  await expect(page.getByText(body.message).first()).toBeVisible()
  expect((await api.call(getLookupOptions)).body).toEqual(before.body)
})
