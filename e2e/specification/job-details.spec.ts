import { expect, type Page } from '@playwright/test'
import { test } from '../reused-page.ts'
import { says } from './says.ts'
import { scrollerOf, scrollToDistance } from './scrolling.ts'
import type { SpecifiedJob } from './specified-jobs.ts'
import { startWorld, type World } from './world.ts'

/** The dialog with the details of a job. */

const dialog = (page: Page) => page.getByRole('dialog')
const fact = (page: Page, name: string) =>
  dialog(page).getByText(name, { exact: true }).locator('xpath=following-sibling::dd')
const distance = async (page: Page) => (await scrollerOf(log(page))).distancePx
const log = (page: Page) => dialog(page).locator('pre')

/** Opens the details of the job by its row. */
async function openDetails(page: Page, world: World, job: Partial<SpecifiedJob>) {
  const [made] = world.setJobs([job])
  if (!made) throw new Error('A job is there')
  await world.open(page, '/dashboard/monitor')
  await page.getByRole('button', { name: 'View Details', exact: true }).click()
  await expect(dialog(page)).toBeVisible()
  return made
}

/** A log that is longer than its box. */
const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `Line ${index + 1} of the log\n`).join('')

const world = startWorld('empty')

test('a job that waits', async ({ page }) => {
  await openDetails(page, world, { status: 'queued' })
  await says("Started ('Not started' if empty);", async () => {
    await expect(fact(page, 'Started')).toHaveText('Not started')
  })
  await says("Logs (pre-formatted, 'No logs available' if empty)", async () => {
    await expect(dialog(page).getByText('No logs available', { exact: true })).toBeVisible()
    const logs = '  two spaces\n\tand a tab\n'
    await openDetails(page, world, { logs })
    await expect(log(page)).toHaveCount(1)
    expect(await log(page).evaluate((element) => element.textContent)).toBe(logs)
  })
})

test('a job that runs', async ({ page }) => {
  const job = await openDetails(page, world, {
    type: 'circuit-report',
    target: 'NY-1, NY-2, NY-3',
    status: 'running',
    progress: 40,
    logs: lines(200),
    githubRunId: '7',
    githubRunUrl: 'https://github.test/runs/7',
  })
  await says(
    'Job details dialog (title shows the last 8 characters of the id): status; progress percent;',
    async () => {
      await expect(dialog(page).getByRole('heading').first()).toContainText(job.id.slice(-8))
      await expect(fact(page, 'Status')).toContainText('Running')
      await expect(fact(page, 'Progress')).toContainText('40%')
    },
  )
  await says('Elapsed Time (running jobs);', async () => {
    await expect(fact(page, 'Elapsed Time')).toHaveText(/\d+m \d+s/)
    await expect(dialog(page).getByText('Completed', { exact: true })).toHaveCount(0)
  })
  await says('Started by;', async () => {
    await expect(fact(page, 'Started by')).toHaveText('Ada Lovelace')
  })
  await says('with an auto-scroll toggle ON/OFF', async () => {
    await page.getByRole('button', { name: /Auto-scroll: ON/ }).click()
    await page.getByRole('button', { name: /Auto-scroll: OFF/ }).click()
    await expect(page.getByRole('button', { name: /Auto-scroll: ON/ })).toBeVisible()
  })
  await says("and, while active, the note 'Syncing with GitHub every 3s';", async () => {
    await expect(dialog(page).getByText('Syncing with GitHub every 3s')).toBeVisible()
  })
  await says(
    "and a 'View Workflow Details' button that opens the workflow run link in a new tab when one exists.",
    async () => {
      const link = dialog(page).getByText('View Workflow Details')
      const anchor = link.locator('xpath=ancestor-or-self::a')
      await expect(anchor).toHaveAttribute('href', 'https://github.test/runs/7')
      await expect(anchor).toHaveAttribute('target', '_blank')
    },
  )
  await says('Log auto-scroll applies when the view is within 50 px of the bottom.', async () => {
    let length = 200
    const grow = async () => {
      length += 20
      world.setJobs([{ ...job, logs: lines(length) }])
      await expect(log(page)).toContainText(`Line ${length} of the log`)
    }
    await expect.poll(() => distance(page)).toBeLessThanOrEqual(1)
    await grow()
    await expect.poll(() => distance(page)).toBeLessThanOrEqual(1)
    await scrollToDistance(log(page), 45)
    await grow()
    await expect.poll(() => distance(page)).toBeLessThanOrEqual(1)
    await scrollToDistance(log(page), 60)
    await grow()
    expect(await distance(page)).toBeGreaterThan(60)
  })
})

test('jobs that have ended', async ({ page }) => {
  await openDetails(page, world, { status: 'failed', error: 'Locust is away.', logs: 'Tried.' })
  await says('Error;', async () => {
    await expect(dialog(page).getByText('Error', { exact: true })).toBeVisible()
    await expect(dialog(page).getByText('Locust is away.')).toBeVisible()
    const order = [
      'Status',
      'Progress',
      'Started',
      'Completed',
      'Started by',
      'Target',
      'Error',
      'Logs',
    ]
    const text = await dialog(page).evaluate(labelsOf)
    expect(text.filter((label) => order.includes(label))).toEqual(order)
  })
  await says('Completed (completed or failed jobs);', async () => {
    await expect(fact(page, 'Completed')).toContainText(/\d{4}, \d{1,2}:\d{2}\s[AP]M/)
    await openDetails(page, world, {})
    await expect(fact(page, 'Completed')).toContainText(/\d{4}, \d{1,2}:\d{2}\s[AP]M/)
    await expect(dialog(page).getByText('Elapsed Time', { exact: true })).toHaveCount(0)
    await expect(dialog(page).getByText('Syncing with GitHub every 3s')).toHaveCount(0)
    await expect(dialog(page).getByText('View Workflow Details')).toHaveCount(0)
  })
  await says(
    "Target (relabelled Circuits or Congregations for report jobs; several targets appear as a scrollable list with 'Processing N circuits' or 'Processing N congregations');",
    async () => {
      await expect(fact(page, 'Target')).toBeVisible()
      const names = Array.from({ length: 40 }, (_, index) => `NY-${index + 1}`)
      await openDetails(page, world, { type: 'circuit-report', target: names.join(', ') })
      await expect(fact(page, 'Circuits')).toContainText('Processing 40 circuits')
      const list = fact(page, 'Circuits').getByRole('listitem').first()
      await expect(list).toHaveText('NY-1')
      const { clientHeight, scrollHeight } = await scrollerOf(list)
      expect(scrollHeight).toBeGreaterThan(clientHeight)
      await openDetails(page, world, { type: 'congregation-report', target: 'Astoria, Harlem' })
      await expect(fact(page, 'Congregations')).toContainText('Processing 2 congregations')
      await openDetails(page, world, { type: 'congregation-report', target: 'Astoria' })
      await expect(fact(page, 'Congregations')).toHaveText('Astoria')
    },
  )
})

function labelsOf(element: Element): string[] {
  return Array.from(element.querySelectorAll('dt, h3, p'), ({ textContent }) => textContent.trim())
}
