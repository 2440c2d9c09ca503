import type { AutomationStatus, SyncEnd } from '@dashboard/contract/automation'
import { createSchedule } from '@dashboard/contract/schedules'
import { neutralAutomation } from '@dashboard/web/api/complete-answers'
import { expect, type Page } from '@playwright/test'
import { expectStateAccessible } from '../accessibility.ts'
import { reviewed, totalsOf } from '../answered-imports.ts'
import { signInByApi } from '../api-client.ts'
import { changeContents } from '../changed-contents.ts'
import { holdAnswer } from '../held-answer.ts'
import {
  deleteAllJobs,
  jobRow,
  minutesAgo,
  runningRow,
  waitingRow,
  writeJobs,
} from '../job-rows.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { pauseAll } from '../schedule-rows.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The sync page: the sync itself, schedules, first steps and the history. */

const dashboard = ownDashboard({}, { synced: 'reports' })

// Before the first request, since the answer is cached until the next import.
test.beforeAll(() => changeContents(dashboard.dataDir, ['NY-1', 'NY-2']))

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const open = (page: Page) => openSignedIn(page, dashboard, '/dashboard/sync')
const statusCall = '**/api/automation-status'

const failedExport: SyncEnd = {
  type: 'export',
  jobId: 'export',
  status: 'failed',
  endedAt: minutesAgo(2),
  startedBy: 'Ada Lovelace',
  error: 'Locust did not send volunteers.',
  errorDetails: null,
  failureKind: 'outside-system',
  cancelledBy: null,
  importId: null,
  exported: null,
  imported: null,
}
const failed: AutomationStatus = {
  ...neutralAutomation,
  exportError: 'Locust did not send volunteers.',
  exportErrorDetails: 'It sent a web page instead of data. Check LOCUST_URL.',
  lastSync: [failedExport, { ...failedExport, type: 'import', failureKind: 'dependency' }],
}

async function answerStatus(page: Page, status: AutomationStatus): Promise<void> {
  await page.unroute(statusCall)
  await page.route(statusCall, (route) => route.fulfill({ json: status }))
}

test('a sync', async ({ page }) => {
  const picture = takeScreenshots(page, 'sync')
  await holdAnswer(page, statusCall)
  await open(page)
  await expect(page.getByText('Last Import')).toBeVisible()
  await expectStateAccessible(page, 'while its times are loading')
  await answerStatus(page, neutralAutomation)
  await page.reload()
  await expect(page.getByText('Never run')).toHaveCount(2)
  await expectStateAccessible(page, 'before the first sync')
  await picture('ready')
  await page.route('**/api/workflows/export-and-import', (route) =>
    route.fulfill({ status: 409, json: { message: 'An export is already queued or running.' } }),
  )
  await button(page, 'Run').click()
  await expect(page.getByText('Export + Import Failed', { exact: true })).toBeVisible()
  await expectStateAccessible(page, 'refused')

  await answerStatus(page, failed)
  await page.reload()
  await page
    .getByRole('alert')
    .filter({ hasText: 'The last export failed' })
    .getByText('Details')
    .click()
  await expectStateAccessible(page, 'failed')
  await picture('failed')
  await page.unroute(statusCall)

  const running = runningRow({ progress: 42, createdBy: 'Grace Hopper' })
  writeJobs(dashboard.dataDir, [running, waitingRow(running.id)])
  await page.reload()
  await expect(page.getByText('Started by Grace Hopper').first()).toBeVisible()
  await expectStateAccessible(page, 'running')
  await picture('running')
  deleteAllJobs(dashboard.dataDir)
  const done = jobRow({ elapsedTime: '45s' })
  const retrying = { system: 'spreadsheet', attempt: 3, tries: 8 } as const
  writeJobs(dashboard.dataDir, [done, runningRow({ type: 'import', dependsOn: done.id, retrying })])
  await expect(page.getByText(/does not answer; try 3 of 8/)).toBeVisible()
  await expectStateAccessible(page, 'trying again')
  await picture('retrying')
  await button(page, 'Cancel sync').click()
  await expect(page.getByRole('region', { name: 'Last sync' })).toContainText(/Cancelled by \w+/)
  await expectStateAccessible(page, 'cancelled')
  await picture('cancelled')
  deleteAllJobs(dashboard.dataDir)

  await page.route('**/api/jobs?*', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('Whether a sync is running could not be loaded')).toBeVisible()
  await expectStateAccessible(page, 'whether one runs is not loaded')
  await picture('unreachable')
})

