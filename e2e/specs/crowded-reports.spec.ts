import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, widths } from '../accessibility.ts'
import { crowdedOptions, crowdedReports, longName } from '../crowded-reports.ts'
import { type Dashboard, startDashboard } from '../dashboard.ts'
import { measureInteractions } from '../interaction-time.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The reports page with 5,000 congregations and 2,000 reports, which no server makes on demand. */

let dashboard: Dashboard

test.beforeAll(async () => {
  dashboard = await startDashboard()
})

test.afterAll(async () => {
  await dashboard.stop()
})

async function openCrowded(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 })
  const options = crowdedOptions(5_000)
  const reports = crowdedReports(2_000)
  await page.route('**/api/lookup-options', (route) => route.fulfill({ json: options }))
  await page.route('**/api/reports', (route) => route.fulfill({ json: { reports } }))
  await openSignedIn(page, dashboard, '/dashboard/reports')
  await expect(page.getByRole('checkbox', { name: /^Select report of/ }).first()).toBeVisible()
}

async function chooseCongregations(page: Page) {
  await page
    .getByRole('combobox', { name: 'Report type' })
    .selectOption({ label: 'Congregation Report' })
  await page.getByRole('switch').click()
}

for (const width of widths) {
  test(`holds them without overflow, at ${width} px`, async ({ page }) => {
    await openCrowded(page, width)
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
}

test('keeps every interaction under 200 ms on a machine four times as slow', async ({ page }) => {
  await openCrowded(page, 1280)
  await chooseCongregations(page)
  const longestInteraction = await measureInteractions(page)
  const circuits = page.getByRole('group', { name: 'Circuits', exact: true })
  const congregations = page.getByRole('group', { name: /^Congregations/ })
  const center = page.getByRole('region', { name: 'Download Center' })
  const steps: Record<string, () => Promise<unknown>> = {
    'all circuits': () => circuits.getByRole('button', { name: 'Select All Circuits' }).click(),
    'a circuit': () => circuits.getByRole('checkbox', { name: 'NY-1', exact: true }).click(),
    'search congregations': () =>
      congregations.getByRole('searchbox').pressSequentially('congregation 12-'),
    'a congregation': () =>
      congregations.getByRole('checkbox', { name: 'Congregation 12-1', exact: true }).click(),
    'all reports': () => center.getByRole('button', { name: 'Select All', exact: true }).click(),
    'a report': () => center.getByRole('checkbox').first().click(),
    'the last report': () => center.getByRole('checkbox').first().press('End'),
    'search reports': () => center.getByRole('searchbox').pressSequentially('ny-4'),
    'no report': () => center.getByRole('button', { name: 'Deselect All' }).click(),
  }
  for (const [step, interact] of Object.entries(steps)) {
    await interact()
    expect.soft(await longestInteraction(), step).toBeLessThan(200)
  }
  await expect(page.getByText('4,899 congregations selected')).toBeVisible()
  await expect(center.getByText('0 reports selected')).toBeVisible()
})

test('keeps the place of somebody who reads further down when reports arrive', async ({ page }) => {
  await openCrowded(page, 1280)
  const list = page.getByRole('list', { name: 'Reports' })
  await list.evaluate((rows) => rows.parentElement?.scrollTo(0, 6_000))
  const passed = list.getByRole('listitem').filter({ hasText: 'Congregation 10' }).first()
  await expect(passed).toBeVisible()
  const name = (await passed.getByRole('button').first().textContent()) ?? ''
  const reader = list.getByRole('button', { name })
  const before = await reader.boundingBox()
  const known = crowdedReports(2_000)
  const [newest] = known
  const reports = [{ ...newest, id: 'new', circuitId: 'NJ-7' }, ...known]
  await page.unroute('**/api/reports')
  await page.route('**/api/reports', (route) => route.fulfill({ json: { reports } }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'new report' })).toHaveCount(1)
  const after = await reader.boundingBox()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2)
})
