import { expect, type Locator } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { jobRowOf, jobRows } from '../job-list.ts'
import { runningRow, waitingRow, writeJobs } from '../job-rows.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'
import { expectToast } from '../toasts.ts'

/** Actions on a single job of the monitor's list: cancel, retry, dismiss. */

const dashboard = ownDashboard()

test('a job is cancelled, retried and dismissed from its row', async ({ page }) => {
  const running = runningRow({ createdBy: 'Grace Hopper' })
  const waiting = waitingRow(running.id)
  writeJobs(dashboard.dataDir, [running, waiting])
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  await jobRowOf(page, running.id).getByRole('button', { name: 'Cancel Job' }).click()
  await expectToast(page, 'Job Cancelled', 'The job was cancelled.')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(jobRowOf(page, running.id)).toContainText(/^Failed.*Cancelled by \w+/)
  await expect(jobRowOf(page, waiting.id)).toContainText(/^Failed.*Cancelled by \w+/)
  await takeScreenshots(page, 'monitor')('cancelled')
  await expectAccessibleAtEachWidth(page)

  await jobRowOf(page, running.id).getByRole('button', { name: 'Retry' }).click()
  await expectToast(page, 'Job Retried', 'The job is queued again.')
  await expect(jobRows(page).first()).toContainText('Export from Locust')

  await jobRowOf(page, waiting.id).getByRole('button', { name: 'Dismiss' }).click()
  const question = page.getByRole('alertdialog', { name: 'Dismiss this failed job?' })
  await expect(question).toContainText('Import to SMPW Dashboard')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessibleAtEachWidth(page)
  await question.getByRole('button', { name: 'Dismiss job' }).click()
  await expectToast(page, 'Job Dismissed', 'The job was dismissed.')
  await expect(jobRowOf(page, waiting.id)).toHaveCount(0)
})

test('what is cancelled can be retried from the toast that says so, also under the details', async ({
  page,
}) => {
  const fromRow = runningRow({ type: 'circuit-report', targets: ['NY-1'] })
  const fromDetails = runningRow({ type: 'circuit-report', targets: ['NY-2'] })
  writeJobs(dashboard.dataDir, [fromRow, fromDetails])
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  const cancelAndRetry = async (cancelButton: Locator, id: string) => {
    const asked = page.waitForRequest(`**/api/jobs/${id}/retry`)
    await cancelButton.click()
    await page
      .locator('li', { hasText: 'Job Cancelled' })
      .getByRole('button', { name: 'Retry' })
      .click()
    expect((await asked).postDataJSON()).toEqual({ failedOnly: false })
    await expect(page.getByText('Job Retried', { exact: true })).toBeVisible()
  }
  await cancelAndRetry(
    jobRowOf(page, fromRow.id).getByRole('button', { name: 'Cancel Job' }),
    fromRow.id,
  )
  await page.goto(`${dashboard.url}/dashboard/monitor?job=${fromDetails.id}`)
  await cancelAndRetry(
    page.getByRole('dialog').getByRole('button', { name: 'Cancel Job' }),
    fromDetails.id,
  )
})

test('a toast of a dialog can be read out and pressed, where an earlier one had gone', async ({
  page,
}) => {
  const first = runningRow({ type: 'circuit-report', targets: ['NY-1'] })
  const second = runningRow({ type: 'circuit-report', targets: ['NY-2'] })
  writeJobs(dashboard.dataDir, [first, second])
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  await jobRowOf(page, first.id).getByRole('button', { name: 'Cancel Job' }).click()
  const toast = page.locator('li', { hasText: 'Job Cancelled' })
  await toast.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast).toHaveCount(0)

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
