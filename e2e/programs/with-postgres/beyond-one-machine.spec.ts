import { readFile } from 'node:fs/promises'
import { type OutsideSystems, startOutsideSystems } from '@dashboard/doubles/outside-systems'
import type { PostgresServer } from '@dashboard/doubles/postgres/postgres-server'
import { expect, type Page } from '@playwright/test'
import { admin, type Dashboard, startDashboard } from '../../dashboard.ts'
import { startSpecPostgres } from '../../own-postgres.ts'
import { test } from '../../reused-page.ts'
import { takeScreenshots } from '../../screenshots.ts'
import { entryNames } from '../../zip-entries.ts'

/** The main job with nothing on this machine: GitHub Actions, Google Sheets, PostgreSQL and S3. */

const jobMs = 90_000

let postgres: PostgresServer
let outside: OutsideSystems
let dashboard: Dashboard

test.beforeAll(async () => {
  postgres = await startSpecPostgres()
  outside = await startOutsideSystems({ databaseUrl: postgres.createDatabase(), stepMs: 1_000 })
  dashboard = await startDashboard(outside.environment)
})

test.afterAll(async () => {
  await dashboard?.stop()
  await outside?.close()
  await postgres?.stop()
})

const center = (page: Page) => page.getByRole('region', { name: 'Download Center' })
const toast = (page: Page, title: string) => page.getByText(title, { exact: true })

test('sign in, sync, watch, make reports, download them, delete', async ({ page }) => {
  const shot = takeScreenshots(page, 'beyond')
  await signIn(page)
  await runSync(page)
  await watchWaitingJob(page)
  await shot('1-waiting-for-a-machine')
  await expectBothCompleted(page)
  await openRunOfJob(page)
  await shot('2-job-of-a-run')
  await page.keyboard.press('Escape')
  await makeReports(page, 'Circuit Report', ['NJ 07, North', 'NY-10'])
  await makeReports(page, 'Congregation Report', ['Park (NY-2)'])
  await expect(center(page).getByRole('checkbox', { name: /^Select report of/ })).toHaveCount(3, {
    timeout: jobMs,
  })
  await shot('3-reports')
  await downloadOne(page)
  await downloadAll(page)
  await deleteOne(page)
  await shot('4-one-deleted')

  expect(outside.sheets.sheet(outside.spreadsheet, 'Data_Import')?.rows).toHaveLength(401)
  const runs = [...outside.github.state.runs.values()]
  expect(runs.map(({ workflow, conclusion }) => [workflow.file, conclusion])).toEqual([
    ['locust-export.yml', 'success'],
    ['sheets-import.yml', 'success'],
    ['circuit-report.yml', 'success'],
    ['congregation-report.yml', 'success'],
  ])
  for (const { log, inputs } of runs) expect(log).toContain(`Job ${inputs.job_id}: completed`)
})

async function signIn(page: Page): Promise<void> {
  await page.goto(dashboard.url)
  await page.getByPlaceholder('Enter username').fill(admin.username)
  await page.getByPlaceholder('Enter password').fill(admin.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/dashboard\/reports$/)
}

async function openPage(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
}

async function runSync(page: Page): Promise<void> {
  await openPage(page, 'Locust Sync')
  for (const name of ['Export from Locust', 'Import to SMPW Dashboard']) {
    await page.getByRole('checkbox', { name }).check()
  }
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(toast(page, 'Export + Import Started')).toBeVisible()
}

/** Checks what GitHub reports about the run before the runner has claimed the job. */
async function watchWaitingJob(page: Page): Promise<void> {
  await openPage(page, 'Monitor')
  await expect(page.getByText(/Waiting for a machine|Preparing the machine/).first()).toBeVisible()
}

async function expectBothCompleted(page: Page): Promise<void> {
  await expect(page.getByText('Completed', { exact: true })).toHaveCount(2, { timeout: jobMs })
}

async function openRunOfJob(page: Page): Promise<void> {
  // The first one is the export; the import is below it.
  await page.getByRole('button', { name: 'View Details' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Job Details/ })
  await expect(dialog.getByText(/400 volunteers/).first()).toBeVisible()
  const link = dialog.getByRole('link', { name: 'View Workflow Details' })
  const [run] = outside.github.state.runs.values()
  await expect(link).toHaveAttribute('href', new RegExp(`/actions/runs/${run?.id}$`))
  const opened = page.waitForEvent('popup')
  await link.click()
  const runPage = await opened
  await expect(runPage.getByRole('heading', { name: 'A run on the GitHub double' })).toBeVisible()
  await runPage.close()
}

async function makeReports(page: Page, type: string, names: string[]): Promise<void> {
  await openPage(page, 'Reports')
  await page.getByRole('combobox', { name: 'Report type' }).selectOption({ label: type })
  const card = page.getByRole('region', { name: 'Generate Reports' })
  for (const name of names) await card.getByRole('checkbox', { name, exact: true }).check()
  const noun = names.length === 1 ? 'Report' : 'Reports'
  await card.getByRole('button', { name: `Generate ${names.length} ${noun}` }).click()
  await expect(card.getByText(/^0 (circuits|congregations) selected/)).toBeVisible()
}

async function downloadOne(page: Page): Promise<void> {
  const started = page.waitForEvent('download')
  await center(page).getByRole('button', { name: 'Download PDF of NY-10' }).click()
  const download = await started
  expect(download.suggestedFilename()).toMatch(/^Circuit NY-10 .*\.pdf$/)
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
}

async function downloadAll(page: Page): Promise<void> {
  await center(page).getByRole('button', { name: 'Select All', exact: true }).click()
  const started = page.waitForEvent('download')
  await center(page).getByRole('button', { name: 'Download Archive' }).click()
  const names = entryNames(await readFile(await (await started).path()))
  expect(new Set(names.map((name) => name.split('/')[0]))).toEqual(
    new Set(['manifest.csv', 'NJ 07, North', 'NY-2', 'NY-10']),
  )
}

/** Deletes a report: its card disappears, and its file is deleted from S3. */
async function deleteOne(page: Page): Promise<void> {
  expect(pdfsInStorage()).toBe(3)
  await center(page).getByRole('button', { name: 'Delete report of NY-10', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete report' }).click()
  await expect(toast(page, 'Report Deleted')).toBeVisible()
  await expect(center(page).getByRole('checkbox', { name: /^Select report of/ })).toHaveCount(2)
  await expect.poll(pdfsInStorage).toBe(2)
}

function pdfsInStorage(): number {
  return [...outside.s3.objects.keys()].filter((key) => key.endsWith('.pdf')).length
}
