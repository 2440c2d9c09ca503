import { readFile } from 'node:fs/promises'
import { createUser, login, updateUser } from '@dashboard/contract/accounts'
import { cancelAllJobs } from '@dashboard/contract/jobs'
import { setAutoSync } from '@dashboard/contract/monitoring'
import { expect, type Page } from '@playwright/test'
import { signInByApi } from '../api-client.ts'
import { runningRow, writeJobs } from '../job-rows.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
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

test('exports the filtered entries as a CSV file', async ({ page }) => {
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
