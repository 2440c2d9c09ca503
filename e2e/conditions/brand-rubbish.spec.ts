import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import {
  type BrandRow,
  button,
  colorField,
  resetBrand,
  roleColor,
  storeBrand,
  toast,
} from '../branding.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { openSignedIn } from '../sign-in.ts'

/** Invalid values in the stored brand settings: the app falls back key by key and never breaks. */

const dashboard = ownDashboard()

test.beforeEach(() => resetBrand(dashboard))

const open = (page: Page) => openSignedIn(page, dashboard, '/admin/branding')

const rubbish: { what: string; row: BrandRow; cards: string }[] = [
  {
    what: 'values that are no colors',
    row: {
      colors: JSON.stringify({
        primaryActions: 'red; } body { display: none',
        primaryText: 7,
        backgrounds: null,
        cardBackgrounds: 'FFEEDD',
        mutedElements: '#12345',
        black: '#ffffff',
      }),
      logoBackgroundColor: 'url(https://example.com)',
    },
    cards: '#ffeedd',
  },
  { what: 'a list for an object', row: { colors: '["#000000"]' }, cards: '#eaeced' },
  {
    what: 'a logo that is not there',
    row: { logoUrl: '/api/brand-settings/logo/gone.png', logoFileName: 'gone.png', logoZoom: 40 },
    cards: '#eaeced',
  },
]

for (const { what, row, cards } of rubbish) {
  test(`works with invalid stored values: ${what}`, async ({ page }) => {
    await storeBrand(dashboard, row)
    const failures: Error[] = []
    page.on('pageerror', (error) => failures.push(error))
    await open(page)
    await expect(colorField(page, 'Card Backgrounds')).toHaveValue(cards)
    await expect(colorField(page, 'Primary Actions')).toHaveValue('#1d489a')
    await expect(colorField(page, 'Primary Text')).toHaveValue('#000000')
    await expect.poll(() => roleColor(page, '--color-primary')).toBe('#1d489a')
    await expect.poll(() => roleColor(page, '--color-card')).toBe(cards)
    await expectAccessibleAtEachWidth(page)

    await colorField(page, 'Primary Text').fill('#202020')
    await button(page, 'Save Changes').click()
    await expect(toast(page, 'Settings Saved')).toBeVisible()
    await page.goto(`${dashboard.url}/dashboard/monitor`)
    await expect.poll(() => roleColor(page, '--color-text')).toBe('#202020')
    expect(failures).toEqual([])
    await storeBrand(dashboard, { colors: '{}', logoUrl: null, logoZoom: 1 })
  })
}