test('what a sync has left to do', async ({ page }) => {
  const picture = takeScreenshots(page, 'sync')
  await open(page)
  await page.getByText('These volunteers are invented').click()
  await page.getByText('How to connect Locust').click()
  await expect(page.getByText('2 reports are now out of date')).toBeVisible()
  await expectStateAccessible(page, 'invented volunteers, and reports out of date')
  await picture('outdated')
  await button(page, 'Make them again').click()
  await expect(page.getByText('2 reports are ready')).toBeVisible()
  await expectStateAccessible(page, 'the reports are ready')
  await picture('reports-ready')
})

test('schedules, and the history', async ({ page }) => {
  const picture = takeScreenshots(page, 'schedules')
  const card = page.getByRole('region', { name: 'Schedule', exact: true })
  const quiet = reviewed({ kind: 'import', status: 'completed', completedAt: minutesAgo(5) })
  const totals = { ...totalsOf([]), new: 12, changed: 3 }
  const imports = [
    reviewed({ id: 'review', totals }),
    ...['a', 'b', 'c'].map((id) => ({ ...quiet, id })),
    { ...quiet, id: 'first', totals },
  ]
  await page.route('**/api/imports?*', (route) =>
    route.fulfill({ json: { imports, total: imports.length, nextCursor: 'more' } }),
  )
  const schedules = await holdAnswer(page, '**/api/schedules')
  schedules.refuse()
  await open(page)
  await expect(card).toContainText('The schedule could not be loaded')
  await page
    .getByRole('region', { name: 'Import history' })
    .getByText('3 syncs without changes')
    .click()
  await expectStateAccessible(page, 'no schedule is loaded; syncs that changed nothing')
  await picture('not-loaded')
  await takeScreenshots(page, 'review')('history')
  await schedules.release()
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect(card).toContainText('No schedule yet')
  await expectStateAccessible(page, 'no schedule')
  await picture('none')

  const add = card.getByRole('button', { name: 'Add schedule' })
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Add schedule' })
  await expect(dialog.getByRole('checkbox', { name: 'Monday' })).toBeChecked()
  await picture('add')
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await dialog.getByRole('checkbox', { name: day }).uncheck()
  await dialog.getByLabel('Time').fill('')
  await dialog.getByLabel('Reports after the import').selectOption('Those of chosen circuits')
  await dialog.getByRole('button', { name: 'Add schedule' }).click()
  await expect(dialog.getByText('Select at least one circuit')).toBeVisible()
  await expectStateAccessible(page, 'adding one without a day')
  await picture('refused')
  await page.keyboard.press('Escape')

  const api = await signInByApi(dashboard)
  const body = { days: [1, 2, 3, 4, 5], time: '06:00', reportsAfter: 'outdated', isActive: true }
  await api.call(createSchedule, { body })
  pauseAll(dashboard.dataDir, { reason: 'guard', at: '2026-11-20T11:01:00.000Z' })
  await open(page)
  await expect(card.getByText('The schedules are paused')).toBeVisible()
  await expectStateAccessible(page, 'paused, for an administrator')
  await picture('paused')
  await card.getByRole('button', { name: 'Resume' }).click()
  await expect(card).toContainText('next: ')
  await expectStateAccessible(page, 'a schedule')
  await picture('list')
})
