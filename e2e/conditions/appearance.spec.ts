import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { colorField } from '../branding.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * Light or dark: by hand in the user menu, else as the system has it. That pages are readable in the dark is in
 * e2e/accessibility, which shows each state on a phone in the dark.
 */

const dashboard = ownDashboard({}, { synced: 'sample' })
const light = 'rgb(255, 255, 255)'
const dark = 'rgb(15, 17, 20)'

const ground = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /user menu of/ }).click()
  await page.getByRole('menuitemradio', { name, exact: true }).click()
  await page.keyboard.press('Escape')
}

test('a choice in the menu applies at once, in other tabs, and from the first paint on', async ({
  page,
  context,
}) => {
  await openSignedIn(page, dashboard, '/profile')
  const other = await context.newPage()
  await other.goto(`${dashboard.url}/login`)
  expect(await ground(page)).toBe(light)
  await page.getByRole('button', { name: /user menu of/ }).click()
  await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeChecked()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  expect(await ground(page)).toBe(dark)
  await expectAccessible(page)
  await expect.poll(() => ground(other)).toBe(dark)

  // Loads the page without the scripts of the app.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('Loading...')).toBeVisible()
  expect(await ground(page)).toBe(dark)
  await page.unroute('**/assets/*.js')

  await page.emulateMedia({ media: 'print' })
  expect(await ground(page)).toBe(light)
  await page.emulateMedia({ media: 'screen' })
  await page.reload()
  await choose(page, 'Light')
  expect(await ground(page)).toBe(light)
})

test('without a choice the system’s applies, also when it changes', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openSignedIn(page, dashboard, '/profile')
  await expect.poll(() => ground(page)).toBe(dark)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => ground(page)).toBe(light)
  await choose(page, 'Dark')
  await choose(page, 'System')
  await expect.poll(() => ground(page)).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => ground(page)).toBe(dark)
})

test('the brand page shows unsaved colors on both backgrounds', async ({ page }) => {
  await openSignedIn(page, dashboard, '/admin/branding')
  await colorField(page, 'Primary Actions').fill('#006644')
  const primary = (ground: string) =>
    page.getByRole('figure', { name: ground }).getByText('Primary', { exact: true })
  await expect(primary('Light')).toHaveCSS('background-color', 'rgb(0, 102, 68)')
  // The color is lightened as far as white text stays readable on it.
  await expect(primary('Dark')).toHaveCSS('background-color', 'rgb(40, 126, 90)')
  await expectAccessible(page)
})
