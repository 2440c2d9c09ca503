import { defaultColors } from '@dashboard/contract/limits'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import {
  button,
  colorField,
  resetBrand,
  roleColor,
  saveColors,
  savedBrand,
  toast,
  unsavedBanner,
} from '../branding.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The brand's seven colors: fields, preview, saving, and what people cannot read. */

const dashboard = ownDashboard()

test.beforeEach(() => resetBrand(dashboard))

const open = (page: Page) => openSignedIn(page, dashboard, '/admin/branding')

test('colors preview without saving, Cancel brings the saved ones back', async ({ page }) => {
  await open(page)
  await colorField(page, 'Primary Actions').fill('#006644')
  await colorField(page, 'Card Backgrounds').fill('#FFF8E1')
  await expect.poll(() => roleColor(page, '--color-primary')).toBe('#006644')
  await expect.poll(() => roleColor(page, '--color-card')).toBe('#fff8e1')
  await expect(page.getByRole('complementary')).toHaveCSS('background-color', 'rgb(255, 248, 225)')
  expect((await savedBrand(dashboard))?.colors.primaryActions ?? '#1d489a').toBe('#1d489a')
  await button(page, 'Cancel').click()
  await expect(unsavedBanner(page)).toHaveCount(0)
  await expect.poll(() => roleColor(page, '--color-primary')).toBe('#1d489a')
  await expect(colorField(page, 'Card Backgrounds')).toHaveValue('#eaeced')
})

test('saves only what was changed, and says when that fails', async ({ page }) => {
  await open(page)
  await colorField(page, 'Accent Elements').fill('#aa3377')
  await page.route('**/api/brand-settings/*', (route) =>
    route.fulfill({ status: 503, json: { message: 'The database is busy. Try again.' } }),
  )
  const isLogged = page.waitForEvent('pageerror')
  await button(page, 'Save Changes').click()
  await expect(toast(page, 'Save Failed')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await expect(page.getByText('The database is busy. Try again.', { exact: true })).toBeVisible()
  await isLogged
  await expect(unsavedBanner(page)).toBeVisible()
  await page.unroute('**/api/brand-settings/*')

  const patch = page.waitForRequest((request) => request.method() === 'PATCH')
  await button(page, 'Save Changes').click()
  expect((await patch).postDataJSON()).toEqual({ colors: { accentElements: '#aa3377' } })
  await expect(toast(page, 'Settings Saved')).toBeVisible()
  await expect(unsavedBanner(page)).toHaveCount(0)
  await page.reload()
  await expect(colorField(page, 'Accent Elements')).toHaveValue('#aa3377')
})

test('a value that is no color is refused where it stands', async ({ page }) => {
  await open(page)
  await colorField(page, 'Main Backgrounds').fill('ffeeff')
  const message = page.getByText('Invalid hex color format (use #RRGGBB)', { exact: true })
  await expect(message).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(message).toBeVisible()
  await expect.poll(() => roleColor(page, '--color-background')).toBe('#ffffff')
  await button(page, 'Save Changes').click()
  await expect(colorField(page, 'Main Backgrounds')).toBeFocused()
  await expectAccessibleAtEachWidth(page)
  await colorField(page, 'Main Backgrounds').fill('#ffeeff')
  await expect(message).toHaveCount(0)
})

const yellowOnWhite = {
  primaryActions: '#ffff00',
  secondaryActions: '#ffff00',
  accentElements: '#ffff00',
  primaryText: '#ffff00',
  mutedElements: '#ffff00',
  backgrounds: '#ffffff',
  cardBackgrounds: '#ffffff',
}
const allBlack = Object.fromEntries(Object.keys(defaultColors).map((key) => [key, '#000000']))

for (const [name, colors] of [
  ['yellow on white', yellowOnWhite],
  ['black on black', allBlack],
] as const) {
  onEachScreen(() => {
    test(`${name} stays readable and says why not`, async ({ page }) => {
      await saveColors(dashboard, colors)
      await page.goto(`${dashboard.url}/login`)
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
      await expectAccessible(page)
      for (const path of ['/dashboard/monitor', '/dashboard/reports', '/admin/users', '/profile']) {
        await openSignedIn(page, dashboard, path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page)
      }
      await open(page)
      await expectAccessible(page)
      const note = page.getByText(
        /^Primary Text is hard to read on Main Backgrounds \(1(\.\d)?:1\) and Card Backgrounds/,
      )
      await expect(note).toBeVisible()
      await takeScreenshots(page, 'branding')(name.replaceAll(' ', '-'))
      const take = page.getByRole('button', { name: /^Use #[0-9a-f]{6} for Primary Text$/ })
      const suggested = (await take.textContent())?.replace('Use ', '') ?? ''
      await take.click()
      await expect(colorField(page, 'Primary Text')).toHaveValue(suggested)
      await expect(note).toHaveCount(0)
      await button(page, 'Save Changes').click()
      await expect(toast(page, 'Settings Saved')).toBeVisible()
      expect((await savedBrand(dashboard))?.colors.primaryText).toBe(suggested)
    })
  })
}

test('text on a brand color is black or white, whichever reads', async ({ page }) => {
  await open(page)
  await colorField(page, 'Primary Actions').fill('#ffff00')
  await expect(button(page, 'Save Changes')).toHaveCSS('color', 'rgb(0, 0, 0)')
  await colorField(page, 'Primary Actions').fill('#330066')
  await expect(button(page, 'Save Changes')).toHaveCSS('color', 'rgb(255, 255, 255)')
})

test('says so when no color reads on both backgrounds', async ({ page }) => {
  await open(page)
  await colorField(page, 'Main Backgrounds').fill('#777777')
  await colorField(page, 'Card Backgrounds').fill('#2b2b2b')
  await expect(page.getByText('No color reads on both backgrounds.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /for Primary Text$/ })).toHaveCount(1)
})

test('the default colors are a click away', async ({ page }) => {
  await saveColors(dashboard, allBlack)
  await open(page)
  await button(page, 'Default colors').click()
  await expect(colorField(page, 'Main Backgrounds')).toHaveValue('#ffffff')
  await button(page, 'Save Changes').click()
  await expect(toast(page, 'Settings Saved')).toBeVisible()
  expect((await savedBrand(dashboard))?.colors).toEqual(defaultColors)
})
