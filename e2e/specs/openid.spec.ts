import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { admin } from '../dashboard.ts'
import { ownOpenId } from '../own-openid.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** Signing in with an OpenID provider, and linking one's account to it (docs/sign-in-openid.md). */

const own = ownOpenId({ OIDC_SIGN_UP: 'on' })

const mia = {
  ...{ sub: 'mia', email: 'mia@example.org', email_verified: true },
  ...{ given_name: 'Mia', family_name: 'Ortega' },
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
    ...{ username: 'Noor@example.org', password: 'never used', firstName: 'Noor' },
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
  await page.getByRole('tab', { name: 'Security' }).click()
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'openid')('profile')
  await page.getByRole('button', { name: 'Link to Acme' }).click()
  await expect(page.getByText('From now on you can sign in with Acme.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/profile$/)
  await page.getByRole('tab', { name: 'Security' }).click()
  await expect(page.getByText(/^Linked to root@example\.org since/)).toBeVisible()
  await page.evaluate('localStorage.clear()')
  await openLogin(page)
  await button(page).click()
  await expect(page).toHaveURL(/\/dashboard\/reports$/)
  await page.goto(`${own.dashboard.url}/profile`)
  await expect(page.getByText(`@${admin.username}`)).toBeVisible()
  await page.getByRole('tab', { name: 'Security' }).click()
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

/** Changes an address on its way, as somebody between or a hostile page would. */
async function forge(page: Page, where: RegExp, change: (address: URL) => void) {
  await page.route(where, async (route) => {
    const address = new URL(route.request().url())
    change(address)
    await route.fulfill({ status: 302, headers: { location: address.href } })
    await page.unroute(where)
  })
}

test.describe('what is forged signs nobody in:', () => {
  const cases: [string, RegExp, (address: URL) => void, RegExp][] = [
    [
      ...(['the state', /\/login\/openid\?/] as const),
      ({ searchParams }) => searchParams.set('state', 'forged'),
      /was used already, took too long, or began in another window/,
    ],
    [
      ...(['the nonce', /\/auth\?/] as const),
      ({ searchParams }) => searchParams.set('nonce', 'forged'),
      /The answer of Acme cannot be used/,
    ],
    [
      ...(['the issuer', /\/login\/openid\?/] as const),
      ({ searchParams }) => searchParams.set('iss', 'https://evil.example.org'),
      /The answer of Acme cannot be used/,
    ],
  ]
  for (const [name, where, change, words] of cases) {
    test(name, async ({ page }) => {
      own.provider.person = mia
      await openLogin(page)
      await forge(page, where, change)
      await button(page).click()
      await expect(page.getByRole('alert')).toHaveText(words)
      expect(await page.evaluate("localStorage.getItem('session_token')")).toBeNull()
    })
  }
})
