import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import {
  button,
  colorField,
  resetBrand,
  savedBrand,
  svgLogo,
  toast,
  unsavedBanner,
  uploadLogo,
} from '../branding.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The brand settings' logo: from choosing to deleting, its size and background. */

const dashboard = ownDashboard()

test.beforeEach(() => resetBrand(dashboard))

const open = (page: Page) => openSignedIn(page, dashboard, '/admin/branding')

const sidebarLogo = (page: Page) => page.getByRole('complementary').getByRole('presentation')

onEachScreen(() => {
  test('loading, failed and empty', async ({ page }) => {
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/brand-settings', async (route) => {
      await isAnswered
      await route.fulfill({ status: 503, json: { message: 'The database is busy.' } })
    })
    await open(page)
    await expect(page.getByText('Loading...')).toBeAttached()
    await expectAccessible(page)
    answer()
    await expect(page.getByText(/^The saved settings could not be read\./)).toBeVisible()
    await expect(page.getByText('The database is busy.')).toBeVisible()
    await expect(colorField(page, 'Primary Actions')).toHaveValue('#1d489a')
    await expectAccessible(page)
    await takeScreenshots(page, 'branding')('unread')
    await colorField(page, 'Primary Text').fill('#112233')
    const patch = page.waitForRequest((request) => request.method() === 'PATCH')
    await button(page, 'Save Changes').click()
    expect((await patch).postDataJSON()).toEqual({ colors: { primaryText: '#112233' } })
    await expect(toast(page, 'Settings Saved')).toBeVisible()
    await expect(page.getByText(/^The saved settings could not be read\./)).toBeHidden()
    await resetBrand(dashboard)
    await page.reload()
    await expect(button(page, 'Try again')).toBeVisible()
    await page.unroute('**/api/brand-settings')
    await button(page, 'Try again').click()
    const logo = page.getByRole('region', { name: 'Logo Management' })
    await expect(logo.getByText('Default Logo', { exact: true })).toBeVisible()
    await expect(logo.getByText('Logo Guidelines')).toBeVisible()
    await expect(page.getByRole('slider', { name: 'Logo Size' })).toHaveCount(0)
    for (const [label, color] of [
      ['Primary Actions', '#1d489a'],
      ['Secondary Actions', '#67a0d2'],
      ['Accent Elements', '#67a0d2'],
      ['Main Backgrounds', '#ffffff'],
      ['Primary Text', '#000000'],
      ['Card Backgrounds', '#eaeced'],
      ['Borders & Muted Text', '#757575'],
    ] as const) {
      await expect(colorField(page, label)).toHaveValue(color)
    }
    await expectAccessible(page)
    await takeScreenshots(page, 'branding')('defaults')
  })

  test('a logo from choosing to deleting', async ({ page }) => {
    await open(page)
    await page.getByLabel('Logo file').setInputFiles(svgLogo())
    await expect(page.getByText('sun.svg', { exact: true })).toBeVisible()
    await expect(page.getByText('0.1 KB', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Cancel').click()
    await expect(page.getByText('sun.svg')).toHaveCount(0)

    await uploadLogo(page)
    await expect(
      page.getByText('Your custom logo has been uploaded successfully.', { exact: true }),
    ).toBeVisible()
    await expect(page.getByText('Custom Logo Active', { exact: true })).toBeVisible()
    await expect(page.getByText('Logo Guidelines')).toHaveCount(0)
    await expectAccessible(page)
    await takeScreenshots(page, 'branding')('logo')
    const logoUrl = (await savedBrand(dashboard))?.logoUrl ?? ''
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe(logoUrl)

    await button(page, 'Disable').click()
    await expect(toast(page, 'Status Updated')).toBeVisible()
    await expect(page.getByText('Default Logo', { exact: true })).toBeVisible()
    await expect(page.getByRole('slider', { name: 'Logo Size' })).toHaveCount(0)
    await expect(page.locator('link[rel=icon]')).toHaveCount(0)
    await expectAccessible(page)
    await button(page, 'Enable').click()
    await expect(page.getByText('Custom Logo Active', { exact: true })).toBeVisible()

    const chooser = page.waitForEvent('filechooser')
    await button(page, 'Replace').click()
    await (await chooser).setFiles(svgLogo('<rect width="90" height="90"/>', 'square.svg'))
    await button(page, 'Upload').click()
    await expect(button(page, 'Replace')).toBeVisible()
    await expect(page.getByText('square.svg', { exact: true })).toBeVisible()
    const oldFile = async () => (await fetch(dashboard.url + logoUrl)).status
    await expect.poll(oldFile).toBe(404)

    await button(page, 'Delete').click()
    const dialog = page.getByRole('alertdialog')
    await expect(
      dialog.getByText('Are you sure you want to delete this logo? This action cannot be undone.', {
        exact: true,
      }),
    ).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(button(page, 'Delete')).toBeFocused()
    await button(page, 'Delete').click()
    await dialog.getByRole('button', { name: 'Delete logo' }).click()
    await expect(toast(page, 'Logo Deleted')).toBeVisible()
    await expect(page.getByText('Logo Guidelines')).toBeVisible()
  })
})

