import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The user's own sessions, under Profile, and signing a user out everywhere. */

const dashboard = ownDashboard()
let accounts = 0

function newUser() {
  accounts += 1
  return createAccount(dashboard, { username: `una${accounts}`, password: 'a fine day' })
}

/** Signs in through the login page, so that the session has the browser's name. */
async function logIn(page: Page, { username, password }: { username: string; password: string }) {
  await page.goto(`${dashboard.url}/login`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/dashboard\/reports$/)
}

const rows = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
const confirm = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()

test('lists one’s devices and signs out another one, which is logged out', async ({
  page,
  browser,
}) => {
  const user = await newUser()
  await logIn(page, user)
  const phone = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  })
  const other = await phone.newPage()
  await logIn(other, user)
  await page.goto(`${dashboard.url}/profile`)
  await page.getByRole('tab', { name: 'Sessions' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText(/Chrome on Linux.*This device/)
  await expect(rows(page).last()).toContainText(/Safari on iPhone.*Last seen just now/)
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'sessions')('list')
  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Safari on iPhone, signed in')
  await confirm(page)
  await expect(page.getByText('The device was signed out.').first()).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(/\/login$/)
  await phone.close()
})

test('signs out all others', async ({ page }) => {
  const user = await newUser()
  await signInByApi(dashboard, user)
  await signInByApi(dashboard, user)
  await openSignedIn(page, dashboard, '/profile', user)
  await page.getByRole('tab', { name: 'Sessions' }).click()
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Sign Out All Others' }).click()
  await confirm(page)
  await expect(page.getByText('You were signed out on 2 other devices.').first()).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
})

test('an administrator signs a user out everywhere, but not themselves', async ({
  page,
  browser,
}) => {
  const user = await newUser()
  const theirs = await browser.newContext()
  const their = await theirs.newPage()
  await openSignedIn(their, dashboard, '/profile', user)
  await openSignedIn(page, dashboard, '/admin/users')
  await page.getByRole('button', { name: 'Actions for admin' }).click()
  await expect(page.getByRole('menuitem', { name: 'Reset Password' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Sign Out Everywhere' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Actions for ${user.username}` }).click()
  await page.getByRole('menuitem', { name: 'Sign Out Everywhere' }).click()
  await confirm(page)
  await expect(page.getByText(`@${user.username} was signed out everywhere.`).first()).toBeVisible()
  await their.reload()
  await expect(their).toHaveURL(/\/login$/)
  await theirs.close()
})
