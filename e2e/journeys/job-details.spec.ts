import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { dialogOf, logOf, openDetails } from '../job-dialog.ts'
import {
  changeJob,
  deleteAllJobs,
  failedRow,
  runningRow,
  waitingRow,
  writeJobs,
} from '../job-rows.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The job details dialog (docs/behavior.md#job-details): facts and failures; the log is tested in job-log.spec.ts. */

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

test('a report job that stopped before its first report, and the last one made', async ({
  page,
}) => {
  // An older server sends no count of reports.
  const job = failedRow({
    type: 'circuit-report',
    targets: manyTargets,
    progress: 50,
    step: 'Making report 21 of 40: NY-21',
    error: 'Making reports stopped at 21 of 40: NY-21: The disk is full',
  })
  writeJobs(dashboard.dataDir, [job])
  await openDetails(page, dashboard, job.id)
  const alert = dialogOf(page).getByRole('alert')
  await expect(alert).toContainText('The disk is full')
  await expect(alert).toContainText('Retry it; if it fails again, the log below says where.')
  await expect(alert).not.toContainText('Download Center')
  const retry = dialogOf(page).getByRole('button', { name: /^Retry/ })
  await expect(retry).toHaveText('Retry')
  await expectAccessibleAtEachWidth(page)

  changeJob(dashboard.dataDir, job.id, { reports: { made: 40, total: 40 } })
  await page.reload()
  await expect(alert).toContainText('Its reports have all been made')
  await expect(retry).toHaveText('Retry')
})

test('an import whose export was cancelled names who did that', async ({ page }) => {
  const job = failedRow({
    type: 'import',
    error: 'The export it depends on failed',
    failureKind: 'dependency',
    cancelledBy: 'Grace Hopper',
  })
  writeJobs(dashboard.dataDir, [job])
  await openDetails(page, dashboard, job.id)
  await expect(fact(page, 'Status')).toHaveText('FailedCancelled by Grace Hopper')
  await expect(dialogOf(page).getByRole('alert')).toHaveCount(0)
  await expect(dialogOf(page).getByRole('note')).toContainText(
    'Cancelled together with the export it waited for, by Grace Hopper',
  )
  await expect(dialogOf(page).getByRole('note')).toContainText('Run the sync again to start both.')
})

test('everything about a job stands in the order of the specification', async ({ page }) => {
  const failed = failedRow({
    type: 'circuit-report',
    targets: manyTargets,
    githubRunId: '17',
    githubRunUrl: 'https://github.example/acme/dashboard/actions/runs/17',
  })
  const running = runningRow()
  writeJobs(dashboard.dataDir, [failed, running])
  const labels = (page: Page) => dialogOf(page).locator('dt, h3, [role=alert] p.font-semibold, pre')
  await openDetails(page, dashboard, failed.id)
  await expect(labels(page)).toHaveText([
    ...['Status', 'Progress', 'Started', 'Completed', 'Started by', 'Circuits'],
    ...['Error', 'Logs', failed.logs ?? ''],
  ])
  await page.goto(`${dashboard.url}/dashboard/monitor?job=${running.id}`)
  await expect(labels(page)).toHaveText([
    ...['Status', 'Progress', 'Started', 'Elapsed Time', 'Started by', 'Target'],
    ...['Logs', running.logs ?? ''],
  ])
})

test('an import that the guard has stopped leads to what it would have changed', async ({
  page,
}) => {
  const stopped = failedRow({ type: 'import', failureKind: 'guard', importId: 'some-import' })
  writeJobs(dashboard.dataDir, [stopped])
  await openDetails(page, dashboard, stopped.id)
  await expect(dialogOf(page)).toContainText('an administrator can confirm it there')
  await dialogOf(page).getByRole('link', { name: 'Open its page' }).click()
  await expect(page).toHaveURL(/\/dashboard\/sync\/imports\/some-import$/)
})

