import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { jobRowOf, jobRows } from '../job-list.ts'
import {
  changeJob,
  deleteAllJobs,
  failedRow,
  jobRow,
  minutesAgo,
  runningRow,
  waitingRow,
  writeJobs,
} from '../job-rows.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'
import { expectToast } from '../toasts.ts'
import { tryAgain } from '../try-again.ts'

/**
 * The monitor's list and its buttons (docs/behavior.md#monitor-page); the details are tested in job-details.spec.ts.
 */

const dashboard = ownDashboard()

test.beforeEach(() => deleteAllJobs(dashboard.dataDir))

const longName = 'The Congregation of a Name of Eighty Characters, as Some Have in Northern Places'
const oneOfTwo = { made: 1, total: 2 }
const manyTargets = Array.from({ length: 40 }, (_, index) => `NY-${index + 1}`)

const openMonitor = (page: Page) => openSignedIn(page, dashboard, '/dashboard/monitor')

/** Writes one job of each kind, the newest on top. */
function writeOneOfEach() {
  const running = runningRow({ createdBy: 'Grace Hopper' })
  const waiting = waitingRow(running.id)
  const report = runningRow({ type: 'circuit-report', targets: manyTargets })
  const failed = failedRow()
  const partly = failedRow({
    type: 'congregation-report',
    targets: [longName, 'Astoria'],
    error: `1 of 2 reports failed: ${longName}: It is no longer there.`,
    reports: oneOfTwo,
  })
  const done = jobRow({ completedAt: minutesAgo(100) })
  writeJobs(dashboard.dataDir, [done, partly, failed, report, running, waiting])
  return { running, waiting, report, failed, partly, done }
}

onEachScreen(() => {
  test('no jobs yet', async ({ page }) => {
    await openMonitor(page)
    await expect(page.getByText('No jobs found')).toBeVisible()
    await expect(page.getByText('Live', { exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Cancel All Jobs' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Refresh Status' })).toBeEnabled()
    await expectAccessible(page)
    await takeScreenshots(page, 'monitor')('empty')
    await page.getByRole('button', { name: 'Clear Completed' }).click()
    await expectToast(page, 'Jobs Cleared', 'There were no completed jobs.')
    await page.getByRole('link', { name: 'Run a sync' }).click()
    await expect(page).toHaveURL(/\/dashboard\/sync$/)
  })

  test('every kind of job', async ({ page }) => {
    const { running, waiting, report, failed, partly, done } = writeOneOfEach()
    await openMonitor(page)
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await expect(jobRowOf(page, waiting.id)).toContainText('Waiting')
    await expect(jobRowOf(page, waiting.id)).toContainText('Starts when the export completes')
    await expect(jobRowOf(page, running.id)).toContainText('Started by Grace Hopper')
    await expect(jobRowOf(page, running.id)).toContainText(/2m \d+s/)
    await expect(jobRowOf(page, report.id)).toContainText('Circuit report · NY-1, NY-2 and 38 more')
    await expect(jobRowOf(page, report.id)).toContainText('Making report 7 of 40: NY-10')
    await expect(jobRowOf(page, report.id).getByRole('progressbar')).toHaveAttribute(
      'aria-valuenow',
      '15',
    )
    await expectAccessible(page)
    await takeScreenshots(page, 'monitor')('jobs')
    await jobRows(page).last().scrollIntoViewIfNeeded()
    await expect(jobRowOf(page, failed.id)).toContainText('Failed')
    await expect(jobRowOf(page, partly.id)).toContainText('1 of 2 reports failed')
    const completed = page.getByRole('list', { name: 'Completed jobs' })
    await expect(completed.getByRole('listitem')).toHaveCount(1)
    await expect(jobRowOf(page, done.id)).toContainText(/^Completed.*Started .* ago.*Ended .* ago/)
    await expect(jobRowOf(page, done.id)).toContainText('2m 0s')
    await expectAccessible(page)
  })
})

test('each list is at most 96 units high', async ({ page }) => {
  writeJobs(dashboard.dataDir, Array.from({ length: 20 }, () => [jobRow(), failedRow()]).flat())
  await openMonitor(page)
  for (const name of ['Completed jobs', 'Failed jobs']) {
    const box = page.getByRole('list', { name }).locator('..')
    await expect(box).toHaveCSS('max-height', '384px')
    expect(
      await box.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
    ).toBeGreaterThan(500)
  }
})

test('no hidden text says what a row says', async ({ page }) => {
  const { running, waiting, failed } = writeOneOfEach()
  await openMonitor(page)
  await expect(jobRowOf(page, running.id)).toBeVisible()
  await expect(jobRowOf(page, failed.id)).toHaveCount(1)
  const words = [
    'Started by',
    'Waiting',
    'Running',
    'Export from Locust',
    'Import to SMPW Dashboard',
  ]
  for (const word of words) await expect(page.getByText(word).first(), word).toBeVisible()
  await expect(page.getByText('Failed').first()).toHaveText(/^Failed/)
  await expect(page.getByText('Circuit report').first()).not.toHaveRole('option')
  await expect(jobRowOf(page, waiting.id)).toContainText('Import to SMPW Dashboard')
})

