import type { AutomationStatus } from '@dashboard/contract/automation'
import { neutralAutomation } from '@dashboard/web/api/complete-answers'
import { expect, type Page } from '@playwright/test'
import { deleteAllJobs, runningRow, writeJobs } from '../job-rows.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { onEachScreen } from '../screens.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * The sync page under the finger; what it says and does is in sync.page.test.tsx, and a whole sync in main-job.spec.ts.
 */

const dashboard = ownDashboard()

const runButton = (page: Page) => page.getByRole('button', { name: 'Run', exact: true })
const openSync = (page: Page) => openSignedIn(page, dashboard, '/dashboard/sync')

async function answerStatus(page: Page, status: AutomationStatus): Promise<void> {
  await page.unroute('**/api/automation-status')
  await page.route('**/api/automation-status', (route) => route.fulfill({ json: status }))
}

onEachScreen(() => {
  test('the Run button stays where it is pressed', async ({ page }) => {
    const { promise: isSeen, resolve: see } = Promise.withResolvers<void>()
    await page.route('**/api/workflows/export-and-import', async (route) => {
      await isSeen
      await route.fulfill({ status: 409, json: { message: 'Another one runs.' } })
    })
    await answerStatus(page, { ...neutralAutomation, exportError: 'Locust is unavailable.' })
    await openSync(page)
    const box = () => page.getByRole('button', { name: /^Run/ }).boundingBox()
    await expect(page.getByText('Locust is unavailable.')).toBeVisible()
    // On a phone, the button is below the first steps and the alert and out of view.
    await runButton(page).scrollIntoViewIfNeeded()
    const before = await box()
    await runButton(page).click()
    await expect(page.getByText('Sync in progress...')).toBeVisible()
    writeJobs(dashboard.dataDir, [runningRow()])
    await expect(page.getByRole('region', { name: 'Running sync' })).toBeVisible()
    expect(await box()).toMatchObject({ x: before?.x, y: before?.y })
    deleteAllJobs(dashboard.dataDir)
    see()
    await expect(page.getByText('Another one runs.').first()).toBeVisible()
  })
})
