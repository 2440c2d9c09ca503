import { defaultColors } from '@dashboard/contract/brand-palette'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectStateAccessible } from '../accessibility.ts'
import {
  button,
  colorField,
  resetBrand,
  saveColors,
  svgLogo,
  toast,
  unsavedBanner,
} from '../branding.ts'
import { holdAnswer } from '../held-answer.ts'
import { goInApp } from '../in-app.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The brand settings, and pages in colors that nobody can read. */

const dashboard = ownDashboard()

test.beforeEach(() => resetBrand(dashboard))

test('the colors', async ({ page }) => {
  const picture = takeScreenshots(page, 'branding')
  const settings = await holdAnswer(page, '**/api/brand-settings')
  await openSignedIn(page, dashboard, '/admin/branding')
  await expect(page.getByText('Loading...')).toBeAttached()
  await expectStateAccessible(page, 'loading')
  settings.refuse()
  await expect(page.getByText(/^The saved settings could not be read\./)).toBeVisible()
  await expectStateAccessible(page, 'not loaded')
  await picture('unread')
  await settings.release()
  await button(page, 'Try again').click()
  await expect(page.getByText('Logo Guidelines')).toBeVisible()
  await expectStateAccessible(page, 'the defaults')
  await picture('defaults')

  await colorField(page, 'Main Backgrounds').fill('ffeeff')
  await button(page, 'Save Changes').click()
  await expect(colorField(page, 'Main Backgrounds')).toBeFocused()
  await expectStateAccessible(page, 'what is no color')
  await button(page, 'Cancel').click()

  await button(page, 'Pick a color for Primary Actions').press('Enter')
  await expect(page.getByRole('slider', { name: 'Hue' })).toBeVisible()
  await expectStateAccessible(page, 'picking a color')
  await picture('picker')
  await page.getByRole('slider', { name: 'Hue' }).press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(unsavedBanner(page)).toBeVisible()
  await expectStateAccessible(page, 'unsaved changes')
  await picture('unsaved')
  await page.getByRole('link', { name: 'Back to Settings' }).click()
  await expect(page.getByText('Leave without saving?')).toBeVisible()
  await expectStateAccessible(page, 'the question before they are lost')
  await button(page, 'Discard changes').click()
})

test('the logo', async ({ page }) => {
  await openSignedIn(page, dashboard, '/admin/branding')
  await page.getByLabel('Logo file').setInputFiles(svgLogo())
  await expect(page.getByText('sun.svg', { exact: true })).toBeVisible()
  await expectStateAccessible(page, 'a file was chosen')
  await button(page, 'Upload').click()
  await expect(page.getByText('Custom Logo Active', { exact: true })).toBeVisible()
  await expectStateAccessible(page, 'active')
  await takeScreenshots(page, 'branding')('logo')
  await page.getByRole('slider', { name: 'Logo Size' }).press('End')
  await button(page, 'Save Changes').click()
  await expect(toast(page, 'Settings Saved')).toBeVisible()
  await page.evaluate('localStorage.clear()')
  await page.goto(`${dashboard.url}/login`)
  await expect(page.getByRole('main').getByRole('presentation')).toBeVisible()
  await expectStateAccessible(page, 'as large as it can be, on the login page')
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

/** Each page, by what it shows once it is there. */
const pages: readonly (readonly [path: string, shown: (page: Page) => Locator])[] = [
  ['/dashboard/monitor', (page) => button(page, 'Refresh Status')],
  ['/dashboard/reports', (page) => page.getByRole('region', { name: 'Generate Reports' })],
  ['/admin/users', (page) => page.getByRole('table', { name: 'Users' })],
  ['/profile', (page) => page.getByRole('tab', { name: 'Sign-in' })],
  ['/admin/branding', (page) => colorField(page, 'Primary Text')],
]

for (const [name, colors] of [
  ['yellow on white', yellowOnWhite],
  ['black on black', allBlack],
] as const) {
  test(`${name} stays readable`, async ({ page }) => {
    await saveColors(dashboard, colors)
    await page.goto(`${dashboard.url}/login`)
    await expect(button(page, 'Login')).toBeVisible()
    await expectStateAccessible(page, '/login')
    await openSignedIn(page, dashboard, '/dashboard')
    for (const [path, shown] of pages) {
      await goInApp(page, path)
      await expect(shown(page)).toBeVisible()
      await expectStateAccessible(page, path)
    }
    await expect(page.getByText(/^Primary Text is hard to read on/)).toBeVisible()
    await takeScreenshots(page, 'branding')(name.replaceAll(' ', '-'))
  })
}
