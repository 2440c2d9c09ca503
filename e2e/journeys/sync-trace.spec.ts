import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { startDashboard } from '../dashboard.ts'
import { deleteAllJobs, jobRow, runningRow, writeJobs } from '../job-rows.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** What the sync page shows about a running sync, and about its result (docs/behavior.md#sync-page). */

const dashboard = ownDashboard()

const runButton = (page: Page) => page.getByRole('button', { name: 'Run', exact: true })
const openSync = (page: Page) => openSignedIn(page, dashboard, '/dashboard/sync')

test('a step that is done stays, a retry is told, and the sync is cancelled here', async ({
  page,
}) => {
  const done = jobRow({ elapsedTime: '45s' })
  const running = runningRow({
    type: 'import',
    dependsOn: done.id,
    retrying: { system: 'spreadsheet', attempt: 3, tries: 8 },
  })
  writeJobs(dashboard.dataDir, [done, running])
  await openSync(page)
  const steps = page.getByRole('region', { name: 'Running sync' }).getByRole('listitem')
  await expect(steps).toHaveCount(2)
  await expect(steps.first()).toContainText(/Export from Locust.*Completed after 45s/)
  await expect(steps.last()).toContainText('The spreadsheet service does not answer; try 3 of 8')
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'sync')('retrying')
  await page.getByRole('button', { name: 'Cancel sync' }).click()
  await expect(page.getByText('Job Cancelled', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Last sync' })).toContainText(/Cancelled by \w+/)
  await expect(page.getByText('Ready to run', { exact: true })).toBeVisible()
  await takeScreenshots(page, 'sync')('cancelled')
  deleteAllJobs(dashboard.dataDir)
})

onEachScreen(() => {
  test('the Run button stays where it is pressed', async ({ page }) => {
    const { promise: isSeen, resolve: see } = Promise.withResolvers<void>()
    await page.route('**/api/workflows/export-and-import', async (route) => {
      await isSeen
      await route.fulfill({ status: 409, json: { message: 'Another one runs.' } })
    })
    await page.route('**/api/automation-status', async (route) => {
      const response = await route.fetch()
      const json = { ...(await response.json()), exportError: 'Locust is away.' }
      await route.fulfill({ response, json })
    })
    await openSync(page)
    const box = () => page.getByRole('button', { name: /^Run/ }).boundingBox()
    await expect(page.getByText('Locust is away.')).toBeVisible()
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

test('an alert beside the dot says that the server does not answer', async ({ page }) => {
  await page.route('**/api/jobs?*', (route) => route.abort())
  await openSync(page)
  await expect(page.getByText('Whether a sync runs could not be loaded')).toBeVisible()
  await expect(page.getByText('Not known right now', { exact: true })).toBeVisible()
  await expect(page.getByText('Ready to run')).toHaveCount(0)
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'sync')('unreachable')
})

test('an export that fails after its start is reported, and its error stays on the page', async ({
  page,
}) => {
  const locust = await startLocustDouble({ mode: { kind: 'html' } })
  const broken = await startDashboard({ LOCUST_URL: locust.url, LOCUST_TOKEN: locustToken })
  try {
    await openSignedIn(page, broken, '/dashboard/sync')
    await runButton(page).click()
    await expect(page.getByText('Sync Failed', { exact: true })).toBeVisible()
    const error = page.getByRole('alert').filter({ hasText: 'The last export failed' })
    await expect(error).toContainText('Locust did not send volunteers')
    await expect(page.getByText('Ready to run', { exact: true })).toBeVisible()
    const last = page.getByRole('region', { name: 'Last sync' })
    await expect(last).toContainText('Did not run, since the export failed')
    await error.getByText('Details').click()
    await expect(error).toContainText(/web page instead of data. Check LOCUST_URL/)
    await expectAccessibleAtEachWidth(page)
    await takeScreenshots(page, 'sync')('failed')
    // A new sync hides the previous failure.
    writeJobs(broken.dataDir, [runningRow()])
    await expect(page.getByText('Sync in progress...')).toBeVisible()
    await expect(error).toHaveCount(0)
  } finally {
    await broken.stop()
    await locust.close()
  }
})
