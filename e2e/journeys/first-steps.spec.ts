import { getCoverage } from '@dashboard/contract/coverage'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { answerReports, crowdedReports } from '../crowded-reports.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * How the guide through a new installation looks (docs/behavior.md#first-steps); what it says and does is in
 * first-steps.page.test.tsx.
 */

const dashboard = ownDashboard({}, { synced: 'sample' })

/** As if nothing had been imported. */
async function emptyStatus(page: Page): Promise<void> {
  await page.route('**/api/automation-status', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), lastImport: null } })
  })
}

test('first steps, at first and when all are done', async ({ page }) => {
  await emptyStatus(page)
  await openSignedIn(page, dashboard, '/dashboard/reports')
  await expect(page.getByRole('button', { name: 'Generate 0 Reports' })).toBeInViewport()
  await takeScreenshots(page, 'first-steps')('line')
  await page.getByRole('link', { name: 'First steps: 0 of 4 done' }).click()
  const card = page.getByRole('region', { name: 'First steps' })
  await expect(card.getByRole('link', { name: 'Upload your own sheet' })).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'first-steps')('empty')
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await createAccount(dashboard, { username: 'mia', password: 'a long password' })
  await answerReports(page, crowdedReports(1))
  await page.reload()
  const done = page.getByRole('region', { name: 'All set' })
  await expect(done.getByText('(done)')).toHaveCount(4)
  await expectAccessibleAtEachWidth(page)
  await done.getByRole('button', { name: 'Put away' }).click()
  // It stays away in this browser, over loads.
  const loaded = page.waitForResponse(`**${getCoverage.path}`)
  await page.reload()
  await loaded
  await expect(page.getByRole('heading', { name: 'Availability' })).toBeVisible()
  await expect(done).toHaveCount(0)
})

onEachScreen(() => {
  test('what is added leaves Run and Generate in view, and waits for nothing', async ({ page }) => {
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
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Dismiss for today' }).click()
    await page.reload()
    await expect(generate).toBeVisible()
    await expect(page.getByText('These volunteers are invented')).toBeHidden()
  })
})
