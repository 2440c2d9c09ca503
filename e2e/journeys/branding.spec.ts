import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import {
  button,
  colorField,
  resetBrand,
  roleColor,
  savedBrand,
  svgLogo,
  toast,
  unsavedBanner,
} from '../branding.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * The brand settings as people see them, the picture of a logo, and the ways out with unsaved changes that only a
 * browser has. What each field and button does is in web/test/pages/branding.page.test.tsx.
 */

const dashboard = ownDashboard()

test.beforeEach(() => resetBrand(dashboard))

const open = (page: Page) => openSignedIn(page, dashboard, '/admin/branding')

const sidebarLogo = (page: Page) => page.getByRole('complementary').getByRole('presentation')

test.describe('each state is accessible:', () => {
  test.use({ hasTouch: true })

  test('of the settings', async ({ page }) => {
    const screenshot = takeScreenshots(page, 'branding')
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
    await expectAccessibleAtEachWidth(page)
    answer()
    await expect(page.getByText(/^The saved settings could not be read\./)).toBeVisible()
    await expectAccessibleAtEachWidth(page)
    await screenshot('unread')
    await page.unroute('**/api/brand-settings')
    await button(page, 'Try again').click()
    await expect(page.getByText('Logo Guidelines')).toBeVisible()
    await expectAccessibleAtEachWidth(page)
    await screenshot('defaults')

    await colorField(page, 'Main Backgrounds').fill('ffeeff')
    await button(page, 'Save Changes').click()
    await expect(colorField(page, 'Main Backgrounds')).toBeFocused()
    await expectAccessibleAtEachWidth(page)
    await button(page, 'Cancel').click()

    await colorField(page, 'Card Backgrounds').fill('#FFF8E1')
    await expect(page.getByRole('complementary')).toHaveCSS(
      'background-color',
      'rgb(255, 248, 225)',
    )
    await page.route('**/api/brand-settings/*', (route) => route.fulfill({ status: 503, json: {} }))
    await button(page, 'Save Changes').click()
    await expect(toast(page, 'Save Failed')).toBeVisible()
    await expectAccessibleAtEachWidth(page)
    await page.unroute('**/api/brand-settings/*')
    await button(page, 'Cancel').click()

    // A color by keyboard.
    await button(page, 'Pick a color for Primary Actions').focus()
    await page.keyboard.press('Enter')
    await expectAccessibleAtEachWidth(page)
    await screenshot('picker')
    await page.getByRole('slider', { name: 'Hue' }).focus()
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await expect(button(page, 'Pick a color for Primary Actions')).toBeFocused()
    const picked = await colorField(page, 'Primary Actions').inputValue()
    expect(picked).toMatch(/^#[0-9a-f]{6}$/)
    expect(picked).not.toBe('#1d489a')
    await expect.poll(() => roleColor(page, '--color-primary')).toBe(picked)
    await expect(unsavedBanner(page)).toBeVisible()
    await expectAccessibleAtEachWidth(page)
    await screenshot('unsaved')
    await page.getByRole('link', { name: 'Back to Settings' }).click()
    await expect(page.getByText('Leave without saving?')).toBeVisible()
    await expectAccessibleAtEachWidth(page)
    await button(page, 'Discard changes').click()
    await expect(page).toHaveURL(`${dashboard.url}/admin`)
  })

  test('of the logo', async ({ page }) => {
    await open(page)
    await page.getByLabel('Logo file').setInputFiles(svgLogo())
    await expect(page.getByText('sun.svg', { exact: true })).toBeVisible()
    await expectAccessibleAtEachWidth(page)
    await button(page, 'Upload').click()
    await expect(page.getByText('Custom Logo Active', { exact: true })).toBeVisible()
    await expectAccessibleAtEachWidth(page)
    await takeScreenshots(page, 'branding')('logo')
    await button(page, 'Disable').click()
    await expect(toast(page, 'Status Updated')).toBeVisible()
    await expectAccessibleAtEachWidth(page)

    const chooser = page.waitForEvent('filechooser')
    await button(page, 'Replace').click()
    await (await chooser).setFiles(svgLogo('<rect width="90" height="90"/>', 'square.svg'))
    await button(page, 'Upload').click()
    await expect(page.getByText('square.svg', { exact: true })).toBeVisible()
    await button(page, 'Delete').click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAccessibleAtEachWidth(page)
    await page.keyboard.press('Escape')
    await expect(button(page, 'Delete')).toBeFocused()
  })
})

test('a drawing is dropped, shown as a picture whatever it holds, and as large as chosen', async ({
  page,
}) => {
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(error.message))
  page.on('dialog', (dialog) => failures.push(dialog.message()))
  await open(page)
  const drawing = svgLogo(
    `<script>alert(1)</script><style>@import url("https://example.test/a.css");</style>
    <a href="javascript:alert(2)"><circle cx="50" cy="50" r="40" fill="#fc0"><animate attributeName="r" values="1;40" dur="1s"/></circle></a>`,
  )
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'dropped.svg', { type: 'image/svg+xml' }))
    return transfer
  }, drawing.buffer.toString())
  const zone = page.getByText('Drop a logo here, or choose one from this device.')
  await zone.dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByText('dropped.svg', { exact: true })).toBeVisible()
  await button(page, 'Upload').click()
  await expect(toast(page, 'Logo Uploaded')).toBeVisible()
  const shown = () => sidebarLogo(page).evaluate((logo: HTMLImageElement) => logo.naturalWidth)
  await expect.poll(shown).toBe(1_024)
  const logoUrl = (await savedBrand(dashboard))?.logoUrl ?? ''
  const answer = await page.request.get(dashboard.url + logoUrl)
  expect(answer.headers()['content-type']).toBe('image/png')
  expect(failures).toEqual([])

  const tile = sidebarLogo(page).locator('..')
  await expect(tile).toHaveCSS('background-color', 'rgb(29, 72, 154)')
  await page.getByRole('slider', { name: 'Logo Size' }).focus()
  await page.keyboard.press('End')
  await colorField(page, 'Background color').fill('#00ff00')
  await button(page, 'Save Changes').click()
  await expect(sidebarLogo(page)).toHaveCSS('transform', 'matrix(1.5, 0, 0, 1.5, 0, 0)')
  await expect(tile).toHaveCSS('background-color', 'rgb(0, 255, 0)')
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${dashboard.url}/login`)
  const logo = page.getByRole('main').getByRole('presentation')
  await expect(logo).toHaveCSS('transform', 'matrix(1.5, 0, 0, 1.5, 0, 0)')
  await expectAccessibleAtEachWidth(page)
})

test('Back, Forward and closing the tab ask before changes are lost', async ({ page }) => {
  await openSignedIn(page, dashboard, '/admin')
  await page.getByRole('link', { name: 'Brand Settings', exact: true }).click()
  await colorField(page, 'Primary Text').fill('#101010')
  await page.goBack()
  await expect(page.getByText('Leave without saving?')).toBeVisible()
  await expect(page).toHaveURL(`${dashboard.url}/admin/branding`)
  await button(page, 'Stay').click()
  await expect(colorField(page, 'Primary Text')).toHaveValue('#101010')
  await page.goBack()
  await button(page, 'Discard changes').click()
  await expect(page).toHaveURL(`${dashboard.url}/admin`)

  await page.getByRole('link', { name: 'Brand Settings', exact: true }).click()
  await expect(colorField(page, 'Primary Text')).toHaveValue('#000000')
  await page.getByRole('link', { name: 'Monitor', exact: true }).click()
  await expect(page).toHaveURL(`${dashboard.url}/dashboard/monitor`)
  await page.goBack()
  await colorField(page, 'Primary Text').fill('#101010')
  await page.goForward()
  await expect(page).toHaveURL(`${dashboard.url}/admin/branding`)
  await button(page, 'Discard changes').click()
  await expect(page).toHaveURL(`${dashboard.url}/dashboard/monitor`)

  await page.goBack()
  await colorField(page, 'Primary Text').fill('#101010')
  await expect(unsavedBanner(page)).toBeVisible()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(unsavedBanner(page)).toBeVisible()
  // Leaves nothing unsaved behind for the next test on this page.
  await button(page, 'Cancel').click()
})
