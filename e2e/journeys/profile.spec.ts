import { listJobs } from '@dashboard/contract/jobs'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The profile page as people see it; what its forms say and do is in web/test/pages/profile.page.test.tsx. */

const dashboard = ownDashboard()
let accounts = 0

/** Opens the profile of a new user. */
async function openProfile(page: Page, names: { firstName?: string; lastName?: string } = {}) {
  accounts += 1
  const username = `mia${accounts}`
  const user = await createAccount(dashboard, { username, password: 'first secret', ...names })
  await openSignedIn(page, dashboard, '/profile', user)
  await expect(page.getByRole('tab', { name: 'Profile' })).toBeVisible()
  return user
}

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' })

onEachScreen(() => {
  test('shows who one is', async ({ page }) => {
    const user = await openProfile(page)
    const content = page.getByRole('main')
    await expect(content.getByText('MO', { exact: true })).toBeVisible()
    await expect(content.getByText(`@${user.username}`, { exact: true })).toBeVisible()
    const summary = page.getByRole('region', { name: 'Profile Summary' })
    for (const text of ['Mia Ortega', user.username, 'User', user.id]) {
      await expect(summary.getByText(text, { exact: true }).first()).toBeVisible()
    }
    await expectAccessible(page)
    await takeScreenshots(page, 'profile')('names')
    await page.getByRole('tab', { name: 'Security' }).click()
    await expect(page.getByLabel('Current Password')).toBeVisible()
    await expectAccessible(page)
  })
})

test('holds names of 80 characters', async ({ page }) => {
  await openProfile(page, { firstName: 'W'.repeat(80), lastName: 'Ö'.repeat(80) })
  await expectAccessibleAtEachWidth(page)
})

test('every state of its forms is accessible, and the new password signs in', async ({ page }) => {
  const { username } = await openProfile(page)
  for (const label of ['First Name', 'Last Name', 'Username'])
    await page.getByLabel(label).fill(' ')
  await save(page).click()
  await expect(page.getByText('First name is required', { exact: true })).toBeVisible()
  await expectAccessibleAtEachWidth(page)

  await page.getByLabel('First Name').fill('Mia')
  await page.getByLabel('Last Name').fill('Ortega')
  await page.getByLabel('Username').fill('ADMIN')
  await save(page).click()
  await expect(page.getByRole('alert').getByText('Username is already taken')).toBeVisible()
  await expectAccessibleAtEachWidth(page)

  await page.route('**/api/auth/profile', () => undefined)
  await save(page).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  await expectAccessibleAtEachWidth(page)

  // Uses the keyboard, as people do with tabs.
  await page.getByRole('tab', { name: 'Profile' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Current password is required', { exact: true })).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'profile')('password')

  await fillPassword(page, 'wrong secret')
  await expect(page.getByRole('alert').getByText('Current password is incorrect')).toBeVisible()
  await expectAccessibleAtEachWidth(page)

  await fillPassword(page, 'first secret')
  await expect(page.getByText('Password Changed', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Monitor' }).click()
  await expect(page.getByRole('region', { name: 'Job Status' })).toBeVisible()
  const again = await signInByApi(dashboard, { username, password: 'second secret' })
  expect((await again.call(listJobs)).status).toBe(200)
})

async function fillPassword(page: Page, current: string): Promise<void> {
  await page.getByLabel('Current Password').fill(current)
  await page.getByLabel('New Password', { exact: true }).fill('second secret')
  await page.getByLabel('Confirm New Password').fill('second secret')
  await page.getByRole('button', { name: 'Change Password' }).click()
}
