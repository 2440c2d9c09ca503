import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, widths } from '../accessibility.ts'
import { type Dashboard, startDashboard } from '../dashboard.ts'
import { measureInteractions } from '../interaction-time.ts'
import {
  changeJob,
  deleteAllJobs,
  failedRow,
  jobRow,
  runningRow,
  waitingRow,
  writeJobs,
} from '../job-rows.ts'
import { openSignedIn } from '../sign-in.ts'

/** The job details dialog (spec §2, §7): facts, what went wrong, the log. */

let dashboard: Dashboard

test.beforeAll(async () => {
  dashboard = await startDashboard()
})

test.afterAll(async () => {
  await dashboard.stop()
})

test.beforeEach(() => deleteAllJobs(dashboard.dataDir))

const manyTargets = Array.from({ length: 40 }, (_, index) => `NY-${index + 1}`)
const logOf = (lines: number) =>
  Array.from({ length: lines }, (_, index) => `Line ${index + 1}: ${index * 7} volunteers\n`).join(
    '',
  )

const openDetails = (page: Page, id: string) =>
  openSignedIn(page, dashboard, `/dashboard/monitor?job=${id}`)
const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Job Details/ })
const logBox = (page: Page) => page.getByRole('region', { name: 'Log', exact: true })
const distanceFromEnd = (page: Page) =>
  logBox(page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)

/** The value under a label of the facts. */
const fact = (page: Page, label: string) =>
  dialogOf(page)
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .getByRole('definition')

for (const width of widths) {
  test(`a running report job (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const job = runningRow({
      type: 'circuit-report',
      targets: manyTargets,
      logs: logOf(12),
      githubRunId: '17',
      githubRunUrl: 'https://github.example/acme/dashboard/actions/runs/17',
    })
    writeJobs(dashboard.dataDir, [job])
    await openDetails(page, job.id)
    const dialog = dialogOf(page)
    await expect(dialog).toHaveAccessibleName(`Job Details ${job.id.slice(-8)}`)
    await expect(dialog.getByText('Making report 7 of 40: NY-10')).toBeVisible()
    await expect(fact(page, 'Status')).toHaveText('Running')
    await expect(fact(page, 'Progress')).toHaveText('15%')
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
  })

  test(`a report job that failed in part (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const job = failedRow({
      type: 'congregation-report',
      targets: ['Astoria', 'The Congregation of a Name of Eighty Characters, as Some Have, North'],
      progress: 50,
      error: '1 of 2 reports failed: Astoria: It is no longer there.',
    })
    writeJobs(dashboard.dataDir, [job])
    await openDetails(page, job.id)
    await expect(dialogOf(page).getByRole('alert')).toHaveText(
      /^Error1 of 2 reports failed: Astoria: It is no longer there\.The reports made before/,
    )
    await expect(fact(page, 'Congregations')).toContainText('Processing 2 congregations')
    await expect(fact(page, 'Completed')).toHaveText(/ ETafter 2m 0s$/)
    await expect(dialogOf(page).getByText('Syncing with GitHub every 3s')).toHaveCount(0)
    await expectAccessible(page)
    const asked = page.waitForRequest(`**/api/jobs/${job.id}/retry`)
    await page.getByRole('button', { name: 'Retry failed only' }).click()
    expect((await asked).postDataJSON()).toEqual({ failedOnly: true })
    await expect(page.getByText('Job Retried', { exact: true })).toBeVisible()
    // The details go on with the job that tries again.
    await expect(dialogOf(page)).not.toHaveAccessibleName(`Job Details ${job.id.slice(-8)}`)
  })
}

