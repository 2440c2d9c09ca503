import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** Access tokens: made and revoked under Profile, and revoked by an administrator under Users. */

const dashboard = ownDashboard()

const tokens = (page: Page) => page.getByRole('list', { name: 'Access tokens' })
const revoke = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click()

/** Creates a token, and returns its secret. */
async function makeToken(page: Page, name: string, access = 'Read') {
  await page.getByRole('button', { name: 'New Token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Access').selectOption(access)
  await dialog.getByRole('button', { name: 'Create Token' }).click()
  await expect(dialog.getByRole('heading', { name: 'Your access token' })).toBeVisible()
  return String(await dialog.locator('code').textContent())
}

/** Returns the status that a script with the secret gets. */
async function statusFor(secret: string) {
  const headers = { authorization: `Bearer ${secret}` }
  return (await fetch(`${dashboard.url}/api/volunteers`, { headers })).status
}

/** Records a use of the token at once; the server does so within a minute. */
function noteUse(name: string) {
  const db = new DatabaseSync(join(dashboard.dataDir, 'dashboard.db'))
  const change = db.prepare('update access_tokens set "lastUsedAt" = ? where name = ?')
  change.run(new Date().toISOString(), name)
  db.close()
}

test('makes tokens, shows each secret once, and revokes them', async ({ page, browser }) => {
  const user = await createAccount(dashboard, { username: 'tok', password: 'a fine day' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openSignedIn(page, dashboard, '/profile', user)
  await page.getByRole('tab', { name: 'Access tokens' }).click()
  await expect(page.getByText('You have no access tokens.')).toBeVisible()
  await page.getByRole('button', { name: 'New Token' }).click()
  await page.getByRole('button', { name: 'Create Token' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await page.getByRole('button', { name: 'Cancel' }).click()

  const secret = await makeToken(page, 'Saturday list')
  await page.getByRole('button', { name: 'Copy Token' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret)
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'access-tokens')('secret')
  await page.getByRole('button', { name: 'Done' }).click()
  const second = await makeToken(page, 'Nightly sync', 'Read and write')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)
  expect(await statusFor(secret)).toBe(200)
  noteUse('Saturday list')
  await page.reload()
  await page.getByRole('tab', { name: 'Access tokens' }).click()
  const rows = tokens(page).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Nightly sync' })).toContainText(
    /Read and write.*Expires.*Not used yet/,
  )
  await expect(rows.filter({ hasText: 'Saturday list' })).toContainText('Last used just now')
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'access-tokens')('list')
  await page.getByRole('button', { name: 'Revoke Saturday list' }).click()
  await revoke(page)
  await expect(rows).toHaveCount(1)
  expect(await statusFor(secret)).toBe(401)

  const context = await browser.newContext()
  const office = await context.newPage()
  await openSignedIn(office, dashboard, '/admin/users')
  await office.getByRole('button', { name: 'Actions for tok' }).click()
  await office.getByRole('menuitem', { name: 'Access Tokens' }).click()
  await expect(tokens(office)).toContainText('Nightly sync')
  await expectAccessibleAtEachWidth(office)
  await takeScreenshots(office, 'access-tokens')('of-a-user')
  await office.getByRole('button', { name: 'Revoke Nightly sync' }).click()
  await revoke(office)
  await expect(office.getByText('This user has none.')).toBeVisible()
  expect(await statusFor(second)).toBe(401)
  await context.close()
})
