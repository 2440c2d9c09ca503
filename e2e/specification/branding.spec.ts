import { expect, type Page } from '@playwright/test'
import { test } from '../reused-page.ts'
import { says } from './says.ts'
import { startWorld, toast } from './world.ts'

/** The brand settings, and where the logo stands. */

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const card = (page: Page) => page.getByRole('region', { name: 'Logo Management' })
const colors = (page: Page) => page.getByRole('region', { name: 'Color Customization' })
const icon = (page: Page) => page.locator('link[rel="icon"]')

const labels = {
  primaryActions: 'Primary Actions',
  secondaryActions: 'Secondary Actions',
  accentElements: 'Accent Elements',
  backgrounds: 'Main Backgrounds',
  primaryText: 'Primary Text',
  cardBackgrounds: 'Card Backgrounds',
  mutedElements: 'Borders & Muted Text',
}

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><circle cx="128" cy="128" r="120" fill="#c0392b"/></svg>'
const logo = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(drawing.padEnd(2_048, ' ')),
}

interface BrandAnswer {
  brandSettings: { colors: Record<string, string> } | null
}

/** The color of the buttons that lead on, as it is drawn. */
const drawnPrimary = (page: Page) =>
  button(page, 'Save Changes').evaluate((element) => getComputedStyle(element).backgroundColor)

const world = startWorld('empty')

