import { startCircuitReport } from '@dashboard/contract/reports'
import { expect, type Locator } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { signInByApi } from '../api-client.ts'
import { dialogOf, openDetails } from '../job-dialog.ts'
import { runningRow, writeJobs } from '../job-rows.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { openSignedIn } from '../sign-in.ts'

/** Selected, active and running items stay visible where the system sets the colors (docs/design-language.md#color). */

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })
const dashboard = ownDashboard({}, { synced: 'sample' })

const computed = (target: Locator, property: string) =>
  target.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

/** Returns the system's colors in this browser. */
async function systemColors(target: Locator) {
  return target.evaluate((element) => {
    const colorOf = (name: string) => {
      const probe = document.createElement('i')
      probe.style.color = name
      element.ownerDocument.body.append(probe)
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    }
    return {
      canvas: colorOf('Canvas'),
      text: colorOf('CanvasText'),
      highlight: colorOf('Highlight'),
    }
  })
}

test('the tick of a chosen report, and the page that is open', async ({ page }) => {
  const client = await signInByApi(dashboard)
  const { body } = await client.call(startCircuitReport, { body: { circuits: ['NY-1'] } })
  await client.waitForJob(body.jobId)
  await openSignedIn(page, dashboard, '/dashboard/reports')
  const report = page.getByRole('checkbox', { name: /^Select report of/ })
  await report.click()
  await expect(page.getByText('1 report selected')).toBeVisible()
  const { canvas, text, highlight } = await systemColors(report)
  const tick = report.locator('xpath=following-sibling::*')
  expect(await computed(tick, 'stroke')).toBe(text)

  const navigation = page.getByRole('navigation', { name: 'Main' })
  const open = navigation.getByRole('link', { name: 'Reports' })
  const other = navigation.getByRole('link', { name: 'Monitor' })
  expect(await computed(open, 'border-left-color')).not.toBe(canvas)
  expect(await computed(other, 'border-left-color')).toBe(canvas)

  await page.getByRole('checkbox', { name: 'NY-1', exact: true }).click()
  const onlySelected = page.getByRole('button', { name: 'Only selected' })
  await onlySelected.click()
  await page.getByRole('heading', { name: 'Download Center' }).hover()
  expect(await computed(onlySelected, 'outline-color')).toBe(highlight)
  await expectAccessible(page)
})

test('the progress of a job, and its dot', async ({ page }) => {
  const job = runningRow({})
  writeJobs(dashboard.dataDir, [job])
  await openDetails(page, dashboard, job.id)
  const bar = dialogOf(page).getByRole('progressbar')
  const { canvas, highlight } = await systemColors(bar)
  expect(await computed(bar.locator('> *'), 'background-color')).toBe(highlight)
  expect(await computed(bar, 'outline-style')).toBe('solid')
  const dot = dialogOf(page).locator('dd span[aria-hidden]').first()
  expect(await computed(dot, 'background-color')).not.toBe(canvas)
  await expectAccessible(page)
})

test('a switch, the item of a menu that keys have reached, and colors to choose', async ({
  page,
}) => {
  await openSignedIn(page, dashboard, '/admin/monitoring')
  const toggle = page.getByRole('switch', { name: 'Auto-Sync' })
  await expect(toggle).toBeVisible()
  const { canvas, highlight } = await systemColors(toggle)
  expect(await computed(toggle.locator('> span'), 'background-color')).not.toBe(canvas)

  await page.getByRole('button', { name: /user menu of/ }).press('Enter')
  const item = page.getByRole('menuitem').first()
  await expect(item).toBeFocused()
  expect(await computed(item, 'outline-color')).toBe(highlight)
  await page.keyboard.press('Escape')

  await openSignedIn(page, dashboard, '/admin/branding')
  const swatch = page.getByRole('button', { name: 'Pick a color for Primary Actions' })
  expect(await computed(swatch, 'background-color')).toBe('rgb(29, 72, 154)')
})
