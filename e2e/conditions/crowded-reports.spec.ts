import { expect } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import {
  answerReports,
  chooseCongregations,
  crowdedReports,
  longName,
  openCrowdedReports,
} from '../crowded-reports.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'

/** The reports page with 5,000 congregations and 2,000 reports, which no server makes on demand. */

const dashboard = ownDashboard()

onEachScreen(() => {
  test('holds them without overflow', async ({ page }) => {
    await openCrowdedReports(page, dashboard)
    await chooseCongregations(page)
    const center = page.getByRole('region', { name: 'Download Center' })
    await expect(center.getByText(longName, { exact: false }).first()).toBeVisible()
    await expect(
      page.getByRole('group', { name: /^Congregations/ }).getByText(longName),
    ).toBeVisible()
    await center.getByRole('button', { name: 'Select All', exact: true }).click()
    await expect(center.getByText('2,000 reports selected')).toBeVisible()
    await expectAccessible(page)
    await takeScreenshots(page, 'reports')('crowded')
  })
})

test('says how many there are, and shows eight of them on a laptop', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openCrowdedReports(page, dashboard)
  const center = page.getByRole('region', { name: 'Download Center' })
  await expect(center.getByText('2,000 reports', { exact: true })).toBeVisible()
  const rows = page.getByRole('list', { name: 'Reports' }).getByRole('listitem')
  await expect(rows.nth(7)).toBeInViewport({ ratio: 1 })
  // Two lines at most, whatever the name.
  for (const row of (await rows.all()).slice(0, 8)) {
    expect((await row.boundingBox())?.height).toBeLessThan(57)
  }
  await center.getByRole('searchbox').fill('NY-1')
  await expect(center.getByText(/^2,000 reports, \d+ shown$/)).toBeVisible()
})

test('preserves the scroll position when reports arrive, and leads to them', async ({ page }) => {
  await openCrowdedReports(page, dashboard)
  const list = page.getByRole('list', { name: 'Reports' })
  await list.evaluate((rows) => rows.parentElement?.scrollTo(0, 6_000))
  // 'Congregation 10' stands among the first rows too, and leaves the page with them.
  await expect(list.getByText(longName, { exact: false })).toHaveCount(0)
  const passed = list.getByRole('listitem').filter({ hasText: 'Congregation 10' }).first()
  await expect(passed).toBeVisible()
  const name = (await passed.getByRole('button').first().textContent()) ?? ''
  const reader = list.getByRole('button', { name })
  const before = await reader.boundingBox()
  const known = crowdedReports(2_000)
  const [newest] = known
  if (!newest) throw new Error('There are no reports')
  const generatedAt = new Date(Date.parse(newest.generatedAt) + 60_000).toISOString()
  const reports = [{ ...newest, id: 'new', circuitId: 'NJ-7', generatedAt }, ...known]
  await answerReports(page, reports)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'new report' })).toHaveCount(1)
  const after = await reader.boundingBox()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: '1 new report', exact: true }).click()
  const first = list.getByRole('listitem').first()
  await expect(first).toContainText('NJ-7')
  await expect(first).toBeInViewport()
  await expect(page.getByText('New', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('button', { name: /new report/ })).toHaveCount(0)
})

test('a key right after a far jump does not act on the row left behind', async ({ page }) => {
  await openCrowdedReports(page, dashboard)
  const center = page.getByRole('region', { name: 'Download Center' })
  const first = center.getByRole('checkbox').first()
  await center.getByRole('button', { name: 'Select All', exact: true }).click()
  await expect(center.getByText('2,000 reports selected')).toBeVisible()
  await first.focus()
  // Both keys arrive before the page can draw a frame.
  const isPrevented = await first.evaluate((box) => {
    const key = (name: string) =>
      new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })
    box.dispatchEvent(key('End'))
    const space = key(' ')
    box.dispatchEvent(space)
    return space.defaultPrevented
  })
  expect(isPrevented).toBe(true)
  await expect(first).not.toBeFocused()
  const focused = center.locator(':focus')
  await expect(focused).toBeChecked()
  await page.keyboard.press('Space')
  await expect(focused).not.toBeChecked()
  await expect(center.getByText('1,999 reports selected')).toBeVisible()
  await page.keyboard.press('Home')
  await expect(first).toBeFocused()
  await expect(first).toBeChecked()
})
