import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { admin } from '../dashboard.ts'
import { test } from '../kept-page.ts'
import { ownOpenId } from '../own-openid.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** Signing in with an OpenID provider, and linking one's account to it (docs/sign-in-openid.md). */

const own = ownOpenId({ OIDC_SIGN_UP: 'on' })

const mia = {
  sub: 'mia',
  email: 'mia@example.org',
  email_verified: true,
  given_name: 'Mia',
  family_name: 'Ortega',
}

const button = (page: Page) => page.getByRole('button', { name: 'Sign in with Acme' })
const openLogin = (page: Page) => page.goto(`${own.dashboard.url}/login`)

onEachScreen((width) => {
  test('a first sign-in makes the account, and the next one finds it', async ({ page }) => {
    own.provider.person = { ...mia, sub: `mia-${width}`, email: `mia-${width}@example.org` }
    await openLogin(page)
    await expect(button(page)).toBeVisible()
    await expectAccessible(page)
    await takeScreenshots(page, 'openid')('login')
    const addresses: string[] = []
    page.on('framenavigated', (frame) => addresses.push(frame.url()))
    await button(page).click()
    await expect(page).toHaveURL(/\/dashboard\/reports$/)
    await expect(page.getByText('Welcome back!', { exact: true })).toBeVisible()
    // Neither the code nor a token stays in an address of the dashboard.
    expect(addresses.filter((address) => /token|eyJ/.test(address))).toEqual([])
    await page.goto(`${own.dashboard.url}/profile`)
    await expect(page.getByText(`@mia-${width}@example.org`)).toBeVisible()
    await page.evaluate('localStorage.clear()')
    await openLogin(page)
    await button(page).click()
    await expect(page).toHaveURL(/\/dashboard\/reports$/)
  })
})

test('an account that nobody has used yet is matched by its e-mail address', async ({ page }) => {
  await createAccount(own.dashboard, {
    username: 'Noor@example.org',
    password: 'never used',
    firstName: 'Noor',
  })
  own.provider.person = { sub: 'noor', email: 'noor@example.org', email_verified: true }
  await openLogin(page)
  await button(page).click()
  await expect(page).toHaveURL(/\/dashboard\/reports$/)
  await page.goto(`${own.dashboard.url}/profile`)
  await expect(page.getByText('Noor Ortega').first()).toBeVisible()
})

test('an administrator links the account under Profile, signs in with it, and unlinks it', async ({
  page,
}) => {
  own.provider.person = { sub: 'root', email: 'root@example.org', email_verified: true }
  await openSignedIn(page, own.dashboard, '/profile')
  await page.getByRole('tab', { name: 'Sign-in' }).click()
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'openid')('profile')
  await page.getByRole('button', { name: 'Link to Acme' }).click()
  await expect(page.getByText('From now on you can sign in with Acme.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/profile$/)
  await page.getByRole('tab', { name: 'Sign-in' }).click()
  await expect(page.getByText(/^Linked to root@example\.org since/)).toBeVisible()
  await page.evaluate('localStorage.clear()')
  await openLogin(page)
  await button(page).click()
  await expect(page).toHaveURL(/\/dashboard\/reports$/)
  await page.goto(`${own.dashboard.url}/profile`)
  await expect(page.getByText(`@${admin.username}`)).toBeVisible()
  await page.getByRole('tab', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Unlink' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByRole('button', { name: 'Link to Acme' })).toBeVisible()
})

test('a sign-in that is declined, or that did not begin here, says so', async ({ page }) => {
  own.provider.person = null
  await openLogin(page)
  await button(page).click()
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('It was cancelled on the other page.')
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'openid')('refused')
  await page.goto(`${own.dashboard.url}/login/openid?code=a&state=b`)
  await expect(page.getByRole('alert')).toHaveText(
    'This sign-in did not begin in this window. Begin again.',
  )
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
})

/** Changes where the provider redirects, as an attacker's page that wants another user's sign-in to end here would. */
async function forgeBeginning(page: Page, parameter: string) {
  await page.route('**/api/auth/openid', async (route) => {
    const answer = await route.fetch()
    const begun: { url: string; key: string } = await answer.json()
    const url = new URL(begun.url)
    url.searchParams.set(parameter, 'forged')
    await route.fulfill({ response: answer, json: { ...begun, url: url.href } })
  })
}

/** Changes what the provider has sent back. */
async function forgeEnd(page: Page, change: object) {
  await page.route('**/api/auth/openid/finish', (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), ...change } }),
  )
}

test.describe('what is forged signs nobody in:', () => {
  const over = /was used already, took too long, or began in another window/
  const unusable = /The answer of Acme cannot be used/
  const evil = { issuer: 'https://evil.example.org' }
  const cases: [string, (page: Page) => Promise<void>, RegExp][] = [
    ['the state', (page) => forgeBeginning(page, 'state'), over],
    ['the nonce', (page) => forgeBeginning(page, 'nonce'), unusable],
    ['the issuer', (page) => forgeEnd(page, evil), unusable],
    ['the code', (page) => forgeEnd(page, { code: 'forged' }), over],
  ]
  for (const [name, forge, words] of cases) {
    test(name, async ({ page }) => {
      own.provider.person = mia
      await forge(page)
      await openLogin(page)
      await button(page).click()
      await expect(page.getByRole('alert')).toHaveText(words)
      expect(await page.evaluate("localStorage.getItem('session_token')")).toBeNull()
    })
  }
})
