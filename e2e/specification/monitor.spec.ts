import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../reused-page.ts'
import { hueOf } from './hues.ts'
import { says } from './says.ts'
import { scrollerOf } from './scrolling.ts'
import type { SpecifiedJob } from './specified-jobs.ts'
import { startWorld, toast } from './world.ts'

/** The monitor page: its card, its list and its buttons. */

const button = (place: Page | Locator, name: string) =>
  place.getByRole('button', { name, exact: true })
const rows = (page: Page) => page.getByRole('main').getByRole('listitem')
const row = (page: Page, { id }: SpecifiedJob) =>
  rows(page).filter({ has: page.getByText(id.slice(-3), { exact: true }) })
const live = (page: Page) => page.getByText('Live', { exact: true })

/** Whose last three characters differ. */
const ids = ['a', 'b', 'c', 'd'].map((letter) => `00000000-0000-4000-8000-00000000f${letter}7`)
const [queuedId = '', runningId = '', completedId = '', failedId = ''] = ids

const jobs: Partial<SpecifiedJob>[] = [
  { id: queuedId, type: 'circuit-report', target: 'NY-1, NY-2', status: 'queued' },
  {
    id: runningId,
    type: 'congregation-report',
    target: 'Astoria',
    status: 'running',
    progress: 40,
  },
  { id: completedId, type: 'import', elapsedTime: '1h 3m' },
  { id: failedId, status: 'failed', error: 'Locust is away.' },
]

const world = startWorld('full')

test('the list', async ({ page }) => {
  world.setJobs([])
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/jobs?*', async (route) => {
    await held
    await route.continue()
  })
  await world.open(page, '/dashboard/monitor')
  await says("Empty and loading states: 'Loading jobs...', 'No jobs found'.", async () => {
    await expect(page.getByText('Loading jobs...', { exact: true })).toBeVisible()
    answer()
    await expect(page.getByText('No jobs found', { exact: true })).toBeVisible()
    await expect(button(page, 'Refresh Status')).toBeVisible()
    await expect(button(page, 'Clear Completed')).toBeVisible()
  })
  const [queued, running, completed, failed] = world.setJobs(jobs)
  if (!queued || !running || !completed || !failed) throw new Error('Four jobs are there')
  await says("'Job Status' card with a 'Live' indicator while any job is active.", async () => {
    await expect(page.getByText('Job Status').first()).toBeVisible()
    await expect(live(page)).toHaveCount(0)
    await page.reload()
    await expect(live(page)).toBeVisible()
  })
  await says(
    "Job list: short id (last 3 characters), label, status, a progress bar when running, times and duration, 'Started by'.",
    async () => {
      const bar = row(page, running).getByRole('progressbar')
      await expect(bar).toHaveAttribute('aria-valuenow', '40')
      await expect(row(page, completed)).toContainText('Import to SMPW Dashboard')
      await expect(row(page, completed)).toContainText('1h 3m')
      await expect(row(page, completed)).toContainText(/minutes ago|[AP]M/)
      await expect(row(page, completed)).toContainText('Started by Ada Lovelace')
      await expect(row(page, completed).getByRole('progressbar')).toHaveCount(0)
    },
  )
  await says("Job status: queued (displayed 'Waiting'), running, completed, failed.", async () => {
    const words = { Waiting: queued, Running: running, Completed: completed, Failed: failed }
    for (const [word, job] of Object.entries(words)) {
      await expect(row(page, job).getByText(word, { exact: true })).toBeVisible()
    }
  })
  await says("Running and queued are 'active'.", async () => {
    await expect(button(page, 'Cancel All Jobs')).toBeVisible()
    for (const only of [running, queued]) {
      world.setJobs([only, completed, failed])
      await page.reload()
      await expect(live(page)).toBeVisible()
      await expect(row(page, only)).toBeVisible()
    }
    world.setJobs([completed, failed])
    await page.reload()
    await expect(row(page, completed)).toBeVisible()
    await expect(live(page)).toHaveCount(0)
    world.setJobs([queued, running, completed, failed])
    await page.reload()
  })
  await says(
    'Status colours: ready and completed green, running blue, queued amber, failed red, others gray.',
    async () => {
      const hue = (job: SpecifiedJob) => row(page, job).locator('.state-dot').evaluate(hueOf)
      expect(await hue(queued)).toBe('amber')
      expect(await hue(running)).toBe('blue')
      expect(await hue(completed)).toBe('green')
      expect(await hue(failed)).toBe('red')
      // No other status is stored: a server of another version answers it.
      await page.route('**/api/jobs?*', async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replace('"status":"failed"', '"status":"paused"')
        await route.fulfill({ response, body })
      })
      await page.reload()
      await expect(row(page, failed).getByText('paused', { exact: true })).toBeVisible()
      expect(await hue(failed)).toBe('gray')
      await page.unroute('**/api/jobs?*')
      await page.reload()
      await expect(row(page, failed).getByText('Failed', { exact: true })).toBeVisible()
      await page.goto(`${world.url}/dashboard/sync`)
      const ready = page.getByText('Ready to run', { exact: true })
      world.setJobs([completed, failed])
      await page.reload()
      await expect.poll(() => ready.locator('.state-dot').evaluate(hueOf)).toBe('green')
      world.setJobs([queued, running, completed, failed])
      await page.goto(`${world.url}/dashboard/monitor`)
      await expect(row(page, failed)).toBeVisible()
    },
  )
  await says(
    'Buttons: Cancel Job (on running or queued jobs), View Details, Refresh Status, Cancel All Jobs (only while jobs are active), Clear Completed.',
    async () => {
      for (const job of [queued, running, completed, failed]) {
        const isActive = job === queued || job === running
        await expect(button(row(page, job), 'View Details')).toBeVisible()
        await expect(button(row(page, job), 'Cancel Job')).toHaveCount(isActive ? 1 : 0)
      }
      await expect(button(page, 'Refresh Status')).toBeEnabled()
      await expect(button(page, 'Cancel All Jobs')).toBeEnabled()
      await expect(button(page, 'Clear Completed')).toBeEnabled()
    },
  )
  await says('Maximum list height 96 units (scrolls).', async () => {
    const many = Array.from({ length: 40 }, () => ({ type: 'export' as const }))
    world.setJobs(many)
    await page.reload()
    await expect(rows(page)).not.toHaveCount(0)
    const sizes = await scrollerOf(rows(page).first())
    expect(sizes.height).toBe(384)
    expect(sizes.scrollHeight).toBeGreaterThan(sizes.clientHeight)
  })
})