test('loading, then an error, then the list', async ({ page }) => {
  writeOneOfEach()
  let answer: 'never' | 'error' | 'jobs' = 'never'
  await page.route('**/api/jobs?*', async (route) => {
    if (answer === 'never') await new Promise(() => {})
    if (answer === 'error') await route.fulfill({ status: 503, json: { message: 'Not ready.' } })
    else await route.continue()
  })
  await openMonitor(page)
  await expect(page.getByText('Loading jobs...')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  answer = 'error'
  await page.reload()
  await expect(page.getByText('The jobs could not be loaded')).toBeVisible()
  await expect(page.getByText('Not ready.')).toBeVisible()
  await takeScreenshots(page, 'monitor')('error')
  await expectAccessibleAtEachWidth(page)
  await tryAgain(page, page.getByRole('button', { name: 'Try again' }), {
    call: '**/api/jobs?*',
    mend: () => {
      answer = 'jobs'
    },
  })
  await expect(jobRows(page).first()).toBeVisible()
  answer = 'error'
  await expect(page.getByText('This list may be old: Not ready.')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await expect(jobRows(page).first()).toBeVisible()
})

test('a report job that made some reports retries the failed only', async ({ page }) => {
  const partly = failedRow({ type: 'circuit-report', targets: ['NY-1', 'NY-2'], reports: oneOfTwo })
  writeJobs(dashboard.dataDir, [partly])
  await openMonitor(page)
  const asked = page.waitForRequest(`**/api/jobs/${partly.id}/retry`)
  await jobRowOf(page, partly.id).getByRole('button', { name: 'Retry failed only' }).click()
  expect((await asked).postDataJSON()).toEqual({ failedOnly: true })
  await expect(page.getByText('Job Retried', { exact: true })).toBeVisible()
})

onEachScreen(() => {
  test('all jobs are cancelled and the completed ones cleared, each at one press', async ({
    page,
  }) => {
    const { done } = writeOneOfEach()
    await openMonitor(page)
    await page.getByRole('button', { name: 'Cancel All Jobs' }).click()
    await expectToast(page, 'Jobs Cancelled', 'Cancelled 3 jobs.')
    await expect(page.getByText('Live', { exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Cancel All Jobs' })).toHaveCount(0)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Clear Completed' }).click()
    await expectToast(page, 'Jobs Cleared', 'Cleared 1 completed job.')
    await expect(jobRowOf(page, done.id)).toHaveCount(0)
    await expect(jobRows(page)).not.toHaveCount(0)
  })
})

test('Refresh Status says what it found', async ({ page }) => {
  await openMonitor(page)
  const refresh = page.getByRole('button', { name: 'Refresh Status' })
  await refresh.click()
  await expectToast(page, 'Status Refresh Complete', 'All jobs are already up to date.')
  const answers = [
    { status: 200, json: { success: true, message: '', updated: 2 }, says: 'refreshed 2 job(s)' },
    {
      status: 200,
      json: { success: false, message: 'No answer.', updated: 0 },
      says: 'No answer.',
    },
  ]
  for (const { says, ...answer } of answers) {
    await page.route('**/api/jobs/sync-github', (route) => route.fulfill(answer))
    await refresh.click()
    await expectToast(page, 'Status Refresh Complete', says)
  }
})

test('each refusal has its own title and the reason of the server', async ({ page }) => {
  const { running, failed } = writeOneOfEach()
  await openMonitor(page)
  await page.route(/\/api\/jobs\/.+/, (route) =>
    route.fulfill({ status: 409, json: { message: 'Not now.' } }),
  )
  await jobRowOf(page, running.id).getByRole('button', { name: 'Cancel Job' }).click()
  await expectToast(page, 'Cancel Failed', 'Not now.')
  await page.getByRole('button', { name: 'Refresh Status' }).click()
  await expectToast(page, 'Refresh Failed', 'Not now.')
  await page.getByRole('button', { name: 'Cancel All Jobs' }).click()
  await expectToast(page, 'Cancel All Failed', 'Not now.')
  await page.getByRole('button', { name: 'Clear Completed' }).click()
  await expectToast(page, 'Clear Failed', 'Not now.')
  await jobRowOf(page, failed.id).getByRole('button', { name: 'Retry' }).click()
  await expectToast(page, 'Retry Failed', 'Not now.')
  await expectAccessibleAtEachWidth(page)
})

test('the end of a job is shown in the row, announced, and removed from the tab', async ({
  page,
}) => {
  const { report } = writeOneOfEach()
  await openMonitor(page)
  await expect(jobRowOf(page, report.id)).toContainText('Running')
  await expect(page).toHaveTitle('2 jobs running · Monitor · SMPW Dashboard')
  changeJob(dashboard.dataDir, report.id, {
    status: 'completed',
    progress: 100,
    completedAt: minutesAgo(0),
    elapsedTime: '2m 5s',
  })
  await expect(jobRowOf(page, report.id)).toContainText('Completed')
  await expect(page.getByRole('status').filter({ hasText: 'NY-1' })).toHaveText(
    'Circuit report for NY-1, NY-2 and 38 more completed. Ready to download on the Reports page.',
  )
  await expect(page).toHaveTitle('1 job running · Monitor · SMPW Dashboard')
  await page.goto(`${dashboard.url}/profile`)
  await expect(page).toHaveTitle('1 job running · Profile · SMPW Dashboard')
})

test('a failure of the workflow system’s sync is shown above the list', async ({ page }) => {
  writeOneOfEach()
  const message = 'The jobs could not be refreshed: GitHub refuses the token.'
  await page.route('**/api/jobs/sync', (route) =>
    route.fulfill({ json: { success: false, message, updated: 0 } }),
  )
  await openMonitor(page)
  await expect(page.getByText(message)).toBeVisible()
  await expectAccessibleAtEachWidth(page)
})
