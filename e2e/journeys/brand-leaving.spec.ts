import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { button, colorField, resetBrand, roleColor, toast, unsavedBanner } from '../branding.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** Leaving the brand settings with unsaved changes asks first, whichever way. */

const dashboard = ownDashboard()

test.beforeEach(() => resetBrand(dashboard))

const open = (page: Page) => openSignedIn(page, dashboard, '/admin/branding')

onEachScreen(() => {
  test('a picker by keyboard, and the question', async ({ page }) => {
    await open(page)
    await button(page, 'Pick a color for Primary Actions').focus()
    await page.keyboard.press('Enter')
    await expectAccessible(page)
    await takeScreenshots(page, 'branding')('picker')
    await page.getByRole('slider', { name: 'Hue' }).focus()
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await expect(button(page, 'Pick a color for Primary Actions')).toBeFocused()
    const picked = await colorField(page, 'Primary Actions').inputValue()
    expect(picked).toMatch(/^#[0-9a-f]{6}$/)
    expect(picked).not.toBe('#1d489a')
    await expect.poll(() => roleColor(page, '--color-primary')).toBe(picked)
    await expect(unsavedBanner(page)).toBeVisible()
    await expectAccessible(page)
    await takeScreenshots(page, 'branding')('unsaved')

    await page.getByRole('link', { name: 'Back to Settings' }).click()
    await expect(page.getByText('Leave without saving?')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Stay').click()
    await expect(page).toHaveURL(`${dashboard.url}/admin/branding`)
    await expect(colorField(page, 'Primary Actions')).toHaveValue(picked)
    await page.getByRole('link', { name: 'Back to Settings' }).click()
    await button(page, 'Discard changes').click()
    await expect(page).toHaveURL(`${dashboard.url}/admin`)
    await expect.poll(() => roleColor(page, '--color-primary')).toBe('#1d489a')
  })
})

test.describe('leaving with unsaved changes', () => {
  test.beforeEach(async ({ page }) => {
    await openSignedIn(page, dashboard, '/admin')
    await page.getByRole('link', { name: 'Brand Settings', exact: true }).click()
    await colorField(page, 'Primary Text').fill('#101010')
    await expect(unsavedBanner(page)).toBeVisible()
  })

  test('Back asks, and goes where it would have gone', async ({ page }) => {
    await page.goBack()
    await expect(page.getByText('Leave without saving?')).toBeVisible()
    await expect(page).toHaveURL(`${dashboard.url}/admin/branding`)
    await button(page, 'Stay').click()
    await expect(colorField(page, 'Primary Text')).toHaveValue('#101010')
    await page.goBack()
    await button(page, 'Discard changes').click()
    await expect(page).toHaveURL(`${dashboard.url}/admin`)
    await expect(page.getByRole('link', { name: 'User Management', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Monitor', exact: true }).click()
    await expect(page).toHaveURL(`${dashboard.url}/dashboard/monitor`)
  })

  test('Forward asks likewise', async ({ page }) => {
    await button(page, 'Cancel').click()
    await page.getByRole('link', { name: 'Monitor', exact: true }).click()
    await expect(page).toHaveURL(`${dashboard.url}/dashboard/monitor`)
    await page.goBack()
    await colorField(page, 'Primary Text').fill('#101010')
    await page.goForward()
    await expect(page).toHaveURL(`${dashboard.url}/admin/branding`)
    await button(page, 'Discard changes').click()
    await expect(page).toHaveURL(`${dashboard.url}/dashboard/monitor`)
  })

  test('closing the tab asks', async ({ page }) => {
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await expect(unsavedBanner(page)).toBeVisible()
  })

  test('logging out asks', async ({ page }) => {
    await page.getByRole('button', { name: /user menu/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await button(page, 'Stay').click()
    await expect(unsavedBanner(page)).toBeVisible()
    await page.getByRole('button', { name: /user menu/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await button(page, 'Discard changes').click()
    await expect(page).toHaveURL(`${dashboard.url}/login`)
    await expect.poll(() => roleColor(page, '--color-text')).toBe('#000000')
  })

  test('leaving asks nothing once all is saved', async ({ page }) => {
    await button(page, 'Save Changes').click()
    await expect(toast(page, 'Settings Saved')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(`${dashboard.url}/admin`)
  })

  test('an ended session leaves without asking', async ({ page }) => {
    await page.route('**/api/brand-settings/*', (route) => route.fulfill({ status: 401 }))
    await button(page, 'Save Changes').click()
    await expect(page).toHaveURL(`${dashboard.url}/login`)
    await expect(toast(page, 'Authentication expired. Please log in again.')).toBeVisible()
    await expect(page.getByText('Leave without saving?')).toHaveCount(0)
  })
})
