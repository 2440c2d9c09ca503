import { expect } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { jobRowOf, jobRows } from '../job-list.ts'
import { runningRow, waitingRow, writeJobs } from '../job-rows.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'
import { expectToast } from '../toasts.ts'

/** What somebody does to one job of the monitor's list: cancel, retry, dismiss. */

const dashboard = ownDashboard()

test('a job is cancelled, retried and dismissed from its row', async ({ page }) => {
  const running = runningRow({ createdBy: 'Grace Hopper' })
  const waiting = waitingRow(running.id)
  writeJobs(dashboard.dataDir, [running, waiting])
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  const cancelButton = jobRowOf(page, running.id).getByRole('button', { name: 'Cancel Job' })
  await cancelButton.click()
  const asking = page.getByRole('alertdialog', { name: 'Cancel this job?' })
  await expect(asking).toContainText('Export from Locust stops.')
  await expect(asking.getByRole('button', { name: 'Keep running' })).toBeFocused()
  await expectAccessibleAtEachWidth(page)
  await page.keyboard.press('Escape')
  await expect(asking).toHaveCount(0)
  await expect(jobRowOf(page, running.id)).toContainText('Running')
  await cancelButton.click()
  await asking.getByRole('button', { name: 'Cancel job' }).click()
  await expectToast(page, 'Job Cancelled', 'The job was cancelled.')
  await expect(jobRowOf(page, running.id)).toContainText(/^Cancelled.*Cancelled by \w+/)
  await expect(jobRowOf(page, waiting.id)).toContainText(
    /^Cancelled.*Cancelled together with the export it waited for, by \w+/,
  )
  await takeScreenshots(page, 'monitor')('cancelled')

  await jobRowOf(page, running.id).getByRole('button', { name: 'Retry' }).click()
  await expectToast(page, 'Job Retried', 'The job is queued again.')
  await expect(jobRows(page).first()).toContainText('Export from Locust')

  await jobRowOf(page, waiting.id).getByRole('button', { name: 'Dismiss' }).click()
  const question = page.getByRole('alertdialog', { name: 'Dismiss this cancelled job?' })
  await expect(question).toContainText('Import to SMPW Dashboard')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessibleAtEachWidth(page)
  await question.getByRole('button', { name: 'Dismiss job' }).click()
  await expectToast(page, 'Job Dismissed', 'The job was dismissed.')
  await expect(jobRowOf(page, waiting.id)).toHaveCount(0)
})
