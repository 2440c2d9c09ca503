import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { codeOf } from '../authenticator-app.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { phone } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** Authenticator app and recovery codes: set up under Profile, requested at the login, removed. */

const dashboard = ownDashboard()
let accounts = 0

function newUser() {
  accounts += 1
  return createAccount(dashboard, { username: `tess${accounts}`, password: 'a fine day' })
}

type User = Awaited<ReturnType<typeof newUser>>

async function giveLogin(page: Page, { username, password }: User) {
  await page.goto(`${dashboard.url}/login`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function openTab(page: Page, user: User) {
  await openSignedIn(page, dashboard, '/profile', user)
  await page.getByRole('tab', { name: 'Sign-in' }).click()
  await expect(page.getByRole('heading', { name: 'Authenticator app' })).toBeVisible()
}

/** Sets up the app; returns its key, the code used for it and the recovery codes. */
async function setUpApp(page: Page) {
  await page.getByRole('button', { name: 'Set Up an Authenticator App' }).click()
  const dialog = page.getByRole('dialog')
  const key = String(await dialog.locator('code').textContent())
  const code = codeOf(key)
  await dialog.getByLabel('Code', { exact: true }).fill(code)
  await dialog.getByRole('button', { name: 'Add App' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return { key, code, codes: await codes.allInnerTexts() }
}

const kept = (page: Page) => page.getByRole('button', { name: 'I Have Kept Them' }).click()
const logIn = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true }).click()

test('is set up with a QR code or a key, and a first code', async ({ page }) => {
  await openTab(page, await newUser())
  await expectAccessibleAtEachWidth(page)
  await page.getByRole('button', { name: 'Set Up an Authenticator App' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expect(dialog.locator('code')).toHaveText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'second-step')('set-up')
  await dialog.getByRole('button', { name: 'Add App' }).click()
  await expect(dialog.getByText('Code is required')).toBeVisible()
  await dialog.getByLabel('Code', { exact: true }).fill('000000')
  await dialog.getByRole('button', { name: 'Add App' }).click()
  await expect(dialog.getByText(/This code is not right/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const { codes } = await setUpApp(page)
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'second-step')('recovery-codes')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('recovery-codes.txt')
  expect(await readFile(await file.path(), 'utf8')).toContain(codes.join('\n'))
  await kept(page)
  await expect(page.getByText('10 of 10 left.')).toBeVisible()
  await expect(page.getByText('Not used yet')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'second-step')('profile')
})

test('asks for a code after the password, which works once', async ({ page, browser }) => {
  const user = await newUser()
  await openTab(page, user)
  const { key, code } = await setUpApp(page)
  const context = await browser.newContext()
  const elsewhere = await context.newPage()
  await giveLogin(elsewhere, user)
  await expect(elsewhere.getByLabel('Code', { exact: true })).toBeFocused()
  await expectAccessibleAtEachWidth(elsewhere)
  await takeScreenshots(elsewhere, 'login')('second-step')
  await logIn(elsewhere)
  await expect(elsewhere.getByText('Code is required')).toBeVisible()
  await elsewhere.getByLabel('Code', { exact: true }).fill(code)
  await logIn(elsewhere)
  await expect(elsewhere.getByText(/Each code works once/)).toBeVisible()
  await expectAccessible(elsewhere)
  await elsewhere.getByLabel('Code', { exact: true }).fill(codeOf(key, 1))
  await logIn(elsewhere)
  await expect(elsewhere).toHaveURL(/\/dashboard\/reports$/)
  await expect(elsewhere.getByText('Welcome back!', { exact: true })).toBeVisible()
  await context.close()
})

test.describe('on a phone', () => {
  test.use(phone)
  test('takes a recovery code once, and counts what is left', async ({ page, browser }) => {
    const user = await newUser()
    await openTab(page, user)
    const { codes } = await setUpApp(page)
    const give = async (code: string) => {
      const context = await browser.newContext(phone)
      const elsewhere = await context.newPage()
      await giveLogin(elsewhere, user)
      await elsewhere.getByRole('button', { name: 'Use a recovery code' }).click()
      await expect(elsewhere.getByLabel('Recovery code', { exact: true })).toBeFocused()
      await elsewhere.getByLabel('Recovery code', { exact: true }).fill(code)
      await logIn(elsewhere)
      return { elsewhere, context }
    }
    const first = await give(codes[0] ?? '')
    await expect(first.elsewhere).toHaveURL(/\/dashboard\/reports$/)
    await first.context.close()
    const again = await give(codes[0] ?? '')
    await expect(again.elsewhere.getByText(/was used before/)).toBeVisible()
    await expectAccessible(again.elsewhere)
    await again.elsewhere.getByRole('button', { name: 'Back' }).click()
    await expect(again.elsewhere.getByLabel('Username')).toBeVisible()
    await again.context.close()
    await kept(page)
    await page.reload()
    await page.getByRole('tab', { name: 'Sign-in' }).click()
    await expect(page.getByText('9 of 10 left.')).toBeVisible()
    await page.getByRole('button', { name: 'Make New Codes' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click()
    await expect(page.getByRole('list', { name: 'Recovery codes' })).not.toContainText(
      codes[1] ?? 'none',
    )
    await kept(page)
    await expect(page.getByText('10 of 10 left.')).toBeVisible()
  })
})

/** Changes the sessions so that everybody appears to have signed in an hour ago. */
function letAnHourPass() {
  const db = new DatabaseSync(join(dashboard.dataDir, 'dashboard.db'))
  const confirmedAt = new Date(Date.now() - 3_600_000).toISOString()
  db.prepare('update sessions set "confirmedAt" = ?').run(confirmedAt)
  db.close()
}

test('asks who is there when the login was a while ago', async ({ page }) => {
  const user = await newUser()
  await openTab(page, user)
  const { key } = await setUpApp(page)
  await kept(page)
  letAnHourPass()
  await page.getByRole('button', { name: 'Remove Authenticator app' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Show that it is you' })
  await expect(dialog).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'second-step')('proof')
  await dialog.getByLabel('Password', { exact: true }).fill('wrong')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible()
  await dialog.getByRole('button', { name: 'Use a code instead' }).click()
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(key, 1))
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('The authenticator app was removed.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make New Codes' })).toHaveCount(0)
  await page.evaluate('localStorage.clear()')
  await giveLogin(page, user)
  await expect(page).toHaveURL(/\/dashboard\/reports$/)
})

test('an administrator takes a second step away from who has lost it', async ({
  page,
  browser,
}) => {
  const user = await newUser()
  await openTab(page, user)
  await setUpApp(page)
  const context = await browser.newContext()
  const office = await context.newPage()
  await openSignedIn(office, dashboard, '/admin/users')
  await office.getByRole('button', { name: `Actions for ${user.username}` }).click()
  await office.getByRole('menuitem', { name: 'Reset Sign-in' }).click()
  await expectAccessibleAtEachWidth(office)
  await office.getByRole('alertdialog').getByRole('button', { name: 'Reset sign-in' }).click()
  const done = `@${user.username} now signs in with the password alone.`
  await expect(office.getByText(done).first()).toBeVisible()
  await office.getByRole('button', { name: 'Actions for admin' }).click()
  await expect(office.getByRole('menuitem', { name: 'Reset Password' })).toBeVisible()
  await expect(office.getByRole('menuitem', { name: 'Reset Sign-in' })).toHaveCount(0)
  await context.close()
  await page.reload()
  await expect(page).toHaveURL(/\/login$/)
  await giveLogin(page, user)
  await expect(page).toHaveURL(/\/dashboard\/reports$/)
})
