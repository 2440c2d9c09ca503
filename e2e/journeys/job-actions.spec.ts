import { expect } from '@playwright/test'
import { jobRowOf } from '../job-list.ts'
import { runningRow, waitingRow, writeJobs } from '../job-rows.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * Actions on a single job of the monitor's list, as people see them. What they do and say is in
 * web/test/pages/job-actions.page.test.tsx.
 */

const dashboard = ownDashboard()

test('a toast of a dialog can be read out and pressed after an earlier one has gone', async ({
  page,
}) => {
  const first = runningRow({ createdBy: 'Grace Hopper' })
  const waiting = waitingRow(first.id)
  const second = runningRow({ type: 'circuit-report', targets: ['NY-2'] })
  writeJobs(dashboard.dataDir, [first, waiting, second])
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  await jobRowOf(page, first.id).getByRole('button', { name: 'Cancel Job' }).click()
  const toast = page.locator('li', { hasText: 'Job Cancelled' })
  await expect(toast.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(jobRowOf(page, waiting.id)).toContainText(/^Failed.*Did not run/)
  await toast.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast).toHaveCount(0)

  await jobRowOf(page, waiting.id).getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Dismiss this failed job?' })).toBeVisible()
  await page.keyboard.press('Escape')

  await jobRowOf(page, second.id).getByRole('button', { name: 'View Details' }).click()
  const details = page.getByRole('dialog')
  await details.getByRole('button', { name: 'Cancel Job' }).click()
  const retry = page
    .getByRole('region', { name: 'Notifications (F8)' })
    .getByRole('button', { name: 'Retry' })
  await retry.click()
  await expect(page.getByText('Job Retried', { exact: true })).toBeVisible()
  await expect(details).toBeVisible()
})
