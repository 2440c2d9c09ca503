import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { dialogOf, logBox, logOf, openDetails } from '../job-dialog.ts'
import { changeJob, deleteAllJobs, jobRow, runningRow, writeJobs } from '../job-rows.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { takeScreenshots } from '../screenshots.ts'

/**
 * The log in a job's details: following, finding and taking along (docs/behavior.md#job-details).
 */

const dashboard = ownDashboard()

test.beforeEach(() => deleteAllJobs(dashboard.dataDir))

const distanceFromEnd = (page: Page) =>
  logBox(page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)

test('the log follows its end within 50 px, as long as auto-scroll is on', async ({ page }) => {
  const job = runningRow({ logs: logOf(200) })
  writeJobs(dashboard.dataDir, [job])
  await openDetails(page, dashboard, job.id)
  await expect(logBox(page).getByText('Line 200:')).toBeVisible()
  const grow = async (lines: number) => {
    changeJob(dashboard.dataDir, job.id, { logs: logOf(lines) })
    await expect(dialogOf(page).getByText(`${lines} lines`)).toBeVisible()
  }
  await grow(260)
  await expect(logBox(page).getByText('Line 260:')).toBeVisible()
  expect(await distanceFromEnd(page)).toBeLessThanOrEqual(1)

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
  await expect(logBox(page).getByText('Line 300:')).toHaveCount(0)
})

test('the log is searched, copied and downloaded', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const job = jobRow({ logs: logOf(300) })
  writeJobs(dashboard.dataDir, [job])
  await openDetails(page, dashboard, job.id)
  await expect(logBox(page).getByText('Line 1: 0 volunteers')).toBeVisible()
  await expect(dialogOf(page).getByText('300 lines')).toBeVisible()

  await page.keyboard.press('Control+f')
  await expect(page.getByRole('searchbox', { name: 'Find in log' })).toBeFocused()
  await page.keyboard.type('LINE 29')
  await expect(dialogOf(page).getByText('1 of 11')).toBeVisible()
  await expect(logBox(page).locator('mark').first()).toHaveText('Line 29')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByText('2 of 11')).toBeVisible()
  await expect(logBox(page).getByText('Line 290:')).toBeInViewport()
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'job-details')('find')
  await page.keyboard.press('Shift+Enter')
  await page.getByRole('button', { name: 'Previous match' }).click()
  await expect(dialogOf(page).getByText('11 of 11')).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await page.getByRole('searchbox', { name: 'Find in log' }).fill('nowhere')
  await expect(dialogOf(page).getByText('No match')).toBeVisible()

  await page.getByRole('button', { name: 'Copy log' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Log copied' })).toHaveCount(1)
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(logOf(300))
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download log' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe(`export-${job.id.slice(-8)}.log`)
  expect(await readFile(await download.path(), 'utf8')).toBe(logOf(300))
})
