import type { AutomationStatus, SyncEnd } from '@dashboard/contract/automation'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { changeContents } from '../changed-contents.ts'
import {
  deleteAllJobs,
  jobRow,
  minutesAgo,
  runningRow,
  waitingRow,
  writeJobs,
} from '../job-rows.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * How the sync page looks in each of its states (docs/behavior.md#sync-page); what it says and does is in
 * sync.page.test.tsx, and a whole sync in main-job.spec.ts.
 */

const dashboard = ownDashboard({}, { synced: 'reports' })

// Before the first request, since the answer is cached until the next import.
test.beforeAll(() => changeContents(dashboard.dataDir, ['NY-1', 'NY-2']))

const runButton = (page: Page) => page.getByRole('button', { name: 'Run', exact: true })
const openSync = (page: Page) => openSignedIn(page, dashboard, '/dashboard/sync')

const neverRun: AutomationStatus = {
  lastAutomatedExport: null,
  lastImport: null,
  exportError: null,
  exportErrorDetails: null,
  lastSync: [],
  outdatedReports: { circuits: [], congregations: [] },
  isSampleData: false,
}
const failedExport: SyncEnd = {
  type: 'export',
  jobId: 'export',
  status: 'failed',
  endedAt: minutesAgo(2),
  startedBy: 'Ada Lovelace',
  error: 'Locust did not send volunteers.',
  errorDetails: null,
  failureKind: 'outside-system',
  cancelledBy: null,
  importId: null,
  exported: null,
  imported: null,
}
const failed: AutomationStatus = {
  ...neverRun,
  exportError: 'Locust did not send volunteers.',
  exportErrorDetails: 'It sent a web page instead of data. Check LOCUST_URL.',
  lastSync: [failedExport, { ...failedExport, type: 'import', failureKind: 'dependency' }],
}

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
    await answerStatus(page, { ...neverRun, exportError: 'Locust is away.' })
    await openSync(page)
    const box = () => page.getByRole('button', { name: /^Run/ }).boundingBox()
    await expect(page.getByText('Locust is away.')).toBeVisible()
    await expectAccessible(page)
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

test('the page in each state', async ({ page }) => {
  const takePicture = takeScreenshots(page, 'sync')
  await page.route('**/api/automation-status', () => undefined)
  await openSync(page)
  await expect(page.getByText('Last Import')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/api/automation-status', (route) =>
    route.fulfill({ status: 503, json: { message: 'Not ready.' } }),
  )
  await page.reload()
  await expect(page.getByText('The times of the last sync could not be loaded')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await answerStatus(page, neverRun)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Never run')).toHaveCount(2)
  await expectAccessibleAtEachWidth(page)
  await takePicture('ready')
  await page.route('**/api/workflows/export-and-import', (route) =>
    route.fulfill({ status: 409, json: { message: 'An export is already queued or running.' } }),
  )
  await runButton(page).click()
  await expect(page.getByText('Export + Import Failed', { exact: true })).toBeVisible()
  await expectAccessibleAtEachWidth(page)

  await answerStatus(page, failed)
  await page.reload()
  const error = page.getByRole('alert').filter({ hasText: 'The last export failed' })
  await error.getByText('Details').click()
  await expectAccessibleAtEachWidth(page)
  await takePicture('failed')
  await page.unroute('**/api/automation-status')

  const running = runningRow({ progress: 42, createdBy: 'Grace Hopper' })
  writeJobs(dashboard.dataDir, [running, waitingRow(running.id)])
  await page.reload()
  await expect(page.getByText('Started by Grace Hopper').first()).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takePicture('running')
  deleteAllJobs(dashboard.dataDir)

  const done = jobRow({ elapsedTime: '45s' })
  const retrying = { system: 'spreadsheet', attempt: 3, tries: 8 } as const
  writeJobs(dashboard.dataDir, [done, runningRow({ type: 'import', dependsOn: done.id, retrying })])
  await page.reload()
  await expect(page.getByText(/does not answer; try 3 of 8/)).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takePicture('retrying')
  await page.getByRole('button', { name: 'Cancel sync' }).click()
  await expect(page.getByRole('region', { name: 'Last sync' })).toContainText(/Cancelled by \w+/)
  await takePicture('cancelled')
  deleteAllJobs(dashboard.dataDir)

  await page.route('**/api/jobs?*', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('Whether a sync runs could not be loaded')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takePicture('unreachable')
})

test('reports that an import has made old are made again and downloaded from here', async ({
  page,
}) => {
  await openSync(page)
  await page.getByText('These volunteers are invented').click()
  await page.getByText('How to connect Locust').click()
  await expect(page.getByText('Set LOCUST_URL')).toBeVisible()
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
