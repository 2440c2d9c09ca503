import { createToken } from '@dashboard/contract/access-tokens'
import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * Access tokens as people see them, and the clipboard. Making and revoking them is in
 * web/test/pages/access-tokens.page.test.tsx.
 */

const dashboard = ownDashboard()

const tokens = (page: Page) => page.getByRole('list', { name: 'Access tokens' })

test('each state is accessible, and a secret is copied', async ({ page }) => {
  const user = await createAccount(dashboard, { username: 'tok', password: 'a fine day' })
  const body = { name: 'Nightly sync', access: 'write', days: 90 }
  await (await signInByApi(dashboard, user)).call(createToken, { body })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openSignedIn(page, dashboard, '/profile')
  await page.getByRole('tab', { name: 'Access tokens' }).click()
  await page.getByRole('button', { name: 'New Token' }).click()
  await page.getByRole('button', { name: 'Create Token' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expectAccessibleAtEachWidth(page)

  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Saturday list')
  await dialog.getByRole('button', { name: 'Create Token' }).click()
  await page.getByRole('button', { name: 'Copy Token' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    await dialog.locator('code').textContent(),
  )
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'access-tokens')('secret')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(tokens(page)).toContainText('Saturday list')
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'access-tokens')('list')

  await page.evaluate(() => history.pushState(null, '', '/admin/users'))
  await page.getByRole('button', { name: 'Actions for tok' }).click()
  await page.getByRole('menuitem', { name: 'Access Tokens' }).click()
  await expect(tokens(page)).toContainText('Nightly sync')
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'access-tokens')('of-a-user')
})