test('a waiting job has not started and has no logs', async ({ page }) => {
  const running = runningRow()
  const waiting = waitingRow(running.id)
  writeJobs(dashboard.dataDir, [running, waiting])
  await openDetails(page, waiting.id)
  await expect(fact(page, 'Status')).toHaveText('Waiting')
  await expect(fact(page, 'Started')).toHaveText('Not started')
  await expect(fact(page, 'Target')).toHaveText('All volunteers')
  await expect(dialogOf(page).getByText('Starts when the export completes')).toBeVisible()
  await expect(dialogOf(page).getByText('No logs available')).toBeVisible()
  await expectAccessible(page)
  await dialogOf(page).getByRole('button', { name: 'Cancel Job' }).click()
  await expect(page.getByText('Job Cancelled', { exact: true })).toBeVisible()
  await expect(fact(page, 'Status')).toHaveText('Failed')
  await expect(dialogOf(page).getByRole('alert')).toContainText(/Cancelled by .*Retry it/)
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

test('a job that is no longer there, and one that cannot be loaded', async ({ page }) => {
  await openDetails(page, '00000000-0000-4000-8000-000000000000')
  await expect(dialogOf(page).getByText('This job is no longer there')).toBeVisible()
  await expectAccessible(page)
  let isAway = true
  await page.route(/\/api\/jobs\/0000/, (route) =>
    isAway ? route.fulfill({ status: 503, json: { message: 'Not ready.' } }) : route.continue(),
  )
  await page.reload()
  await expect(dialogOf(page).getByText('The job could not be loaded')).toBeVisible()
  await expect(dialogOf(page).getByText('Not ready.')).toBeVisible()
  await expectAccessible(page)
  isAway = false
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(dialogOf(page).getByText('This job is no longer there')).toBeVisible()
})

test('an active job is synced every 3 s, by a plain look where that fails, until it ends', async ({
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
  await openDetails(page, job.id)
  const sync = `POST /api/jobs/${job.id}/sync`
  const plain = `GET /api/jobs/${job.id}`
  await expect
    .poll(() => asked.filter((call) => call === sync).length, { timeout: 30_000 })
    .toBeGreaterThan(2)
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

test('the log follows its end within 50 px, as long as auto-scroll is on', async ({ page }) => {
  const job = runningRow({ logs: logOf(200) })
  writeJobs(dashboard.dataDir, [job])
  await openDetails(page, job.id)
  await expect(logBox(page).getByText('Line 200:')).toBeVisible()
  const grow = async (lines: number) => {
    changeJob(dashboard.dataDir, job.id, { logs: logOf(lines) })
    await expect(dialogOf(page).getByText(`${lines} lines`)).toBeVisible()
  }
  await grow(260)
  await expect(logBox(page).getByText('Line 260:')).toBeVisible()
  expect(await distanceFromEnd(page)).toBeLessThanOrEqual(1)

  await logBox(page).hover()
  await page.mouse.wheel(0, -40)
  await grow(270)
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)

  await page.mouse.wheel(0, -400)
  await expect.poll(() => distanceFromEnd(page)).toBeGreaterThan(300)
  await grow(280)
  expect(await distanceFromEnd(page)).toBeGreaterThan(300)

  await page.getByRole('button', { name: 'Auto-scroll: ON' }).click()
  await page.getByRole('button', { name: 'Auto-scroll: OFF' }).click()
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
  await page.getByRole('button', { name: 'Auto-scroll: ON' }).click()
  await grow(300)
  await expect(logBox(page).getByText('Line 300:')).toHaveCount(0)
})

test('the log is searched, copied and downloaded', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const job = jobRow({ logs: logOf(300) })
  writeJobs(dashboard.dataDir, [job])
  await openDetails(page, job.id)
  await expect(logBox(page).getByText('Line 1: 0 volunteers')).toBeVisible()
  await expect(dialogOf(page).getByText('300 lines')).toBeVisible()

  await page.keyboard.press('Control+f')
  await expect(page.getByRole('searchbox', { name: 'Find in log' })).toBeFocused()
  await page.keyboard.type('LINE 29')
  await expect(dialogOf(page).getByText('1 of 11')).toBeVisible()
  await expect(logBox(page).locator('mark').first()).toHaveText('Line 29')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByText('2 of 11')).toBeVisible()
  await expect(logBox(page).getByText('Line 290:')).toBeInViewport()
  await expectAccessible(page)
  await page.keyboard.press('Shift+Enter')
  await page.getByRole('button', { name: 'Previous match' }).click()
  await expect(dialogOf(page).getByText('11 of 11')).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await page.getByRole('searchbox', { name: 'Find in log' }).fill('nowhere')
  await expect(dialogOf(page).getByText('No match')).toBeVisible()

  await page.getByRole('button', { name: 'Copy log' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Log copied' })).toHaveCount(1)
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(logOf(300))
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download log' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe(`export-${job.id.slice(-8)}.log`)
  expect(await readFile(await download.path(), 'utf8')).toBe(logOf(300))
})

test('100 jobs of 40 targets and a log of a megabyte stay smooth', async ({ page }) => {
  const crowd = Array.from({ length: 99 }, () =>
    jobRow({ type: 'circuit-report', targets: manyTargets }),
  )
  const big = runningRow({ targets: manyTargets, type: 'circuit-report', logs: logOf(36_000) })
  expect(big.logs?.length).toBeGreaterThan(1_000_000)
  writeJobs(dashboard.dataDir, [...crowd, big])
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  const list = page.getByRole('list', { name: 'Jobs' })
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '100')
  expect(await list.getByRole('listitem').count()).toBeLessThan(25)

  const longest = await measureInteractions(page)
  /** The quickest of three times, since the machine does other things as well. */
  const expectSmooth = async (what: string, ...turns: (() => Promise<unknown>)[]) => {
    const times: number[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      for (const interact of turns) await interact()
      times.push(await longest())
    }
    expect(Math.min(...times), what).toBeLessThan(200)
  }
  const find = page.getByRole('searchbox', { name: 'Find in log' })
  const open = async () => {
    await list.getByRole('button', { name: 'View Details' }).first().click()
    await expect(logBox(page).getByText('Line 36000:')).toBeVisible()
  }
  const close = async () => {
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
  }
  await expectSmooth('opening and closing', open, close)
  await open()
  await expectSmooth(
    'finding',
    () => find.fill(''),
    () => find.pressSequentially('line 12', { delay: 80 }),
  )
  await expect(dialogOf(page).getByText(/^1 of [\d,]+$/)).toBeVisible()
  await expectSmooth('the next match', () => page.keyboard.press('Enter'))
  await logBox(page).hover()
  await expectSmooth('scrolling the log', () => page.mouse.wheel(0, 5_000))
  await find.fill('')
  await close()
  await list.hover()
  await expectSmooth('scrolling the list', () => page.mouse.wheel(0, 1_000))
})
