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
const figure = (page: Page, name: string) =>
  page.getByText(name, { exact: true }).locator('xpath=following-sibling::dd')

onEachScreen(() => {
  test('every state is accessible', async ({ page }) => {
    await openSignedIn(page, dashboard, '/admin/monitoring')
    await expect(figure(page, 'Monitoring')).toHaveText('Active')
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

    const answer = { status: 503, json: { message: 'The database is busy.' } }
    await page.route(path, (route) => route.fulfill(answer))
    await page.reload()
    await expect(page.getByText('The database is busy.')).toBeVisible()
    await expectAccessible(page)
    await page.unroute(path)
    await page.route(path, () => undefined)
    await page.reload()
    await expect(autoSync).toBeDisabled()
    await expectAccessible(page)
    await page.unroute(path)

    const watched = { hasActiveUsers: true, activeUsers: 12, currentInterval: 5_000 }
    const idle = { isMonitoring: false, hasActiveUsers: false, activeUsers: 0, currentInterval: 0 }
    for (const [status, banner] of [
      [idle, 'Background monitoring mode'],
      [watched, 'Intensive monitoring active (12 users)'],
    ] as const) {
      await page.route(path, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), ...status } })
      })
      await page.reload()
      await expect(page.getByText(banner)).toBeVisible()
      await expectAccessible(page)
      await page.unroute(path)
    }
    // A sync reads the status again.
    await page.route(path, (route) => route.fulfill(answer))
    await page.getByRole('button', { name: 'Sync Now' }).click()
    await expect(page.getByText('asked for again every 10 seconds')).toBeVisible()
    await expectAccessible(page)
  })
})
