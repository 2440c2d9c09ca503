import { expect } from '@playwright/test'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { onEachScreen } from '../screens.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * How the guide through a new installation looks; what it says and does is in
 * first-steps.page.test.tsx.
 */

const dashboard = ownDashboard({}, { synced: 'sample' })

onEachScreen(() => {
  test('the added cards leave Run and Generate in view, and delay nothing', async ({ page }) => {
    await page.route('**/api/automation-status', () => undefined)
    await openSignedIn(page, dashboard, '/dashboard/sync')
    const run = page.getByRole('button', { name: 'Run', exact: true })
    await expect(run).toBeInViewport({ ratio: 1, timeout: 1_500 })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.reload()
    await expect(page.getByText('These volunteers are invented')).toBeVisible()
    await expect(run).toBeInViewport({ ratio: 1 })
    await page.goto(`${dashboard.url}/dashboard/reports`)
    await expect(page.getByText('These volunteers are invented')).toBeVisible()
    const generate = page.getByRole('button', { name: 'Generate 0 Reports' })
    await expect(generate).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Dismiss for today' }).click()
    await page.reload()
    await expect(generate).toBeVisible()
    await expect(page.getByText('These volunteers are invented')).toBeHidden()
  })
})
