import { expect } from '@playwright/test'
import { dialogOf } from '../job-dialog.ts'
import { deleteAllJobs, failedRow, writeJobs } from '../job-rows.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * The way into the job details dialog and out of it. What it says and its buttons do is
 * in web/test/pages/job-details.page.test.tsx, the log in job-log.spec.ts.
 */

const dashboard = ownDashboard()

test.beforeEach(() => deleteAllJobs(dashboard.dataDir))

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
