import { readFile } from 'node:fs/promises'
import { createUser, login, updateUser } from '@dashboard/contract/accounts'
import { cancelAllJobs } from '@dashboard/contract/jobs'
import { setAutoSync } from '@dashboard/contract/monitoring'
import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { signInByApi } from '../api-client.ts'
import { runningRow, writeJobs } from '../job-rows.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * The audit log as people see it, and its CSV file. Its entries, filters and pages are in
 * web/test/pages/audit.page.test.tsx.
 */

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
  writeJobs(dashboard.dataDir, [runningRow()])
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

test('every state of the log is accessible', async ({ page }) => {
  await open(page)
  await expect(entries(page, 'Cancelled all jobs')).toContainText('Eve Novak (eve)')
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'audit')('log')
  await page.getByLabel('Action').selectOption('Failed to sign in')
  await expect(page.getByText('2 entries', { exact: true })).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'audit')('found')
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No entries match.')).toBeVisible()
  await expectAccessibleAtEachWidth(page)

  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/audit?*', async (route) => {
    await isAnswered
    await route.fulfill({ status: 503, json: { message: 'The database is busy. Try again.' } })
  })
  await page.reload()
  await expect(page.getByText('Loading the audit log...')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  answer()
  await expect(page.getByText('Failed to load the audit log', { exact: true })).toBeVisible()
  await expectAccessibleAtEachWidth(page)
})

test('exports what is chosen as a CSV file', async ({ page }) => {
  await open(page)
  await page.getByLabel('Action').selectOption('Cancelled all jobs')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^SMPW-Audit-Log-\d{4}-\d{2}-\d{2}\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('Eve Novak (eve)')
  await expect(page.getByText('Download Started', { exact: true }).first()).toBeVisible()
  await page.getByLabel('Action').selectOption('Exported the audit log')
  await expect(entries(page, 'Action: Cancelled all jobs')).toHaveCount(1)
})
