import { expect, type Page } from '@playwright/test'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { openSignedIn } from '../sign-in.ts'

/** The checks under Settings → Monitoring, against a server that cannot reach its Locust. */

const dashboard = ownDashboard({ LOCUST_URL: 'http://127.0.0.1:59999/export' })

const card = (page: Page) => page.getByRole('region', { name: 'System check' })

test('says what works and what to do about the rest', async ({ page }) => {
  await openSignedIn(page, dashboard, '/admin/monitoring')
  await expect(card(page).getByRole('listitem')).toHaveCount(0)
  await card(page).getByRole('button', { name: 'Run Checks' }).click()
  await expect(card(page).getByRole('button', { name: 'Checking...' })).toBeDisabled()
  const row = (name: string) => card(page).getByRole('listitem').filter({ hasText: name })
  await expect(row('Database')).toContainText(/OK.*SQLite 3.* answers within \d+ ms\./)
  await expect(row('Storage')).toContainText('The data folder can be written to.')
  await expect(row('Spreadsheet')).toContainText('Run an export to make it.')
  await expect(row('Locust')).toContainText(
    /Problem.*Locust at 127\.0\.0\.1:59999 cannot be reached.*What to do.*Check LOCUST_URL/,
  )
  await expect(page.getByRole('status').getByText(/1 of 4 checks found a problem/)).toBeAttached()
})

test('says when the checks cannot be run', async ({ page }) => {
  await openSignedIn(page, dashboard, '/admin/monitoring')
  await page.route('**/api/monitoring/preflight', (route) =>
    route.fulfill({ status: 503, json: { message: 'The database cannot be reached.' } }),
  )
  await card(page).getByRole('button', { name: 'Run Checks' }).click()
  await expect(page.getByText('Check Failed', { exact: true })).toBeVisible()
  await expect(page.getByText('The database cannot be reached.').first()).toBeVisible()
})
