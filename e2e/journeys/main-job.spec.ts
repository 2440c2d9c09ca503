import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { admin } from '../dashboard.ts'
import { startFilm } from '../film.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { takeScreenshots } from '../screenshots.ts'
import { entryNames } from '../zip-entries.ts'

/** The main job of the product, from signing in to downloading the zip (docs/screenshots shows each step). */

const dashboard = ownDashboard()

test('sign in, sync, watch, make reports, download them', async ({ page }) => {
  const shot = takeScreenshots(page, 'main-job')
  const endFilm = await startFilm(page, 'main-job')
  await signIn(page)
  await runSync(page)
  await shot('2-sync-started')
  await watchBothJobs(page)
  await shot('3-monitor-completed')
  await makeReports(page, 'Circuit Report', ['NJ-1', 'NY-2', 'NY-10'])
  await makeReports(page, 'Congregation Report', ['Astoria', 'Canarsie Arabic'])
  await expect(page.getByRole('checkbox', { name: /^Select report of/ })).toHaveCount(5)
  await shot('4-reports-ready')
  await downloadOne(page)
  await downloadAll(page)
  await shot('5-downloaded')
  await endFilm()
})

async function signIn(page: Page): Promise<void> {
  await page.goto(dashboard.url)
  await expect(page).toHaveURL(/\/login$/)
  await takeScreenshots(page, 'main-job')('1-login')
  await page.getByPlaceholder('Enter username').fill(admin.username)
  await page.getByPlaceholder('Enter password').fill(admin.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/dashboard\/reports$/)
  await expect(page.getByText('Welcome back!', { exact: true })).toBeVisible()
}

async function openPage(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
}

async function runSync(page: Page): Promise<void> {
  await openPage(page, 'Locust Sync')
  await expect(page.getByText('Ready to run')).toBeVisible()
  await expect(page.getByText('Never run')).toHaveCount(2)
  for (const name of ['Export from Locust', 'Import to SMPW Dashboard']) {
    await page.getByRole('checkbox', { name }).check()
  }
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('Export + Import Started', { exact: true })).toBeVisible()
  await expect(page.getByText('Sync in progress...')).toBeVisible()
}

async function watchBothJobs(page: Page): Promise<void> {
  await openPage(page, 'Monitor')
  await expect(page.getByText('Job Status')).toBeVisible()
  await expect(page.getByText('Completed', { exact: true })).toHaveCount(2)
  await openPage(page, 'Locust Sync')
  await expect(page.getByText('Never run')).toHaveCount(0)
  await openPage(page, 'Monitor')
}

async function makeReports(page: Page, type: string, names: string[]): Promise<void> {
  await openPage(page, 'Reports')
  await page.getByRole('combobox', { name: 'Report type' }).selectOption({ label: type })
  const card = page.getByRole('region', { name: 'Generate Reports' })
  for (const name of names) {
    await card.getByRole('searchbox').fill(name)
    await card.getByRole('checkbox', { name, exact: true }).check()
  }
  const noun = names.length === 1 ? 'Report' : 'Reports'
  await card.getByRole('button', { name: `Generate ${names.length} ${noun}` }).click()
  await expect(page.getByText('Reports Generating', { exact: true })).toBeVisible()
  await expect(card.getByText(/^0 (circuits|congregations) selected/)).toBeVisible()
}

async function downloadOne(page: Page): Promise<void> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download PDF of .*NY-10/ }).click()
  const download = await started
  expect(download.suggestedFilename()).toMatch(/NY-10.*\.pdf$/)
  const content = await readFile(await download.path())
  expect(content.subarray(0, 5).toString()).toBe('%PDF-')
}

async function downloadAll(page: Page): Promise<void> {
  const center = page.getByRole('region', { name: 'Download Center' })
  await center.getByRole('button', { name: 'Select All', exact: true }).click()
  await expect(center.getByText('5 reports selected')).toBeVisible()
  const started = page.waitForEvent('download')
  await center.getByRole('button', { name: 'Download Archive' }).click()
  const download = await started
  expect(download.suggestedFilename()).toMatch(/^SMPW-Reports-\d{4}-\d\d-\d\d\.zip$/)
  const names = entryNames(await readFile(await download.path()))
  expect(names).toHaveLength(6)
  expect(names).toContain('manifest.csv')
  expect(new Set(names.map((name) => name.split('/')[0]))).toContain('NY-10')
}
