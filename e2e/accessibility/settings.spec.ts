import { createUser, login } from '@dashboard/contract/accounts'
import { saveNoticeChoices } from '@dashboard/contract/notices'
import { getSystem } from '@dashboard/contract/system'
import { expect, type Page } from '@playwright/test'
import { expectStateAccessible } from '../accessibility.ts'
import { signInByApi } from '../api-client.ts'
import { holdAnswer } from '../held-answer.ts'
import { goInApp } from '../in-app.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The settings, but for users and the brand. */

const dashboard = ownDashboard(
  {
    PUBLIC_URL: 'https://dashboard.example.org',
    // Nothing answers at these addresses.
    SMTP_URL: 'smtp://127.0.0.1:9',
    SMTP_FROM: 'dashboard@example.org',
    LOCUST_URL: 'http://127.0.0.1:9/export',
  },
  { synced: 'sample' },
)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const statusCall = '**/api/monitoring/status'

/** Changes the server's status on its way to the page. */
async function changeStatus(page: Page, status: object): Promise<void> {
  await page.unroute(statusCall)
  await page.route(statusCall, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...status } })
  })
}

test('the index, and the monitoring controls', async ({ page }) => {
  const picture = takeScreenshots(page, 'monitoring')
  const status = await holdAnswer(page, statusCall)
  await openSignedIn(page, dashboard, '/admin')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expectStateAccessible(page, 'the index')
  await takeScreenshots(page, 'settings')('index')
  await goInApp(page, '/admin/monitoring')
  const autoSync = page.getByRole('switch', { name: 'Auto-Sync' })
  await expect(autoSync).toBeDisabled()
  await expectStateAccessible(page, 'while the status is loading')
  status.refuse()
  await expect(page.getByText('The database is busy. Try again.')).toBeVisible()
  await status.release()
  await changeStatus(page, { hasActiveUsers: true, activeUsers: 12, currentInterval: 5_000 })
  await page.reload()
  await expect(page.getByText('Intensive monitoring active (12 users)')).toBeVisible()
  await expectStateAccessible(page, 'watched by users')
  await picture('controls')
  await page.route('**/api/jobs/sync-github', () => undefined)
  await button(page, 'Sync Now').click()
  await expect(button(page, 'Syncing...')).toBeDisabled()
  await autoSync.press('Space')
  await expect(page.getByText('Auto-Sync Updated', { exact: true })).toBeVisible()
  await expectStateAccessible(page, 'syncing, with the other Auto-Sync')
  await page.unroute('**/api/jobs/sync-github')

  const idle = { isMonitoring: false, hasActiveUsers: false, activeUsers: 0, currentInterval: 0 }
  await changeStatus(page, idle)
  await page.reload()
  await expect(page.getByText('Background monitoring mode')).toBeVisible()
  const checks = page.getByRole('region', { name: 'System check' })
  await button(page, 'Run Checks').click()
  await expect(page.getByText(/of \d checks found/)).toBeAttached()
  const choices = { emailAddress: 'ada@example.org', topics: [] }
  await (await signInByApi(dashboard)).call(saveNoticeChoices, { body: choices })
  await button(page, 'Send a Test: E-mail').click()
  await expect(page.getByText('Test Failed', { exact: true })).toBeVisible()
  await expectStateAccessible(page, 'idle, after checks and a message that failed')
  await picture('preflight')
  await takeScreenshots(page, 'notices')('channels')
  await page.unroute(statusCall)
  ;(await holdAnswer(page, /\/api\/monitoring\/(status|preflight)/)).refuse()
  await button(page, 'Sync Now').click()
  await expect(page.getByText('asked for again every 10 seconds')).toBeVisible()
  await checks.getByRole('button').click()
  await expect(page.getByText('Check Failed', { exact: true })).toBeVisible()
  await expectStateAccessible(page, 'the status may be old, and the checks did not run')
})

test('the system', async ({ page }) => {
  const picture = takeScreenshots(page, 'system')
  await openSignedIn(page, dashboard, '/admin/system')
  await expect(page.getByRole('region', { name: 'Data' })).toContainText('Last import: ')
  await expectStateAccessible(page, 'well')
  await picture('well')
  const { body } = await (await signInByApi(dashboard)).call(getSystem)
  const since = new Date(Date.now() - 3 * 3_600_000).toISOString()
  const wrong = {
    problems: ['The disk of the server is almost full: about 100 MiB are left.'],
    jobs: {
      active: [{ type: 'circuit-report', status: 'queued', jobs: 3, since }],
      failedLastDay: [{ type: 'import', kind: 'other', jobs: 2 }],
      triesLostLastDay: 5,
      longestWaitSeconds: 90,
    },
    github: { requestsLeft: 120 },
    backup: { lastAt: since, ageSeconds: null, hasFailed: true, isScheduled: true },
    channels: [
      { channel: 'email', waiting: 4, failure: { message: 'The server refused.', at: since } },
    ],
  }
  await page.route('**/api/system', (route) => route.fulfill({ json: { ...body, ...wrong } }))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('almost full')
  await expectStateAccessible(page, 'with problems')
  await picture('problems')
})

test('the audit log', async ({ page }) => {
  const picture = takeScreenshots(page, 'audit')
  const { call } = await signInByApi(dashboard)
  const account = { username: 'eve', firstName: 'Eve', lastName: 'Novak', password: 'secret no 1' }
  await call(createUser, { body: account })
  await call(login, { body: { username: 'eve', password: 'a guess' } })
  await call(login, { body: { username: 'nobody-here', password: 'a guess' } })
  await openSignedIn(page, dashboard, '/admin/audit')
  await expect(page.getByText('Eve Novak (eve)').first()).toBeVisible()
  await expectStateAccessible(page, 'the entries')
  await picture('log')
  await page.getByLabel('Action').selectOption('Failed to sign in')
  await expect(page.getByText('2 entries', { exact: true })).toBeVisible()
  await picture('found')
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No entries match.')).toBeVisible()
  await expectStateAccessible(page, 'no entry matches')
})