test('a waiting job has not started and has no logs', async ({ page }) => {
  const running = runningRow()
  const waiting = waitingRow(running.id)
  writeJobs(dashboard.dataDir, [running, waiting])
  await openDetails(page, dashboard, waiting.id)
  await expect(fact(page, 'Status')).toHaveText('Waiting')
  await expect(fact(page, 'Started')).toHaveText('Not started')
  await expect(fact(page, 'Target')).toHaveText('All volunteers')
  await expect(dialogOf(page).getByText('Starts when the export completes')).toBeVisible()
  await expect(dialogOf(page).getByText('No logs available')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await dialogOf(page).getByRole('button', { name: 'Cancel Job' }).click()
  await expect(page.getByText('Job Cancelled', { exact: true })).toBeVisible()
  await expect(fact(page, 'Status')).toHaveText(/^FailedCancelled by \w+/)
  await expect(dialogOf(page).getByRole('note')).toContainText(/ErrorCancelled by .*Retry it/)
  await expectAccessibleAtEachWidth(page)
})

test('opened, closed and left by keyboard, by Back and by dismissing', async ({ page }) => {
  const job = failedRow()
  writeJobs(dashboard.dataDir, [job])
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  const open = page.getByRole('button', { name: 'View Details' })
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toBeVisible()
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

test('a job that is still on its way', async ({ page }) => {
  const job = runningRow()
  writeJobs(dashboard.dataDir, [job])
  await page.route(`**/api/jobs/${job.id}**`, () => undefined)
  await openDetails(page, dashboard, job.id)
  await expect(fact(page, 'Status')).toHaveText('Running')
  await expect(dialogOf(page).getByText('No logs available')).toHaveCount(0)
  await expectAccessibleAtEachWidth(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a log that cannot be loaded says so, and is loaded at the next try', async ({ page }) => {
  const job = failedRow()
  writeJobs(dashboard.dataDir, [job])
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  const address = `**/api/jobs/${job.id}`
  await page.route(address, (route) => route.abort())
  await page.getByRole('button', { name: 'View Details' }).click()
  await expect(dialogOf(page).getByText('Failed to fetch job')).toBeVisible()
  await expect(dialogOf(page).getByText('No logs available')).toHaveCount(0)
  await expectAccessibleAtEachWidth(page)
  await page.unroute(address)
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(dialogOf(page).getByRole('region', { name: 'Logs' })).toBeVisible()
  await expect(dialogOf(page).getByText('Failed to fetch job')).toHaveCount(0)
})

test('a job that is no longer there, and one that cannot be loaded', async ({ page }) => {
  await openDetails(page, dashboard, '00000000-0000-4000-8000-000000000000')
  await expect(dialogOf(page).getByText('This job is no longer there')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  let isFailing = true
  await page.route(/\/api\/jobs\/0000/, (route) =>
    isFailing ? route.fulfill({ status: 503, json: { message: 'Not ready.' } }) : route.continue(),
  )
  await page.reload()
  await expect(dialogOf(page).getByText('Failed to fetch job')).toBeVisible()
  await expect(dialogOf(page).getByText('Not ready.')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  isFailing = false
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(dialogOf(page).getByText('This job is no longer there')).toBeVisible()
})

test('an active job is synced every 3 s, by a plain read where that fails, until it ends', async ({
  page,
}) => {
  const job = runningRow()
  writeJobs(dashboard.dataDir, [job])
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith(`/api/jobs/${job.id}`)) asked.push(`${request.method()} ${pathname}`)
  })
  let isFailing = false
  await page.route(`**/api/jobs/${job.id}/sync`, (route) =>
    isFailing ? route.fulfill({ status: 502, json: { message: 'Away.' } }) : route.continue(),
  )
  await openDetails(page, dashboard, job.id)
  const sync = `POST /api/jobs/${job.id}/sync`
  const plain = `GET /api/jobs/${job.id}`
  await expect.poll(() => asked.filter((call) => call === sync).length).toBeGreaterThan(2)
  isFailing = true
  changeJob(dashboard.dataDir, job.id, { progress: 60, step: 'Making report 24 of 40: NY-24' })
  await expect(dialogOf(page).getByText('Making report 24 of 40: NY-24')).toBeVisible()
  expect(asked).toContain(plain)
  isFailing = false
  changeJob(dashboard.dataDir, job.id, { status: 'completed', progress: 100, step: null })
  await expect(fact(page, 'Status')).toHaveText('Completed')
  const calls = asked.length
  await page.waitForTimeout(4_000)
  expect(asked.length).toBe(calls)
})