test('one press cancels and clears', async ({ page }) => {
  const [queued, running, completed] = world.setJobs(jobs.slice(0, 3))
  if (!queued || !running || !completed) throw new Error('Three jobs are there')
  await world.open(page, '/dashboard/monitor')
  await says('Running and queued jobs can be cancelled;', async () => {
    for (const job of [running, queued]) {
      await button(row(page, job), 'Cancel Job').click()
      await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toHaveCount(0)
      await expect(toast(page, 'Job Cancelled')).toBeVisible()
      await expect(row(page, job).getByText('Failed', { exact: true })).toBeVisible()
    }
  })
  await says('completed jobs are listed separately and can be cleared in bulk.', async () => {
    const heading = page.getByRole('heading', { name: /^Completed(?! and)/ })
    await expect(heading).toBeVisible()
    await expect(row(page, completed)).toBeVisible()
    await button(page, 'Clear Completed').click()
    await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toHaveCount(0)
    await expect(toast(page, 'Jobs Cleared')).toBeVisible()
    await expect(row(page, completed)).toHaveCount(0)
    await expect(row(page, running)).toBeVisible()
  })
  await says(
    'Monitor: list background jobs that run in an external workflow system, with progress, logs and cancellation.',
    async () => {
      world.setJobs(jobs)
      await page.reload()
      await expect(row(page, running)).toBeVisible()
      await button(page, 'Cancel All Jobs').click()
      await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toHaveCount(0)
      await expect(toast(page, 'Jobs Cancelled')).toBeVisible()
      await expect(button(page, 'Cancel All Jobs')).toHaveCount(0)
    },
  )
})

test('a job that completes', async ({ page }) => {
  const [job] = world.setJobs([{ type: 'circuit-report', target: 'NY-1', status: 'running' }])
  if (!job) throw new Error('A job is there')
  await world.open(page, '/dashboard/reports')
  await says(
    'When a job moves from running or queued (or is new) to completed, the reports list is refreshed.',
    async () => {
      await expect(button(page, 'Refresh')).toBeVisible()
      const seen: string[] = []
      await page.route('**/api/jobs?*', async (route) => {
        const response = await route.fetch()
        if (/"status":"completed"/.test(await response.text())) seen.push('completed')
        await route.fulfill({ response })
      })
      page.on('request', (request) => {
        if (/\/api\/reports(\?|$)/.test(request.url())) seen.push('reports')
      })
      world.setJobs([{ id: job.id, type: 'circuit-report', target: 'NY-1' }])
      await expect.poll(() => seen).toContain('completed')
      // By itself the list would be refreshed 30 s later.
      await expect
        .poll(() => seen.slice(seen.indexOf('completed')), { timeout: 20_000 })
        .toContain('reports')
    },
  )
})
