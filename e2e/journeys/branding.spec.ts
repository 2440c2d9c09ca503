import { writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import {
  button,
  colorField,
  resetBrand,
  roleColor,
  savedBrand,
  svgLogo,
  toast,
  unsavedBanner,
  uploadLogo,
} from '../branding.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * The brand settings as people see them, the picture of a logo, and the ways out with unsaved changes that only a
 * browser has. What each field and button does is in web/test/pages/branding.page.test.tsx.
 */

const dashboard = ownDashboard()

test.beforeEach(() => resetBrand(dashboard))

const open = (page: Page) => openSignedIn(page, dashboard, '/admin/branding')

const sidebarLogo = (page: Page) => page.getByRole('complementary').getByRole('presentation')

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
})

test('a color is picked and a logo replaced by keyboard, and the focus returns', async ({
  page,
}) => {
  await open(page)
  const pick = button(page, 'Pick a color for Primary Actions')
  await pick.press('Enter')
  await page.getByRole('slider', { name: 'Hue' }).focus()
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(pick).toBeFocused()
  const picked = await colorField(page, 'Primary Actions').inputValue()
  expect(picked).toMatch(/^#[0-9a-f]{6}$/)
  expect(picked).not.toBe('#1d489a')
  await expect.poll(() => roleColor(page, '--color-primary')).toBe(picked)
  await button(page, 'Cancel').click()

  await uploadLogo(page)
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Replace').press('Enter')
  await (await chooser).setFiles(svgLogo('<rect width="90" height="90"/>', 'square.svg'))
  await button(page, 'Upload').click()
  await expect(page.getByText('square.svg', { exact: true })).toBeVisible()
  await button(page, 'Delete').press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Delete')).toBeFocused()
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

test('a logo that was saved again after it was chosen has to be chosen again', async ({
  page,
}, info) => {
  const file = info.outputPath('logo.svg')
  const { buffer } = svgLogo()
  await writeFile(file, buffer)
  await open(page)
  await page.getByLabel('Logo file').setInputFiles(file)
  await expect(button(page, 'Upload')).toBeVisible()
  await writeFile(file, `${buffer}<!-- another version -->`)
  await button(page, 'Upload').click()
  await expect(toast(page, 'Upload Failed')).toBeVisible()
  const sentence =
    'The file has changed since you chose it, or can no longer be read. Choose it again.'
  await expect(page.getByText(sentence, { exact: true })).toBeVisible()
})