test('the colors', async ({ page }) => {
  await world.open(page, '/admin/branding')
  const field = page.getByLabel('Primary Actions', { exact: true })
  await says(
    "Color Customization: colour picker plus hex text for primaryActions ('Primary Actions'), secondaryActions ('Secondary Actions'), accentElements ('Accent Elements'), backgrounds ('Main Backgrounds'), primaryText ('Primary Text'), cardBackgrounds ('Card Backgrounds'), mutedElements ('Borders & Muted Text').",
    async () => {
      for (const label of Object.values(labels)) {
        await expect(colors(page).getByText(label, { exact: true }).first()).toBeVisible()
        await expect(colors(page).getByLabel(label, { exact: true })).toHaveValue(/^#\w{6}$/)
        await expect(
          colors(page)
            .getByRole('button', { name: new RegExp(`color for ${label}`) })
            .first(),
        ).toBeVisible()
      }
    },
  )
  await says('Unsaved-changes banner with Cancel and Save Changes.', async () => {
    await expect(button(page, 'Save Changes')).toHaveCount(0)
    await field.fill('#226644')
    await expect(page.getByText(/Unsaved changes/i)).toBeVisible()
    await expect(button(page, 'Cancel')).toBeVisible()
    await expect(button(page, 'Save Changes')).toBeVisible()
  })
  await says('Colour changes preview live without saving.', () =>
    says('Colours may be previewed live.', async () => {
      await expect.poll(() => drawnPrimary(page)).toBe('rgb(34, 102, 68)')
      const { brandSettings } = await world.read<BrandAnswer>('/api/brand-settings')
      expect(brandSettings?.colors.primaryActions).toBeUndefined()
    }),
  )
  await says(
    'Brand form: an unsaved flag is set on any change; Cancel restores saved values and clears previews;',
    async () => {
      await button(page, 'Cancel').click()
      await expect(field).toHaveValue('#1d489a')
      await expect(button(page, 'Save Changes')).toHaveCount(0)
      await page.getByLabel('Card Backgrounds', { exact: true }).fill('#dddddd')
      await expect.poll(() => drawnPrimary(page)).toBe('rgb(29, 72, 154)')
    },
  )
  await says('saving clears the flag and previews and returns to the saved colours.', async () => {
    await field.fill('#226644')
    await button(page, 'Save Changes').click()
    await expect(toast(page, 'Settings Saved')).toBeVisible()
    await expect(button(page, 'Save Changes')).toHaveCount(0)
    await expect(field).toHaveValue('#226644')
    const { brandSettings } = await world.read<BrandAnswer>('/api/brand-settings')
    expect(brandSettings?.colors.primaryActions).toBe('#226644')
    await page.reload()
    await expect(field).toHaveValue('#226644')
  })
})

test('the logo', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && pathname.startsWith('/api/brand-settings'))
      calls.push(`${request.method()} ${pathname.replace(/[^/]{30,}|ticket$/, '…')}`)
  })
  await world.open(page, '/admin/branding')
  await says('Logo Guidelines appear when there is no logo.', async () => {
    await expect(page.getByText('Logo Guidelines', { exact: true })).toBeVisible()
    await expect(card(page).getByText('Default Logo', { exact: true })).toBeVisible()
  })
  await says(
    'Logo Management: upload by drag-and-drop zone or file picker; preview with file name and size in KB; Upload and Cancel.',
    async () => {
      await card(page).locator('input[type=file]').setInputFiles(logo)
      await expect(card(page).getByText('logo.svg', { exact: true })).toBeVisible()
      await expect(card(page).getByText(/\b2(\.0)? KB/)).toBeVisible()
      await expect(card(page).locator('img').first()).toBeVisible()
      await button(page, 'Cancel').click()
      await expect(card(page).getByText('logo.svg', { exact: true })).toHaveCount(0)
      await drop(page, card(page).locator('input[type=file]').locator('xpath=..'))
      await expect(button(page, 'Upload')).toBeVisible()
    },
  )
  await says(
    'Logo: absent, then uploaded (ticket requested, file sent to the ticket address, upload confirmed), then active or disabled (toggle), then deleted.',
    async () => {
      await button(page, 'Upload').click()
      await expect(toast(page, 'Logo Uploaded')).toBeVisible()
      expect(calls).toEqual([
        'POST /api/brand-settings/upload-url',
        'PUT /api/brand-settings/uploads/…',
        'POST /api/brand-settings/…/confirm',
      ])
      await expect(card(page).getByText('Custom Logo Active', { exact: true })).toBeVisible()
    },
  )
  await says(
    'When the logo is active: Logo Size slider with percent readout and Reset; Logo Background (transparent checkbox, colour picker plus hex text).',
    async () => {
      const slider = page.getByRole('slider', { name: 'Logo Size' })
      await slider.press('ArrowRight')
      await expect(card(page).getByText('105%', { exact: true })).toBeVisible()
      await card(page).getByText('Reset', { exact: true }).click()
      await expect(card(page).getByText('100%', { exact: true })).toBeVisible()
      const background = card(page).getByRole('group', { name: 'Logo Background' })
      await expect(background.getByRole('checkbox', { name: /transparent/i })).toBeVisible()
      await expect(background.getByRole('textbox')).toHaveValue('#226644')
      await expect(background.getByRole('button', { name: /color/i }).first()).toBeVisible()
    },
  )
  await says(
    'Default logo background: the primary colour (#1d489a); may be transparent or custom',
    async () => {
      const background = card(page).getByRole('group', { name: 'Logo Background' })
      const isTransparent = background.getByRole('checkbox', { name: /transparent/i })
      // The tile of the logo, here and in the sidebar.
      const expectTiles = async (color: string) => {
        const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
        for (const place of [card(page), sidebar]) {
          const tile = place.locator('img').first().locator('xpath=..')
          await expect(tile).toHaveCSS('background-color', color)
        }
      }
      const save = async () => {
        await button(page, 'Save Changes').click()
        await expect(button(page, 'Save Changes')).toHaveCount(0)
      }
      await page.getByLabel('Primary Actions', { exact: true }).fill('#1d489a')
      await save()
      await expect(background.getByRole('textbox')).toHaveValue('#1d489a')
      await expectTiles('rgb(29, 72, 154)')
      await background.getByRole('textbox').fill('#ff0000')
      await save()
      await expectTiles('rgb(255, 0, 0)')
      await isTransparent.check()
      await save()
      await expectTiles('rgba(0, 0, 0, 0)')
    },
  )
  await says(
    'Login screen: shows the custom logo if brand settings are active, otherwise a default icon.',
    async () => {
      const logoOfLogin = page.getByRole('main').locator('img')
      await signOut(page, `${world.url}/login`)
      await expect(logoOfLogin).toBeVisible()
      await expectDrawn(logoOfLogin)
    },
  )
  await says(
    'The browser favicon is replaced with the custom logo when one exists, otherwise removed.',
    async () => {
      await expect(icon(page)).toHaveAttribute('href', /\/api\/brand-settings\/logo\//)
      await world.open(page, '/admin/branding')
      await expect(icon(page)).toHaveCount(1)
    },
  )
  await says(
    "When a logo exists: Disable/Enable, Replace, Delete; status text 'Custom Logo Active' or 'Default Logo'.",
    async () => {
      await expect(button(page, 'Replace')).toBeVisible()
      await button(page, 'Disable').click()
      await expect(card(page).getByText('Default Logo', { exact: true })).toBeVisible()
      await expect(page.getByRole('slider', { name: 'Logo Size' })).toHaveCount(0)
      await button(page, 'Enable').click()
      await expect(card(page).getByText('Custom Logo Active', { exact: true })).toBeVisible()
      await button(page, 'Delete').click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Delete/ })
        .click()
      await expect(toast(page, 'Logo Deleted')).toBeVisible()
      await expect(page.getByText('Logo Guidelines', { exact: true })).toBeVisible()
      await expect(icon(page)).toHaveCount(0)
      await signOut(page, `${world.url}/login`)
      await expect(page.getByPlaceholder('Enter username')).toBeVisible()
      await expect(page.getByRole('main').locator('img')).toHaveCount(0)
      await expect(page.getByRole('main').locator('svg').first()).toBeVisible()
    },
  )
})

/** Drops the logo on an element. */
async function drop(page: Page, zone: ReturnType<Page['locator']>) {
  const dataTransfer = await page.evaluateHandle(
    ({ text, name, mimeType }) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], name, { type: mimeType }))
      return transfer
    },
    { text: logo.buffer.toString(), name: logo.name, mimeType: logo.mimeType },
  )
  await zone.dispatchEvent('drop', { dataTransfer })
}

async function signOut(page: Page, address: string) {
  await page.evaluate(() => localStorage.clear())
  await page.goto(address)
}

async function expectDrawn(image: ReturnType<Page['locator']>) {
  await expect
    .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
}
