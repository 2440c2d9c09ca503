import { expect, type Page } from '@playwright/test'
import { expectStateAccessible } from '../accessibility.ts'
import { holdAnswer } from '../held-answer.ts'
import { goInApp } from '../in-app.ts'
import { dialogOf, logBox, logOf } from '../job-dialog.ts'
import { jobRowOf } from '../job-list.ts'
import {
  deleteAllJobs,
  failedRow,
  jobRow,
  minutesAgo,
  runningRow,
  waitingRow,
  writeJobs,
} from '../job-rows.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The monitor and the details of a job, in each of their states. */

const dashboard = ownDashboard()

test.beforeEach(() => deleteAllJobs(dashboard.dataDir))

const longName = 'The Congregation of a Name of Eighty Characters, as Some Have in Northern Places'
const manyTargets = Array.from({ length: 40 }, (_, index) => `NY-${index + 1}`)
const oneOfTwo = { made: 1, total: 2 }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const refresh = (page: Page) => button(page, 'Refresh Status').click()
const toast = (page: Page, title: string) => page.getByText(title, { exact: true })

test('the monitor', async ({ page }) => {
  const picture = takeScreenshots(page, 'monitor')
  const running = runningRow({ createdBy: 'Grace Hopper' })
  const waiting = waitingRow(running.id)
  const done = jobRow({ completedAt: minutesAgo(100) })
  const partly = failedRow({
    type: 'congregation-report',
    targets: [longName, 'Astoria'],
    error: `1 of 2 reports failed: ${longName}: It is no longer there.`,
    reports: oneOfTwo,
  })
  const report = runningRow({ type: 'circuit-report', targets: manyTargets })
  writeJobs(dashboard.dataDir, [done, partly, failedRow(), report, running, waiting])
  const jobs = await holdAnswer(page, '**/api/jobs?*')
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  await expect(page.getByText('Loading jobs...')).toBeVisible()
  await expectStateAccessible(page, 'loading')
  jobs.refuse()
  await expect(page.getByText('The jobs could not be loaded')).toBeVisible()
  await picture('error')
  await jobs.release()
  await button(page, 'Try again').click()
  await expect(jobRowOf(page, report.id).getByRole('progressbar')).toBeVisible()
  await expectStateAccessible(page, 'a job of every kind')
  await picture('jobs')

  await jobRowOf(page, waiting.id).getByRole('button', { name: 'Cancel Job' }).click()
  await expect(toast(page, 'Job Cancelled')).toBeVisible()
  await expectStateAccessible(page, 'a job was cancelled, and can be retried from the toast')
  await picture('cancelled')
  await jobRowOf(page, waiting.id).getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Dismiss this failed job?' })).toBeVisible()
  await expectStateAccessible(page, 'the question before a job is dismissed')
  await page.keyboard.press('Escape')
  await button(page, 'Cancel All Jobs').click()
  await expect(toast(page, 'Jobs Cancelled')).toBeVisible()
  await expect(toast(page, 'Live')).toHaveCount(0)

  ;(await holdAnswer(page, /\/api\/jobs[/?]/)).refuse()
  await refresh(page)
  await expect(toast(page, 'Refresh Failed')).toBeVisible()
  await expect(page.getByText(/^This list may be out of date/)).toBeVisible()
  await expectStateAccessible(page, 'the list may be out of date')
  await page.unrouteAll()

  deleteAllJobs(dashboard.dataDir)
  await refresh(page)
  await expect(page.getByText('No jobs found')).toBeVisible()
  await expectStateAccessible(page, 'no jobs')
  await picture('empty')

  const many = Array.from({ length: 130 }, () =>
    jobRow({ type: 'circuit-report', targets: ['NY-1'] }),
  )
  writeJobs(dashboard.dataDir, [failedRow(), ...many, runningRow()])
  await refresh(page)
  await expect(page.getByRole('heading', { name: /^Completed \(\d\d+\)$/ })).toBeVisible()
  await expectStateAccessible(page, 'one job above many that have ended')
  await picture('grouped')
  await page.getByRole('combobox', { name: 'Kind of job' }).selectOption('Import to SMPW Dashboard')
  await expect(page.getByText('No job matches the filters.')).toBeVisible()
  await expectStateAccessible(page, 'no job matches the filters')
})

test('the details of a job', async ({ page }) => {
  const picture = takeScreenshots(page, 'job-details')
  const report = runningRow({
    type: 'circuit-report',
    targets: manyTargets,
    logs: logOf(12),
    githubRunId: '17',
    githubRunUrl: 'https://github.example/acme/dashboard/actions/runs/17',
  })
  const partly = failedRow({
    type: 'congregation-report',
    targets: ['Astoria', longName],
    progress: 50,
    error: '1 of 2 reports failed: Astoria: It is no longer there.',
    failureKind: 'other',
    reports: oneOfTwo,
  })
  const longLine = `A line that folds: ${'NY-10, '.repeat(80)}end`
  const logged = jobRow({ logs: `${logOf(250)}\n\n${longLine}\r\n  indented\ttext  \n\nThe end` })
  const running = runningRow()
  const waiting = waitingRow(running.id)
  writeJobs(dashboard.dataDir, [partly, logged, running, waiting, report])
  const open = (id: string) => goInApp(page, `/dashboard/monitor?job=${id}`)
  const details = dialogOf(page)

  await openSignedIn(page, dashboard, `/dashboard/monitor?job=${report.id}`)
  await expect(details.getByText('Syncing with GitHub every 3s')).toBeVisible()
  await expectStateAccessible(page, 'a report job that runs')
  await picture('running')
  await open(partly.id)
  await expect(details.getByRole('alert')).toContainText('1 of 2 reports failed')
  await expectStateAccessible(page, 'a report job that failed in part')
  await picture('failed')
  await open(logged.id)
  await expect(logBox(page).getByText('A line that folds')).toHaveCount(1)
  await expectStateAccessible(page, 'a long log')
  await picture('log')
  await open(waiting.id)
  await expect(details.getByText('No logs available')).toBeVisible()
  await expectStateAccessible(page, 'a job that waits')
  await details.getByRole('button', { name: 'Cancel Job' }).click()
  await expect(details.getByRole('note')).toContainText(/ErrorCancelled by .*Retry it/)
  await expectStateAccessible(page, 'a job that was cancelled')

  await holdAnswer(page, `**/api/jobs/${running.id}**`)
  await open(running.id)
  await expect(details.getByText('Running', { exact: true })).toBeVisible()
  await expectStateAccessible(page, 'while its log is loading')
  await open('00000000-0000-4000-8000-000000000000')
  await expect(details.getByText('This job is no longer there')).toBeVisible()
  await expectStateAccessible(page, 'no such job')
  ;(await holdAnswer(page, /\/api\/jobs\/0000/)).refuse()
  await page.reload()
  await expect(details.getByText('The database is busy. Try again.')).toBeVisible()
  await expectStateAccessible(page, 'a job that could not be loaded')
})
