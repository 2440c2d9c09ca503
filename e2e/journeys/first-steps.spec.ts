import { startCircuitReport } from '@dashboard/contract/reports'
import { expect } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { createAccountWith } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { changeJob, runningRow, writeJobs } from '../job-rows.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'
import { syncOnce } from '../synced-data.ts'

/** Guide through a new installation (docs/behavior.md#first-steps), and a job that ends while it is shown. */

const dashboard = ownDashboard()

test('first steps lead from an empty dashboard to a colleague, and go away', async ({ page }) => {
  const api = await signInByApi(dashboard)
  await openSignedIn(page, dashboard, '/dashboard/reports')
  const card = page.getByRole('region', { name: 'First steps' })
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
