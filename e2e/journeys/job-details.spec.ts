import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { dialogOf, logOf, openDetails } from '../job-dialog.ts'
import { jobRowOf } from '../job-list.ts'
import { deleteAllJobs, failedRow, runningRow, waitingRow, writeJobs } from '../job-rows.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * The job details dialog as people see it (docs/behavior.md#job-details). What it says and its buttons do is in
 * web/test/pages/job-details.page.test.tsx, the log in job-log.spec.ts.
 */

const dashboard = ownDashboard()

test.beforeEach(() => deleteAllJobs(dashboard.dataDir))

const manyTargets = Array.from({ length: 40 }, (_, index) => `NY-${index + 1}`)
/** Finds the value beside a label of the facts. */
const fact = (page: Page, label: string) =>
  dialogOf(page)
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .getByRole('definition')

onEachScreen(() => {
  test('a running report job', async ({ page }) => {
    const job = runningRow({
      type: 'circuit-report',
      targets: manyTargets,
      logs: logOf(12),
      githubRunId: '17',
      githubRunUrl: 'https://github.example/acme/dashboard/actions/runs/17',
    })
    writeJobs(dashboard.dataDir, [job])
    await openDetails(page, dashboard, job.id)
    const dialog = dialogOf(page)
    await expect(dialog).toHaveAccessibleName(`Job Details ${job.id.slice(-8)}`)
    await expect(dialog.getByText('Making report 7 of 40: NY-10')).toBeVisible()
    await expect(fact(page, 'Status')).toHaveText('Running')
    await expect(fact(page, 'Progress')).toHaveText('15%Making report 7 of 40: NY-10')
    await expect(fact(page, 'Started')).toHaveText(/^\w{3} \d+, \d{4}, .* ET$/)
    await expect(fact(page, 'Elapsed Time')).toHaveText(/^2m \d+s$/)
    await expect(fact(page, 'Started by')).toHaveText('Ada Lovelace')
    await expect(fact(page, 'Circuits')).toContainText('Processing 40 circuits')
    await expect(dialog.getByText('Completed', { exact: true })).toHaveCount(0)
    await expect(dialog.getByText('Syncing with GitHub every 3s')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'View Workflow Details' })).toHaveAttribute(
      'target',
      '_blank',
    )
    await expectAccessible(page)
    await takeScreenshots(page, 'job-details')('running')
  })

  test('a report job that failed in part', async ({ page }) => {
    const job = failedRow({
      type: 'congregation-report',
      targets: ['Astoria', 'The Congregation of a Name of Eighty Characters, as Some Have, North'],
      progress: 50,
      error: '1 of 2 reports failed: Astoria: It is no longer there.',
      failureKind: 'other',
      reports: { made: 1, total: 2 },
    })
    writeJobs(dashboard.dataDir, [job])
    await openDetails(page, dashboard, job.id)
    await expect(dialogOf(page).getByRole('alert')).toHaveText(
      /^Error1 of 2 reports failed: Astoria: It is no longer there\.The reports made before/,
    )
    await expect(fact(page, 'Congregations')).toContainText('Processing 2 congregations')
    await expect(fact(page, 'Completed')).toHaveText(/ ETafter 2m 0s$/)
    await expect(dialogOf(page).getByText('Syncing with GitHub every 3s')).toHaveCount(0)
    await expectAccessible(page)
    await takeScreenshots(page, 'job-details')('failed')
    const asked = page.waitForRequest(`**/api/jobs/${job.id}/retry`)
    await page.getByRole('button', { name: 'Retry failed only' }).click()
    expect((await asked).postDataJSON()).toEqual({ failedOnly: true })
    await expect(page.getByText('Job Retried', { exact: true })).toBeVisible()
    // The details then show the job that retries.
    await expect(dialogOf(page)).not.toHaveAccessibleName(`Job Details ${job.id.slice(-8)}`)
  })
})

test('opened, closed and left by keyboard, by Back and by dismissing', async ({ page }) => {
  const job = failedRow()
  writeJobs(dashboard.dataDir, [job])
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  const open = page.getByRole('button', { name: 'View Details' })
  await open.focus()
  await page.keyboard.press('Enter')
  // A button in it would cover the title with its tooltip.
  await expect(dialogOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(open).toBeFocused()
  await expect(page).toHaveURL(/\/monitor$/)

  await page.getByRole('list', { name: 'Jobs' }).click({ position: { x: 300, y: 40 } })
  await expect(dialogOf(page)).toBeVisible()
  await page.goBack()
  await expect(dialogOf(page)).toHaveCount(0)

  await page.goForward()
  await dialogOf(page).getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('button', { name: 'Dismiss job' }).click()
  await expect(page.getByText('Job Dismissed', { exact: true })).toBeVisible()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page.getByText('No jobs found')).toBeVisible()
})

test('its other states', async ({ page }) => {
  const failed = failedRow()
  const running = runningRow()
  const waiting = waitingRow(running.id)
  writeJobs(dashboard.dataDir, [failed, running, waiting])
  await openDetails(page, dashboard, waiting.id)
  await expect(fact(page, 'Status')).toHaveText('Waiting')
  await expect(dialogOf(page).getByText('No logs available')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await dialogOf(page).getByRole('button', { name: 'Cancel Job' }).click()
  await expect(dialogOf(page).getByRole('note')).toContainText(/ErrorCancelled by .*Retry it/)
  await expectAccessibleAtEachWidth(page)

  const viewDetails = async (id: string) => {
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
    await jobRowOf(page, id).getByRole('button', { name: 'View Details' }).click()
  }
  await page.route(`**/api/jobs/${running.id}**`, () => undefined)
  await viewDetails(running.id)
  await expect(fact(page, 'Status')).toHaveText('Running')
  await expectAccessibleAtEachWidth(page)

  await page.route(`**/api/jobs/${failed.id}`, (route) => route.abort())
  await viewDetails(failed.id)
  await expect(dialogOf(page).getByText('Failed to fetch job')).toBeVisible()
  await expectAccessibleAtEachWidth(page)

  await openDetails(page, dashboard, '00000000-0000-4000-8000-000000000000')
  await expect(dialogOf(page).getByText('This job is no longer there')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await page.route(/\/api\/jobs\/0000/, (route) =>
    route.fulfill({ status: 503, json: { message: 'Not ready.' } }),
  )
  await page.reload()
  await expect(dialogOf(page).getByText('Not ready.')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
})
