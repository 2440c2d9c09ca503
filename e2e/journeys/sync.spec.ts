import { startCircuitReport } from '@dashboard/contract/reports'
import { importSheet } from '@dashboard/contract/sync'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { signInByApi } from '../api-client.ts'
import { changeContents } from '../changed-contents.ts'
import { deleteAllJobs, runningRow, waitingRow, writeJobs } from '../job-rows.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'
import { expectToast } from '../toasts.ts'
import { tryAgain } from '../try-again.ts'

/** The sync page in each of its states (docs/behavior.md#sync-page). */

const dashboard = ownDashboard()

const exportBox = (page: Page) => page.getByRole('checkbox', { name: 'Export from Locust' })
const importBox = (page: Page) => page.getByRole('checkbox', { name: 'Import to SMPW Dashboard' })
const runButton = (page: Page) => page.getByRole('button', { name: 'Run', exact: true })

/** Finds the times of the last export and import; 'Never run' where there is none. */
const times = (page: Page) => page.getByRole('definition').getByText(/ ET$|^Never run$/)

async function openSync(page: Page): Promise<void> {
  await openSignedIn(page, dashboard, '/dashboard/sync')
  await expect(page.getByRole('heading', { name: 'Locust Sync' })).toBeVisible()
}

async function waitUntilReady(page: Page): Promise<void> {
  await expect(page.getByText('Ready to run')).toBeVisible()
}

