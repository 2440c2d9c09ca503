import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { dialogOf, logBox, logOf, openDetails } from '../job-dialog.ts'
import { changeJob, deleteAllJobs, jobRow, runningRow, writeJobs } from '../job-rows.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { widths } from '../screens.ts'

/** The log in a job's details: shown, followed, and copied. */

const dashboard = ownDashboard()

test.beforeEach(() => deleteAllJobs(dashboard.dataDir))

const distanceFromEnd = (page: Page) =>
  logBox(page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)

test('the log follows its end within 50 px, as long as auto-scroll is on', async ({ page }) => {
  const job = runningRow({ logs: logOf(200) })
  writeJobs(dashboard.dataDir, [job])
  await page.clock.install()
  await openDetails(page, dashboard, job.id)
  await expect(logBox(page).getByText('Line 200:')).toBeInViewport()
  const grow = async (lines: number) => {
    changeJob(dashboard.dataDir, job.id, { logs: logOf(lines) })
    // The details are read again.
    await page.clock.fastForward(3_000)
    await expect(logBox(page).getByText(`Line ${lines}:`)).toHaveCount(1)
  }
  await grow(260)
  await expect(logBox(page).getByText('Line 260:')).toBeInViewport()
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)

  await logBox(page).hover()
  await page.mouse.wheel(0, -40)
  await grow(270)
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)

  await page.mouse.wheel(0, -400)
  await expect.poll(() => distanceFromEnd(page)).toBeGreaterThan(300)
  await grow(280)
  expect(await distanceFromEnd(page)).toBeGreaterThan(300)

  await page.getByRole('button', { name: 'Auto-scroll: ON' }).click()
  await page.getByRole('button', { name: 'Auto-scroll: OFF' }).click()
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(1)
  await page.getByRole('button', { name: 'Auto-scroll: ON' }).click()
  await grow(300)
  expect(await distanceFromEnd(page)).toBeGreaterThan(300)
})

const longLine = `A line that folds: ${'NY-10, '.repeat(80)}end`
const written = `${logOf(250)}\n\n${longLine}\r\n  indented\ttext  \n\nThe last line`

test('the log is one text, as it is written, and long lines fold', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const job = jobRow({ logs: written })
  writeJobs(dashboard.dataDir, [job])
  await openDetails(page, dashboard, job.id)
  const log = dialogOf(page).locator('pre')
  await expect(log).toHaveCount(1)
  await expect.poll(() => log.evaluate(({ textContent }) => textContent)).toBe(written)
  await expect(log.getByText('Line 1: 0 volunteers')).toBeInViewport()

  const folded = log.getByText('A line that folds')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await folded.scrollIntoViewIfNeeded()
    await expect.poll(async () => (await folded.boundingBox())?.height).toBeGreaterThan(30)
    expect(await logBox(page).evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  }

  const selected = await log.evaluate((text) => {
    getSelection()?.selectAllChildren(text)
    return getSelection()?.toString()
  })
  expect(selected?.replaceAll('\r', '')).toBe(written.replaceAll('\r', ''))
  await page.getByRole('button', { name: 'Copy log' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Log copied' })).toHaveCount(1)
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(written)
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download log' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe(`export-${job.id.slice(-8)}.log`)
  expect(await readFile(await download.path(), 'utf8')).toBe(written)
})

test('the browser finds what is out of view', async ({ page }) => {
  const job = jobRow({ logs: logOf(5_000) })
  writeJobs(dashboard.dataDir, [job])
  await openDetails(page, dashboard, job.id)
  await expect(logBox(page).getByText('Line 4321:')).toHaveCount(1)
  expect(await page.evaluate(`find('Line 4321:')`)).toBe(true)
  expect(await page.evaluate('getSelection().toString()')).toBe('Line 4321:')
})
