import type { MonitoringStatus } from '@dashboard/contract/monitoring'
import { getMonitoringStatus } from '@dashboard/contract/monitoring'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { signInByApi } from '../api-client.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'
import { tryAgain } from '../try-again.ts'

/** The monitoring controls: status in every state, manual sync, auto-sync. */

const dashboard = ownDashboard()

const open = (page: Page) => openSignedIn(page, dashboard, '/admin/monitoring')
const toast = (page: Page, title: string) => page.getByText(title, { exact: true })
const figure = (page: Page, name: string) =>
  page.getByText(name, { exact: true }).locator('xpath=following-sibling::dd')

const quiet: MonitoringStatus = {
  isMonitoring: true,
  activeUsers: 0,
  currentInterval: 300_000,
  monitoringJobs: 0,
  hasActiveUsers: false,
  autoSyncEnabled: false,
  engine: 'local',
  backup: { lastAt: null, ageSeconds: null, hasFailed: false },
}

async function answerStatus(page: Page, status: Partial<MonitoringStatus>) {
  await page.unroute('**/api/monitoring/status')
  await page.route('**/api/monitoring/status', (route) =>
    route.fulfill({ json: { ...quiet, ...status } }),
  )
}

onEachScreen(() => {
  test('shows the status and explains itself', async ({ page }) => {
    await open(page)
    await expect(figure(page, 'Monitoring')).toHaveText('Active')
    await expect(figure(page, 'Interval')).toHaveText(/^\d+ (s|min)$/)
    await expect(figure(page, 'Active Jobs')).toHaveText('0')
    const note = page.getByRole('region', { name: 'Smart Monitoring' })
    await expect(note).toContainText('Fast polling (5 s)')
    await expect(note).toContainText('Slow polling (2-5 min)')
    await expect(note).toContainText('Auto-Sync is off by default')
    await expectAccessible(page)
    await takeScreenshots(page, 'monitoring')('controls')
  })

  test('banner and figures follow the status', async ({ page }) => {
    await answerStatus(page, { isMonitoring: false, currentInterval: 0 })
    await open(page)
    await expect(figure(page, 'Monitoring')).toHaveText('Stopped')
    await expect(figure(page, 'Interval')).toHaveText('N/A')
    await expect(page.getByText('Background monitoring mode', { exact: true })).toBeVisible()
    await expect(page.getByText('Reduced polling to save resources')).toBeVisible()
    await expectAccessible(page)

    await answerStatus(page, {
      hasActiveUsers: true,
      activeUsers: 12,
      currentInterval: 5_000,
      monitoringJobs: 140,
    })
    // The next poll returns it.
    await expect(page.getByText('Intensive monitoring active (12 users)')).toBeVisible()
    await expect(page.getByText('Fast polling enabled for real-time updates')).toBeVisible()
    await expect(figure(page, 'Active Users')).toHaveText('12')
    await expect(figure(page, 'Interval')).toHaveText('5 s')
    await expect(figure(page, 'Active Jobs')).toHaveText('140')
    await expectAccessible(page)
  })

  test('loading, failed and mended', async ({ page }) => {
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/monitoring/status', async (route) => {
      await isAnswered
      await route.fulfill({ status: 503, json: { message: 'The database is busy.' } })
    })
    await open(page)
    await expect(page.getByRole('switch', { name: 'Auto-Sync' })).toBeDisabled()
    await expect(figure(page, 'Active Jobs')).toHaveText('')
    await expectAccessible(page)
    answer()
    await expect(page.getByText('The database is busy.')).toBeVisible()
    await expectAccessible(page)
    await tryAgain(page, page.getByRole('button', { name: 'Try again' }), {
      call: '**/api/monitoring/status',
      mend: () => page.unroute('**/api/monitoring/status'),
    })
    await expect(figure(page, 'Monitoring')).toHaveText('Active')
  })
})

