import { readFile } from 'node:fs/promises'
import { createUser, login, updateUser } from '@dashboard/contract/accounts'
import { cancelAllJobs } from '@dashboard/contract/jobs'
import { setAutoSync } from '@dashboard/contract/monitoring'
import { startExport } from '@dashboard/contract/sync'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The audit log: its entries, filters, pages, CSV file, and who may not see it. */

const dashboard = ownDashboard()

/** Performs a few minutes of typical actions. */
test.beforeAll(async () => {
  const { call } = await signInByApi(dashboard)
  const account = { username: 'eve', firstName: 'Eve', lastName: 'Novak', password: 'secret no 1' }
  const { user } = (await call(createUser, { body: account })).body
  await call(updateUser, { params: { id: user.id }, body: { role: 'admin' } })
  await call(login, { body: { username: 'eve', password: 'a guess' } })
  await call(login, { body: { username: 'nobody-here', password: 'a guess' } })
  const eve = await signInByApi(dashboard, { username: 'eve', password: 'secret no 1' })
  const { jobId } = (await eve.call(startExport)).body
  await eve.waitForJob(jobId)
  await eve.call(cancelAllJobs)
  await eve.call(setAutoSync, { body: { enabled: true } })
  await eve.call(setAutoSync, { body: { enabled: false } })
})

const open = (page: Page) => openSignedIn(page, dashboard, '/admin/audit')

/** Returns rows of the table, or cards on a phone. */
function entries(page: Page, text: string) {
  const log = page.getByRole('table', { name: 'Audit log' })
  const cards = page.getByRole('list', { name: 'Audit log' })
  const rows = log.getByRole('row').or(cards.getByRole('listitem'))
  return rows.filter({ hasText: text })
}

onEachScreen(() => {
  test('shows who did what, and finds it', async ({ page }) => {
    await open(page)
    await expect(page.getByText('Audit Log', { exact: true })).toBeVisible()
    await expect(page).toHaveTitle('Audit Log · SMPW Dashboard')
    const started = entries(page, 'Started a job')
    await expect(started).toContainText('Eve Novak (eve)')
    await expect(started).toContainText('Type: Export from Locust')
    await expect(started).toContainText('127.0.0.1')
    await expect(started).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M ET/)
    await expect(entries(page, 'Changed a user')).toContainText('Role: User → Admin')
    await expect(entries(page, 'Created a user').filter({ hasText: 'Server' })).toHaveCount(1)
    await expect(page.getByText(/^\d+ entries$/)).toBeVisible()
    await expectAccessible(page)
    await takeScreenshots(page, 'audit')('log')

    await page.getByLabel('Action').selectOption('Failed to sign in')
    await expect(page.getByText('2 entries', { exact: true })).toBeVisible()
    await expect(entries(page, 'nobody-here')).toContainText('Reason: wrong username or password')
    await expect(entries(page, 'Started a job')).toHaveCount(0)
    await page.getByRole('searchbox', { name: 'Search the audit log' }).fill('NOBODY')
    await expect(page.getByText('1 entry', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await takeScreenshots(page, 'audit')('found')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(entries(page, 'Started a job')).toHaveCount(1)

    await page.getByLabel('Person').selectOption('Eve Novak (eve)')
    await expect(page.getByText('4 entries', { exact: true })).toBeVisible()
    await expect(entries(page, 'Switched auto-sync')).toHaveCount(2)
    await page.getByLabel('To', { exact: true }).fill('2020-01-01')
    await expect(page.getByText('No entries match.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByLabel('To', { exact: true })).toHaveValue('')
    await expect(entries(page, 'Started a job')).toHaveCount(1)
  })

  test('loading and failed', async ({ page }) => {
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/audit?*', async (route) => {
      await isAnswered
      await route.fulfill({ status: 503, json: { message: 'The database is busy. Try again.' } })
    })
    await open(page)
    await expect(page.getByText('Loading the audit log...')).toBeVisible()
    await expectAccessible(page)
    answer()
    await expect(page.getByText('Failed to load the audit log', { exact: true })).toBeVisible()
    await expect(page.getByText('The database is busy. Try again.')).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/api/audit?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(entries(page, 'Started a job')).toHaveCount(1)
  })
})

test('a log of several pages is read back and forth', async ({ page }) => {
  const { call } = await signInByApi(dashboard)
  for (let index = 0; index < 60; index += 1) {
    await call(setAutoSync, { body: { enabled: index % 2 === 0 } })
  }
  await open(page)
  await page.getByLabel('Action').selectOption('Switched auto-sync')
  const newer = page.getByRole('button', { name: 'Newer' })
  const older = page.getByRole('button', { name: 'Older' })
  await expect(page.getByText('1–50 of 62 entries')).toBeVisible()
  await expect(newer).toBeDisabled()
  await older.click()
  await expect(page.getByText('51–62 of 62 entries')).toBeVisible()
  await expect(entries(page, 'Switched auto-sync')).toHaveCount(12)
  await expect(older).toBeDisabled()
  await expectAccessible(page)
  await newer.click()
  await expect(page.getByText('1–50 of 62 entries')).toBeVisible()
})

test('exports what is chosen as a CSV file', async ({ page }) => {
  await open(page)
  await page.getByLabel('Action').selectOption('Started a job')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^SMPW-Audit-Log-\d{4}-\d{2}-\d{2}\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('Eve Novak (eve)')
  await expect(page.getByText('Download Started', { exact: true }).first()).toBeVisible()
  await page.getByLabel('Action').selectOption('Exported the audit log')
  await expect(entries(page, 'Action: Started a job')).toHaveCount(1)
})

test('says why an export failed', async ({ page }) => {
  await open(page)
  await page.route('**/api/audit.csv*', (route) =>
    route.fulfill({ status: 503, json: { message: 'The database is busy. Try again.' } }),
  )
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText('Export Failed', { exact: true }).first()).toBeVisible()
})

test('is for administrators only', async ({ page }) => {
  const user = await createAccount(dashboard, { username: 'curious', password: 'secret no 1' })
  await openSignedIn(page, dashboard, '/admin/audit', user)
  await expect(
    page.getByText('Access Denied - You need admin privileges to access this page.'),
  ).toBeVisible()
})
