import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { admin } from '../dashboard.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { takeScreenshots } from '../screenshots.ts'

/**
 * Signing in while the OpenID provider is unavailable, and while passwords are switched off (docs/sign-in-openid.md).
 */

const unavailable = {
  OIDC_ISSUER: 'http://127.0.0.1:59996',
  OIDC_CLIENT_ID: 'a',
  OIDC_CLIENT_SECRET: 'b',
  OIDC_NAME: 'Acme',
  PUBLIC_URL: 'https://dashboard.example.org',
}

async function logIn(page: Page, username: string, password: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

test.describe('a provider that is unavailable', () => {
  const dashboard = ownDashboard(unavailable)

  test('says so on the login page, where passwords still work', async ({ page }) => {
    await page.goto(`${dashboard.url}/login`)
    await page.getByRole('button', { name: 'Sign in with Acme' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'Acme cannot be reached right now. Try again in a moment, or log in with your password.',
    )
    await expectAccessibleAtEachWidth(page)
    await takeScreenshots(page, 'openid')('away')
    await logIn(page, admin.username, admin.password)
    await expect(page).toHaveURL(/\/dashboard\/reports$/)
  })
})

test.describe('where passwords are switched off', () => {
  const dashboard = ownDashboard({
    ...unavailable,
    PASSWORD_SIGN_IN: 'off',
    RESCUE_ADMIN: admin.username,
  })

  test('the form is collapsed, and lets in the rescue administrator only', async ({ page }) => {
    await page.goto(`${dashboard.url}/login`)
    await expect(page.getByRole('button', { name: 'Sign in with Acme' })).toBeVisible()
    await expect(page.getByLabel('Username')).toBeHidden()
    await expectAccessibleAtEachWidth(page)
    await takeScreenshots(page, 'openid')('folded')
    await page.getByRole('button', { name: 'Sign in with a password' }).click()
    await logIn(page, 'uma', 'a password')
    await expect(page.getByRole('alert')).toContainText(
      'Passwords are for the rescue administrator only. Sign in with Acme',
    )
    await logIn(page, admin.username, admin.password)
    await expect(page).toHaveURL(/\/dashboard\/reports$/)
  })
})
