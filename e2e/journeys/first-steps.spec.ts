import { startCircuitReport } from '@dashboard/contract/reports'
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { createAccountWith } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { changeJob, runningRow, writeJobs } from '../job-rows.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'
import { syncOnce } from '../synced-data.ts'

/** Guide through a new installation (docs/behavior.md#first-steps), and a job that ends while it is shown. */

const dashboard = ownDashboard()

test('first steps lead from an empty dashboard to a colleague, and go away', async ({ page }) => {
  const api = await signInByApi(dashboard)
  await openSignedIn(page, dashboard, '/dashboard/reports')
  const card = page.getByRole('region', { name: 'First steps' })
  await expect(page.getByRole('button', { name: 'Generate 0 Reports' })).toBeInViewport()
  await takeScreenshots(page, 'first-steps')('line')
  await page.getByRole('link', { name: 'First steps: 0 of 4 done' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(card.getByRole('listitem')).toHaveCount(4)
  await expect(card.getByRole('link', { name: 'Make the first report' })).toHaveCount(0)
  await expect(card.getByRole('link', { name: 'Bring your own sheet' })).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'first-steps')('empty')
  await card.getByRole('link', { name: 'Run the first sync' }).click()
  await expect(page).toHaveURL(/\/dashboard\/sync$/)

  await syncOnce(dashboard)
  await page.goto(`${dashboard.url}/dashboard`)
  await expect(card.getByText('(done)')).toHaveCount(2)
  await expect(card.getByRole('link', { name: 'Make the first report' })).toBeVisible()
  const { body } = await api.call(startCircuitReport, { body: { circuits: ['NY-1'] } })
  await api.waitForJob(body.jobId)
  const colleague = { username: 'mia', password: 'a long password', role: 'user' } as const
  await createAccountWith(api, colleague)
  await page.reload()
  const done = page.getByRole('region', { name: 'All set' })
  await expect(done.getByText('(done)')).toHaveCount(4)
  await expectAccessibleAtEachWidth(page)
  await done.getByRole('button', { name: 'Put away' }).click()
  await expect(done).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Availability' })).toBeVisible()
  await expect(done).toHaveCount(0)

  // Another browser starts from the present state.
  await openSignedIn(page, dashboard, '/dashboard/reports', colleague)
  await expect(page.getByRole('region', { name: 'Download Center' })).toBeVisible()
  await expect(done).toHaveCount(0)
})

onEachScreen(() => {
  test('what is added leaves Run and Generate in view, and waits for nothing', async ({ page }) => {
    await page.route('**/api/automation-status', () => undefined)
    await openSignedIn(page, dashboard, '/dashboard/sync')
    const run = page.getByRole('button', { name: 'Run', exact: true })
    await expect(run).toBeInViewport({ ratio: 1, timeout: 1_500 })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.reload()
    await expect(page.getByText('These volunteers are invented')).toBeVisible()
    await expect(run).toBeInViewport({ ratio: 1 })
    await page.goto(`${dashboard.url}/dashboard/reports`)
    await expect(page.getByText('These volunteers are invented')).toBeVisible()
    const generate = page.getByRole('button', { name: 'Generate 0 Reports' })
    await expect(generate).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Dismiss for today' }).click()
    await page.reload()
    await expect(generate).toBeVisible()
    await expect(page.getByText('These volunteers are invented')).toBeHidden()
  })
})

test('a job that ends in view settles; one that had ended does not', async ({ page }) => {
  const running = runningRow()
  writeJobs(dashboard.dataDir, [running])
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  const settled = page.locator('.animate-settle')
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(settled).toHaveCount(0)
  changeJob(dashboard.dataDir, running.id, { status: 'completed', progress: 100, step: null })
  await expect(settled).toHaveCount(1)
  await page.reload()
  await expect(page.getByText('Completed').first()).toBeVisible()
  await expect(settled).toHaveCount(0)
})
