import { expect, type Page } from '@playwright/test'
import { createAccount } from '../accounts.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { addAuthenticator, printSignInLink } from '../second-steps.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * Passkeys, with the browser's virtual authenticator, and the link for users who have lost them. Passkeys need a host
 * name, so the pages are opened at localhost. What the pages say elsewhere is in
 * web/test/pages/second-step.page.test.tsx.
 */

const dashboard = ownDashboard()
const byName = () => ({ url: dashboard.url.replace('127.0.0.1', 'localhost') })
const user = { username: 'pia', password: 'a fine day' }

test.beforeAll(() => createAccount(dashboard, user))

const openTab = (page: Page) => page.getByRole('tab', { name: 'Sign-in' }).click()
const withPasskey = (page: Page) => page.getByRole('button', { name: 'Log in with a passkey' })

async function logOut(page: Page) {
  await page.getByRole('button', { name: /user menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

test('is added, signs in, is listed with its last use, and is removed', async ({ page }) => {
  const authenticator = await addAuthenticator(page)
  await openSignedIn(page, byName(), '/profile', user)
  await openTab(page)
  await page.getByRole('button', { name: 'Add a Passkey' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add Passkey' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name').fill('My phone')
  await dialog.getByRole('button', { name: 'Add Passkey' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  await page.getByRole('button', { name: 'I Have Kept Them' }).click()
  const passkeys = page.getByRole('list', { name: 'Passkeys' })
  await expect(passkeys).toContainText(/My phone.*Not used yet/)
  await logOut(page)

  await expect(withPasskey(page)).toBeVisible()
  await authenticator.refuse(true)
  await withPasskey(page).click()
  await expect(page.getByText(/No passkey was used/)).toBeVisible()
  await authenticator.refuse(false)
  await withPasskey(page).click()
  // The heading takes the focus once the page is there, which would close the user menu.
  await expect(page.getByRole('heading', { name: 'Reports', exact: true })).toBeFocused()
  await logOut(page)
  await page.getByLabel('Username').fill(user.username)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByLabel('Recovery code', { exact: true })).toBeVisible()
  await withPasskey(page).click()
  await expect(page).toHaveURL(/\/dashboard\/reports$/)

  await page.goto(`${byName().url}/profile`)
  await openTab(page)
  await expect(passkeys).toContainText(/My phone.*Last used/)
  await page.getByRole('button', { name: 'Remove My phone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click()
  await expect(passkeys).toHaveCount(0)
  await logOut(page)
  await withPasskey(page).click()
  await expect(page.getByText(/belongs to no account here/)).toBeVisible()
})

test('a link from the server’s machine lets in a locked out user, once', async ({ page }) => {
  // Not at the address that passkeys are made for.
  await openSignedIn(page, dashboard, '/profile', user)
  await openTab(page)
  await expect(page.getByText('Passkeys work only where the dashboard is opened at')).toBeVisible()

  const link = await printSignInLink(dashboard, user.username)
  expect(link).toContain(`${byName().url}/login#link=`)
  await page.goto(link)
  const button = page.getByRole('button', { name: 'Log in with this link' })
  await expect(button).toBeVisible()
  // Opening the link, as a preview or a reload does, does not use it up; only the button does.
  await page.reload()
  await button.click()
  await expect(page).toHaveURL(/\/profile#sign-in$/)
  await page.getByLabel('New Password', { exact: true }).fill('another fine day')
  await page.getByLabel('Confirm New Password').fill('another fine day')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Your password was changed.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Set Up an Authenticator App' }).click()
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await page.goto('about:blank')
  await page.goto(link)
  await button.click()
  await expect(page.getByText(/This link was used before/)).toBeVisible()
  await page.getByRole('link', { name: 'Log in with a password instead' }).click()
  await expect(page).toHaveURL(/\/dashboard\/reports$|\/login$/)
})
