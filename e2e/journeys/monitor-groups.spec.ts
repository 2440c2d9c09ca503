import { listUsers } from '@dashboard/contract/accounts'
import { expect } from '@playwright/test'
import { signInByApi } from '../api-client.ts'
import { jobRowOf, jobRows } from '../job-list.ts'
import { failedRow, jobRow, runningRow, waitingRow, writeJobs } from '../job-rows.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { openSignedIn } from '../sign-in.ts'

/** Active jobs, separate from ended ones, and the filters. */

const dashboard = ownDashboard()

test('running jobs are on top however many have ended since, and filters are stored in the address', async ({
  page,
}) => {
  const running = runningRow()
  const waiting = waitingRow(running.id)
  const ended = Array.from({ length: 40 }, () =>
    jobRow({ type: 'circuit-report', targets: ['NY-1'] }),
  )
  const mine = failedRow({ type: 'congregation-report', targets: ['Astoria'], createdBy: 'Me' })
  writeJobs(dashboard.dataDir, [running, waiting, ...ended, mine])
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  const active = page.getByRole('list', { name: 'Active jobs' }).getByRole('listitem')
  await expect(active).toHaveCount(2)
  await expect(active.nth(0)).toContainText('Export from Locust')
  await expect(active.nth(1)).toContainText('Import to SMPW Dashboard')
  await expect(active.nth(1)).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Completed (40)' })).toBeVisible()

  const show = page.getByRole('combobox', { name: 'Show jobs' })
  await show.selectOption('Jobs with problems')
  await expect(jobRows(page)).toHaveCount(1)
  await expect(jobRowOf(page, mine.id)).toBeVisible()
  await expect(page).toHaveURL(/\?show=failed$/)
  await page.reload()
  await expect(jobRows(page)).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Kind of job' }).selectOption('Export from Locust')
  await expect(page.getByText('No job matches the filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all jobs' }).click()
  await expect(active).toHaveCount(2)
  const { users } = (await (await signInByApi(dashboard)).call(listUsers)).body
  const own = jobRow({ createdById: users[0]?.id ?? '' })
  writeJobs(dashboard.dataDir, [own])
  await show.selectOption('My jobs')
  await expect(jobRowOf(page, own.id)).toBeVisible()
  await expect(jobRows(page)).toHaveCount(1)
})
