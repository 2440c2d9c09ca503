import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { jobRowOf, jobRows } from '../job-list.ts'
import {
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
 * The monitor as people see it (docs/behavior.md#monitor-page). What its list says and its buttons do is in
 * web/test/pages/monitor.page.test.tsx, the details in job-details.spec.ts.
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
    await page.getByRole('button', { name: 'Cancel All Jobs' }).click()
    await expectToast(page, 'Jobs Cancelled', 'Cancelled 3 jobs.')
    await expect(page.getByText('Live', { exact: true })).toHaveCount(0)
    await expectAccessible(page)
  })
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
  await page.route(/\/api\/jobs\/.+/, (route) =>
    route.fulfill({ status: 409, json: { message: 'Not now.' } }),
  )
  await page.getByRole('button', { name: 'Refresh Status' }).click()
  await expectToast(page, 'Refresh Failed', 'Not now.')
  await expectAccessibleAtEachWidth(page)
})
