import { defaultColors } from '@dashboard/contract/limits'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { colorField, saveColors } from '../branding.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * Colors that nobody can read, on each kind of page. The fields, the preview and saving are in
 * web/test/pages/branding.page.test.tsx.
 */

const dashboard = ownDashboard()

test.use({ hasTouch: true })

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
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await expectAccessibleAtEachWidth(page)
    await openSignedIn(page, dashboard, '/dashboard/monitor')
    await expect(page.getByRole('button', { name: 'Refresh Status' })).toBeVisible()
    await expectAccessibleAtEachWidth(page)
    for (const [path, shown] of pages) {
      await page.evaluate((to) => history.pushState(null, '', to), path)
      await expect(shown(page)).toBeVisible()
      await expectAccessibleAtEachWidth(page)
    }
    await expect(page.getByText(/^Primary Text is hard to read on/)).toBeVisible()
    await takeScreenshots(page, 'branding')(name.replaceAll(' ', '-'))
  })
}