test.describe
  .serial('on a fresh dashboard', () => {
    onEachScreen(() => {
      test('nothing has run yet, and at least one box must be ticked', async ({ page }) => {
        await openSync(page)
        await expect(page.getByText('Ready to run')).toBeVisible()
        await expect(page.getByText('Never run')).toHaveCount(2)
        await expectAccessible(page)
        await takeScreenshots(page, 'sync')('ready')
        await exportBox(page).uncheck()
        await expect(runButton(page)).toBeEnabled()
        await importBox(page).uncheck()
        await expect(runButton(page)).toBeDisabled()
      })
    })

    test('an import without a sheet fails with the reason', async ({ page }) => {
      await openSync(page)
      await exportBox(page).uncheck()
      await runButton(page).click()
      await expect(page.getByRole('button', { name: 'Running...' })).toBeDisabled()
      await expectToast(page, 'Import Failed', /spreadsheet|sheet|workbook/i)
      // The message stays, here and for users who open the page later.
      for (const again of [false, true]) {
        if (again) await page.reload()
        await expect(page.getByText('Ready to run', { exact: true })).toBeVisible()
        const error = page.getByRole('alert').filter({ hasText: 'The last import failed' })
        await expect(error).toContainText('There is no sheet to read yet')
        await expect(page.getByText('Never run')).toHaveCount(2)
      }
    })

    test('an export alone', async ({ page }) => {
      await openSync(page)
      await importBox(page).uncheck()
      await runButton(page).click()
      await expectToast(page, 'Export Started', /^Job #\w{3} queued\.$/)
      await expect(page.getByText('Sync in progress...')).toBeVisible()
      await waitUntilReady(page)
      await expect(page.getByText('Never run')).toHaveCount(1)
      await expect(page.getByText(/^\w{3} \d+, \d{4}, \d+:\d\d [AP]M ET$/)).toHaveCount(1)
    })

    test('an import alone says what it imported', async ({ page }) => {
      await openSync(page)
      await exportBox(page).uncheck()
      await runButton(page).click()
      // The response comes when the sync has ended, which takes long on a busy machine.
      await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible()
      await expectToast(
        page,
        'Import Completed',
        'Imported 3,000 rows and synchronized 12 circuits.',
      )
      await waitUntilReady(page)
      await expect(page.getByText('Never run')).toHaveCount(0)
      const last = page.getByRole('region', { name: 'Last sync' })
      await expect(last).toContainText(/Run by \w+.*3,000 volunteers: 3,000 newSee what changed$/)
      await expect(page.getByText('These volunteers are invented')).toBeVisible()
      await page.getByText('These volunteers are invented').click()
      await expect(page.getByText('Set LOCUST_URL')).toBeHidden()
      await page.getByText('How to connect Locust').click()
      await expect(page.getByText('Set LOCUST_URL')).toBeVisible()
      await expectAccessibleAtEachWidth(page)
      await takeScreenshots(page, 'sync')('done')
    })

    test('an import makes reports old, and they are made again and downloaded from here', async ({
      page,
    }) => {
      const api = await signInByApi(dashboard)
      const body = { circuits: ['NY-1', 'NY-2'] }
      await api.waitForJob((await api.call(startCircuitReport, { body })).body.jobId)
      changeContents(dashboard.dataDir, ['NY-1', 'NY-2'])
      await api.call(importSheet)
      await openSync(page)
      await expect(page.getByText('2 reports are now out of date')).toBeVisible()
      await expectAccessibleAtEachWidth(page)
      await takeScreenshots(page, 'sync')('outdated')
      await page.getByRole('button', { name: 'Make them again' }).click()
      await expect(page.getByText('2 reports are ready')).toBeVisible()
      await expect(page.getByText('2 reports are now out of date')).toHaveCount(0)
      await expectAccessibleAtEachWidth(page)
      await takeScreenshots(page, 'sync')('reports-ready')
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download these 2' }).click()
      expect((await download).suggestedFilename()).toMatch(/^SMPW-Reports-.*\.zip$/)
    })

    test('both, one after the other, announced as well as shown', async ({ page }) => {
      await openSync(page)
      await runButton(page).click()
      await expectToast(page, 'Export + Import Started', /^Job #\w{3} queued\. The import follows/)
      await expect(page.getByText('Starts when the export completes')).toBeVisible()
      await expectAccessibleAtEachWidth(page)
      await expect(page).toHaveTitle(/^\d jobs? (running|waiting) · /)
      // Both jobs may end between two polls, and are then announced together.
      const announcement = page.getByRole('status').filter({ hasText: /Import to .* completed\./ })
      await expect(announcement).toHaveCount(1)
      await waitUntilReady(page)
      await expect(page).toHaveTitle('Locust Sync · SMPW Dashboard')
    })
  })

test('a sync of somebody else shows its steps and leads to the monitor', async ({ page }) => {
  const running = runningRow({
    progress: 42,
    step: 'Reading volunteers from Locust: 1,200 so far',
    createdBy: 'Grace Hopper',
  })
  writeJobs(dashboard.dataDir, [running, waitingRow(running.id)])
  await openSync(page)
  await expect(page.getByText('Sync in progress...')).toBeVisible()
  await expect(page.getByText('Started by Grace Hopper')).toBeVisible()
  await expect(page.getByText('Reading volunteers from Locust: 1,200 so far')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Export from Locust' })).toHaveAttribute(
    'aria-valuenow',
    '42',
  )
  await expect(page.getByRole('button', { name: 'Running...' })).toBeDisabled()
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'sync')('running')
  await page.getByRole('link', { name: 'Watch the jobs' }).click()
  await expect(page).toHaveURL(/\/dashboard\/monitor$/)
  deleteAllJobs(dashboard.dataDir)
})

test('each refused start has its own title and the reason of the server', async ({ page }) => {
  await openSync(page)
  const message = 'An export is already queued or running.'
  await page.route(/\/api\/(workflows|import)\//, (route) =>
    route.fulfill({ status: 409, json: { message } }),
  )
  await runButton(page).click()
  await expectToast(page, 'Export + Import Failed', message)
  await importBox(page).uncheck()
  await runButton(page).click()
  await expectToast(page, 'Export Failed', message)
  await importBox(page).check()
  await exportBox(page).uncheck()
  await runButton(page).click()
  await expectToast(page, 'Import Failed', message)
  await expectAccessibleAtEachWidth(page)
})

test('times that are on their way', async ({ page }) => {
  await page.route('**/api/automation-status', () => undefined)
  await openSync(page)
  await expect(page.getByText('Last Import')).toBeVisible()
  await expect(times(page)).toHaveCount(0)
  await expectAccessibleAtEachWidth(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('times that cannot be loaded say so and can be asked for again', async ({ page }) => {
  let isFailing = true
  await page.route('**/api/automation-status', (route) =>
    isFailing ? route.fulfill({ status: 503, json: { message: 'Not ready.' } }) : route.continue(),
  )
  await openSync(page)
  await expect(page.getByText('The times of the last sync could not be loaded')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await tryAgain(page, page.getByRole('button', { name: 'Try again' }), {
    call: '**/api/automation-status',
    mend: () => {
      isFailing = false
    },
  })
  await expect(times(page)).toHaveCount(2)
})
