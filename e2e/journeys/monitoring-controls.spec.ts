import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * The monitoring controls as people see them. What they say and do is in
 * web/test/pages/monitoring-controls.page.test.tsx.
 */

const dashboard = ownDashboard()

const path = '**/api/monitoring/status'
const watched = { hasActiveUsers: true, activeUsers: 12, currentInterval: 5_000 }
const idle = { isMonitoring: false, hasActiveUsers: false, activeUsers: 0, currentInterval: 0 }

/** Changes the server's status on its way to the page. */
async function changeStatus(page: Page, status: object) {
  await page.unroute(path)
  await page.route(path, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...status } })
  })
}

onEachScreen(() => {
  test('every state is accessible', async ({ page }) => {
    await changeStatus(page, watched)
    await openSignedIn(page, dashboard, '/admin/monitoring')
    await expect(page.getByText('Intensive monitoring active (12 users)')).toBeVisible()
    await expectAccessible(page)
    await takeScreenshots(page, 'monitoring')('controls')

    await page.route('**/api/jobs/sync-github', () => undefined)
    await page.getByRole('button', { name: 'Sync Now' }).click()
    await expect(page.getByRole('button', { name: 'Syncing...' })).toBeDisabled()
    const autoSync = page.getByRole('switch', { name: 'Auto-Sync' })
    const wasOn = await autoSync.isChecked()
    await autoSync.press('Space')
    await expect(page.getByText('Auto-Sync Updated', { exact: true })).toBeVisible()
    await expect(autoSync).toBeChecked({ checked: !wasOn })
    await expectAccessible(page)
    await page.unroute('**/api/jobs/sync-github')

    await page.unroute(path)
    await page.route(path, () => undefined)
    await page.reload()
    await expect(autoSync).toBeDisabled()
    await expectAccessible(page)
    await page.unroute(path)
    const refuse = () =>
      page.route(path, (route) =>
        route.fulfill({ status: 503, json: { message: 'The database is busy.' } }),
      )
    await refuse()
    await page.reload()
    await expect(page.getByText('The database is busy.')).toBeVisible()
    await expectAccessible(page)

    await changeStatus(page, idle)
    await page.reload()
    await expect(page.getByText('Background monitoring mode')).toBeVisible()
    // A sync reads the status again.
    await page.unroute(path)
    await refuse()
    await page.getByRole('button', { name: 'Sync Now' }).click()
    await expect(page.getByText('asked for again every 10 seconds')).toBeVisible()
    await expectAccessible(page)
  })
})
