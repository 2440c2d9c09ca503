import { expect, type Page } from '@playwright/test'
import { admin } from '../dashboard.ts'
import { ownOpenId } from '../own-openid.ts'
import { test } from '../reused-page.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * The way to a real OpenID provider and back, to sign in and to link one's account (docs/sign-in-openid.md). What the
 * pages say is in web/test/pages/openid.page.test.tsx.
 */

const own = ownOpenId({ OIDC_SIGN_UP: 'on' })

const button = (page: Page) => page.getByRole('button', { name: 'Sign in with Acme' })

test.describe('signing in', () => {
  test.use({ hasTouch: true })

  test('is declined, creates the account, and then finds it', async ({ page }) => {
    own.provider.person = null
    await page.goto(`${own.dashboard.url}/login`)
    await expect(button(page)).toBeVisible()
    await button(page).click()
    await expect(page.getByRole('alert')).toHaveText('It was cancelled on the other page.')

    own.provider.person = {
      sub: 'mia',
      email: 'mia@example.org',
      email_verified: true,
      given_name: 'Mia',
      family_name: 'Ortega',
    }
    await page.getByRole('link', { name: 'Back to Login' }).click()
    const addresses: string[] = []
    page.on('framenavigated', (frame) => addresses.push(frame.url()))
    await button(page).click()
    await expect(page).toHaveURL(/\/dashboard\/reports$/)
    await expect(page.getByText('Welcome back!', { exact: true })).toBeVisible()
    // Neither the code nor a token stays in an address of the dashboard.
    expect(addresses.filter((address) => /token|eyJ/.test(address))).toEqual([])
    await page.evaluate('localStorage.clear()')
    await page.goto(`${own.dashboard.url}/login`)
    await button(page).click()
    await expect(page).toHaveURL(/\/dashboard\/reports$/)
    await page.goto(`${own.dashboard.url}/profile`)
    await expect(page.getByText('@mia@example.org')).toBeVisible()
  })
})

test('an administrator links the account under Profile, and signs in with it', async ({ page }) => {
  own.provider.person = { sub: 'root', email: 'root@example.org', email_verified: true }
  await openSignedIn(page, own.dashboard, '/profile')
  await page.getByRole('tab', { name: 'Sign-in' }).click()
  await expect(page.getByRole('button', { name: 'Link to Acme' })).toBeVisible()
  await page.getByRole('button', { name: 'Link to Acme' }).click()
  await expect(page.getByText('From now on you can sign in with Acme.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/profile$/)
  await page.evaluate('localStorage.clear()')
  await page.goto(`${own.dashboard.url}/login`)
  await button(page).click()
  await expect(page).toHaveURL(/\/dashboard\/reports$/)
  await page.goto(`${own.dashboard.url}/profile`)
  await expect(page.getByText(`@${admin.username}`)).toBeVisible()
})
