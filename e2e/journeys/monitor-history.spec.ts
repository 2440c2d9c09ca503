import { expect } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { jobRowOf, jobRows } from '../job-list.ts'
import { failedRow, jobRow, minutesAgo, writeJobs } from '../job-rows.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { openSignedIn } from '../sign-in.ts'

/** Jobs older than the newest hundred. */

const dashboard = ownDashboard()

test('a failure of two months ago is found, by a filter and by turning pages', async ({ page }) => {
  const twoMonthsAgo = minutesAgo(60 * 24 * 60)
  const old = failedRow({ createdAt: twoMonthsAgo, completedAt: twoMonthsAgo })
  const since = Array.from({ length: 130 }, () =>
    jobRow({ type: 'circuit-report', targets: ['NY-1'] }),
  )
  writeJobs(dashboard.dataDir, [old, ...since])
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  await expect(page.getByRole('heading', { name: 'Completed (100)' })).toBeVisible()
  await expect(jobRowOf(page, old.id)).toHaveCount(0)

  await page.getByRole('combobox', { name: 'Show jobs' }).selectOption('Jobs with problems')
  await expect(jobRowOf(page, old.id)).toBeVisible()
  await expect(jobRows(page)).toHaveCount(1)
  await expectAccessible(page)

  await page.getByRole('combobox', { name: 'Show jobs' }).selectOption('All jobs')
  const pages = page.getByRole('navigation', { name: 'Pages of jobs' })
  await pages.getByRole('button', { name: 'Older' }).click()
  await expect(jobRowOf(page, old.id)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Completed (30)' })).toBeVisible()
  await expectAccessible(page)
  await pages.getByRole('button', { name: 'Newer' }).click()
  await expect(page.getByRole('heading', { name: 'Completed (100)' })).toBeVisible()

  await page.getByRole('button', { name: 'Clear Completed' }).click()
  await expect(page.getByText('Cleared 130 completed jobs.').first()).toBeVisible()
  await expect(jobRows(page)).toHaveCount(1)
  await expect(jobRowOf(page, old.id)).toBeVisible()
})