test('asks for the status every 10 s, and says when that fails', async ({ page }) => {
  const askedAtMs: number[] = []
  await page.route('**/api/monitoring/status', async (route) => {
    askedAtMs.push(Date.now())
    await route.continue()
  })
  await open(page)
  await expect.poll(() => askedAtMs.length).toBe(2)
  const [first = 0, second = 0] = askedAtMs
  expect(second - first).toBeGreaterThan(9_000)
  await page.unroute('**/api/monitoring/status')
  await page.route('**/api/monitoring/status', (route) => route.fulfill({ status: 500 }))
  await expect(page.getByText('asked for again every 10 seconds')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await expect(figure(page, 'Monitoring')).toHaveText('Active')
})

test('Sync Now refreshes jobs and status', async ({ page }) => {
  await open(page)
  await expect(figure(page, 'Monitoring')).toHaveText('Active')
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/jobs/sync-github', async (route) => {
    await isAnswered
    await route.continue()
  })
  await page.getByRole('button', { name: 'Sync Now' }).click()
  await expect(page.getByRole('button', { name: 'Syncing...' })).toBeDisabled()
  await expectAccessibleAtEachWidth(page)
  const jobs = page.waitForRequest(/\/api\/jobs\?limit=100$/)
  const status = page.waitForRequest('**/api/monitoring/status')
  answer()
  await Promise.all([jobs, status])
  await expect(toast(page, 'Status Refresh Complete')).toBeVisible()
  await expect(page.getByText('All jobs are already up to date.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sync Now' })).toBeEnabled()
})

test('Sync Now says how many jobs changed, and why it failed', async ({ page }) => {
  await open(page)
  const sync = page.getByRole('button', { name: 'Sync Now' })
  const answers = [
    { json: { success: true, message: '', updated: 3 } },
    { json: { success: false, message: 'GitHub refused the token.', updated: 0 } },
    { status: 500, json: {} },
  ]
  const texts = [
    ['Status Refresh Complete', /^refreshed 3 job\(s\)$/],
    ['Status Refresh Complete', /GitHub refused the token\./],
    ['Sync failed', /Internal Server Error/],
  ] as const
  for (const [index, answer] of answers.entries()) {
    await page.unroute('**/api/jobs/sync-github')
    await page.route('**/api/jobs/sync-github', (route) => route.fulfill(answer))
    await sync.click()
    const [title, text] = texts[index] ?? ['', '']
    await expect(page.getByText(text).first()).toBeVisible()
    await expect(toast(page, title)).toBeVisible()
    await expect(sync).toBeEnabled()
  }
})

test('Auto-Sync is off, warns, and is kept once switched on; a line says what it does here', async ({
  page,
}) => {
  await open(page)
  await expect(page.getByText('nothing outside can start any')).toBeVisible()
  await expect(page.getByText('It does not fetch volunteers')).toBeVisible()
  await expect(page.getByText(/GitHub|preflight|[A-Z]+_[A-Z]+/i)).toHaveCount(0)
  const autoSync = page.getByRole('switch', { name: 'Auto-Sync' })
  await expect(autoSync).toBeEnabled()
  await expect(autoSync).not.toBeChecked()
  await expect(page.getByText('may create unexpected jobs from external workflows')).toBeVisible()

  await page.route('**/api/monitoring/auto-sync', (route) => route.fulfill({ status: 500 }))
  await autoSync.click()
  await expect(toast(page, 'Update Failed')).toBeVisible()
  await expect(autoSync).not.toBeChecked()
  await page.unroute('**/api/monitoring/auto-sync')

  await autoSync.focus()
  await page.keyboard.press('Space')
  await expect(toast(page, 'Auto-Sync Updated')).toBeVisible()
  await expect(autoSync).toBeChecked()
  await expectAccessibleAtEachWidth(page)
  const api = await signInByApi(dashboard)
  expect((await api.call(getMonitoringStatus)).body.autoSyncEnabled).toBe(true)
  await page.reload()
  await expect(autoSync).toBeChecked()
})

test('with GitHub no line speaks of this machine', async ({ page }) => {
  await answerStatus(page, { engine: 'github' })
  await open(page)
  await expect(page.getByRole('switch', { name: 'Auto-Sync' })).toBeEnabled()
  await expect(page.getByText('may create unexpected jobs from external workflows')).toBeVisible()
  await expect(page.getByText('nothing outside can start any')).toHaveCount(0)
})