test('shows a picture of a drawing, whatever the drawing holds', async ({ page }) => {
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(error.message))
  page.on('dialog', (dialog) => failures.push(dialog.message()))
  await open(page)
  const drawing = svgLogo(
    `<script>alert(1)</script><style>@import url("https://example.test/a.css");</style>
    <a href="javascript:alert(2)"><circle cx="50" cy="50" r="40" fill="#fc0"><animate attributeName="r" values="1;40" dur="1s"/></circle></a>`,
    'link.svg',
  )
  await page.getByLabel('Logo file').setInputFiles(drawing)
  await button(page, 'Upload').click()
  await expect(toast(page, 'Logo Uploaded')).toBeVisible()
  await expect(page.getByText('link.svg', { exact: true })).toBeVisible()
  const shown = () => sidebarLogo(page).evaluate((logo: HTMLImageElement) => logo.naturalWidth)
  await expect.poll(shown).toBe(1_024)
  const logoUrl = (await savedBrand(dashboard))?.logoUrl ?? ''
  const answer = await page.request.get(dashboard.url + logoUrl)
  expect(answer.headers()['content-type']).toBe('image/png')
  expect(failures).toEqual([])
})

test('refuses what cannot be a logo', async ({ page }) => {
  await open(page)
  const input = page.getByLabel('Logo file')
  await input.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF') })
  await expect(toast(page, 'Invalid File')).toBeVisible()
  await expect(
    page.getByText('Please upload a PNG, JPG, or SVG file.', { exact: true }),
  ).toBeVisible()
  const big = Buffer.alloc(2 * 1024 * 1024)
  await input.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: big })
  await expect(page.getByText('File size must be less than 2MB.', { exact: true })).toBeVisible()
  await expect(button(page, 'Upload')).toHaveCount(0)
})

test('takes a logo by drag and drop, in three steps', async ({ page }) => {
  await open(page)
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'dropped.svg', { type: 'image/svg+xml' }))
    return transfer
  }, svgLogo().buffer.toString())
  const zone = page.getByText('Drop a logo here, or choose one from this device.')
  await zone.dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByText('dropped.svg', { exact: true })).toBeVisible()

  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' || !request.url().includes('brand-settings')) return
    const path = new URL(request.url()).pathname
    const { authorization } = request.headers()
    calls.push(`${request.method()} ${path.split('/')[3]} ${authorization ? 'with' : 'without'}`)
  })
  await button(page, 'Upload').click()
  await expect(toast(page, 'Logo Uploaded')).toBeVisible()
  expect(calls[0]).toBe('POST upload-url with')
  expect(calls[1]).toMatch(/^PUT \S+ without$/)
  expect(calls[2]).toMatch(/^POST \S+ with$/)
  expect(calls).toHaveLength(3)
})

test('says which step of an upload failed, and keeps the choice', async ({ page }) => {
  await open(page)
  await page.getByLabel('Logo file').setInputFiles(svgLogo('<circle>', 'bad.svg'))
  await button(page, 'Upload').click()
  await expect(toast(page, 'Upload Failed')).toBeVisible()
  await expect(page.getByText(/This SVG cannot be drawn/).first()).toBeVisible()
  await expect(button(page, 'Upload')).toBeEnabled()
  await button(page, 'Cancel').click()

  // The response has no text, as from a storage of another vendor.
  await page.getByLabel('Logo file').setInputFiles(svgLogo())
  await page.route('**/api/brand-settings/upload-url', (route) =>
    route.fulfill({ json: { uploadUrl: '/api/nowhere', logoId: 'x' } }),
  )
  await page.route('**/api/nowhere', () => undefined)
  await button(page, 'Upload').click()
  await expect(button(page, 'Uploading...')).toBeDisabled()
  await button(page, 'Cancel').click()
  await expect(page.getByText('Default Logo', { exact: true })).toBeVisible()
})

test('size and background show in the sidebar and on the login page once saved', async ({
  page,
}) => {
  await open(page)
  await uploadLogo(page)
  const tile = sidebarLogo(page).locator('..')
  await expect(tile).toHaveCSS('background-color', 'rgb(29, 72, 154)')
  await page.getByRole('slider', { name: 'Logo Size' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('105%', { exact: true })).toBeVisible()
  await button(page, 'Reset logo size').click()
  await expect(page.getByText('100%', { exact: true })).toBeVisible()
  await expect(unsavedBanner(page)).toHaveCount(0)
  await page.getByRole('slider', { name: 'Logo Size' }).focus()
  await page.keyboard.press('End')
  await expect(page.getByText('150%', { exact: true })).toBeVisible()
  await colorField(page, 'Background color').fill('#00ff00')
  await expect(unsavedBanner(page)).toBeVisible()
  await expect(sidebarLogo(page)).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 0, 0)')
  await button(page, 'Save Changes').click()
  await expect(toast(page, 'Settings Saved')).toBeVisible()
  await expect(
    page.getByText('Your brand settings have been updated successfully.', { exact: true }),
  ).toBeVisible()
  await expect(sidebarLogo(page)).toHaveCSS('transform', 'matrix(1.5, 0, 0, 1.5, 0, 0)')
  await expect(tile).toHaveCSS('background-color', 'rgb(0, 255, 0)')

  await page.getByRole('checkbox', { name: 'Transparent' }).check()
  await expect(colorField(page, 'Background color')).toBeDisabled()
  await button(page, 'Save Changes').click()
  await expect(tile).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  expect(await savedBrand(dashboard)).toMatchObject({
    logoZoom: 1.5,
    logoBackgroundColor: '#00ff00',
    logoBackgroundTransparent: true,
  })

  await page.evaluate(() => localStorage.clear())
  await page.goto(`${dashboard.url}/login`)
  const logo = page.getByRole('main').getByRole('presentation')
  await expect(logo).toHaveCSS('transform', 'matrix(1.5, 0, 0, 1.5, 0, 0)')
  await expectAccessibleAtEachWidth(page)
})
