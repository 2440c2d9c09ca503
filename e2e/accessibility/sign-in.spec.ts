import { createUser } from '@dashboard/contract/accounts'
import { sessionTokenKey } from '@dashboard/contract/limits'
import { expect, type Page } from '@playwright/test'
import { expectStateAccessible } from '../accessibility.ts'
import { codeOf } from '../authenticator-app.ts'
import { admin } from '../dashboard.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { ownOpenId } from '../own-openid.ts'
import { test } from '../reused-page.ts'
import { takeScreenshots } from '../screenshots.ts'
import { addAuthenticator, letAnHourPass, printSignInLink } from '../second-steps.ts'
import { openSignedIn } from '../sign-in.ts'

/** Second steps, passkeys, links and OpenID: how they are set up, asked for and refused. */

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test.describe('second steps', () => {
  const dashboard = ownDashboard({ SECOND_FACTOR: 'administrators' })
  const byName = () => ({ url: dashboard.url.replace('127.0.0.1', 'localhost') })

  const pia = { username: 'pia', password: 'a fine day' }

  async function giveLogin(page: Page) {
    await page.getByLabel('Username').fill(admin.username)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await button(page, 'Login').click()
  }

  test('an authenticator app, a passkey and a link', async ({ page }) => {
    const picture = takeScreenshots(page, 'second-step')
    await page.goto(`${dashboard.url}/login`)
    await giveLogin(page)
    await expect(page.getByText('Set up a second step first')).toBeVisible()
    await expectStateAccessible(page, 'required')
    await picture('required')
    await button(page, 'Set Up an Authenticator App').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
    await expectStateAccessible(page, 'the QR code')
    await picture('set-up')
    const key = String(await dialog.locator('code').textContent())
    await dialog.getByLabel('Code', { exact: true }).fill(codeOf(key))
    await button(page, 'Add App').click()
    await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
    await expectStateAccessible(page, 'recovery codes')
    await picture('recovery-codes')
    await button(page, 'I Have Kept Them').click()

    const token = await page.evaluate((name) => localStorage.getItem(name), sessionTokenKey)
    await page.request.post(dashboard.url + createUser.path, {
      headers: { authorization: `Bearer ${token}` },
      data: { ...pia, firstName: 'Pia', lastName: 'Lost' },
    })

    await page.goto(`${dashboard.url}/profile#sign-in`)
    await expect(page.getByText('10 of 10 left.')).toBeVisible()
    await expectStateAccessible(page, 'the profile')
    await picture('profile')
    letAnHourPass(dashboard)
    await button(page, 'Make New Codes').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click()
    await expect(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible()
    await expectStateAccessible(page, 'the proof')
    await picture('proof')

    await page.evaluate('localStorage.clear()')
    await page.goto(`${dashboard.url}/login`)
    await giveLogin(page)
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
    await expectStateAccessible(page, 'the code at the login')
    await takeScreenshots(page, 'login')('second-step')
    await button(page, 'Use a recovery code').click()
    await page.getByLabel('Recovery code', { exact: true }).fill('not one of them')
    await button(page, 'Log in').click()
    await expect(page.getByText(/code is wrong/)).toBeVisible()
    await expectStateAccessible(page, 'a recovery code that is refused')

    await openSignedIn(page, byName(), '/profile#sign-in', pia)
    await button(page, 'Add a Passkey').click()
    await button(page, 'Add Passkey').click()
    await expect(dialog.getByText('Name is required')).toBeVisible()
    await expectStateAccessible(page, 'a passkey without a name')
    await dialog.getByLabel('Name').fill('My phone')
    await addAuthenticator(page)
    await button(page, 'Add Passkey').click()
    await button(page, 'I Have Kept Them').click()
    await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Not used yet')
    await expectStateAccessible(page, 'a passkey in the profile')
    await takeScreenshots(page, 'passkeys')('profile')
    await page.evaluate('localStorage.clear()')
    await page.goto(`${byName().url}/login`)
    // The check of the state before has removed the authenticator with its own connection to the browser.
    await addAuthenticator(page)
    await button(page, 'Log in with a passkey').click()
    await expect(page.getByText(/No passkey was used/)).toBeVisible()
    await expectStateAccessible(page, 'a passkey that was not used')
    await takeScreenshots(page, 'login')('passkey')

    const link = await printSignInLink(dashboard, pia.username)
    await page.goto(link)
    await expect(button(page, 'Log in with this link')).toBeVisible()
    await expectStateAccessible(page, 'a link')
    await takeScreenshots(page, 'login')('link')
    await button(page, 'Log in with this link').click()
    await expect(page.getByLabel('Confirm New Password')).toBeVisible()
    await expectStateAccessible(page, 'after the link')
    await takeScreenshots(page, 'profile')('after-link')
    await page.goto('about:blank')
    await page.goto(link)
    await button(page, 'Log in with this link').click()
    await expect(page.getByText(/This link was used before/)).toBeVisible()
    await expectStateAccessible(page, 'a link that was used before')
  })
})

test.describe('OpenID', () => {
  const own = ownOpenId({ OIDC_SIGN_UP: 'on' })

  test('the login, a refusal, and the profile', async ({ page }) => {
    const picture = takeScreenshots(page, 'openid')
    own.provider.person = null
    await page.goto(`${own.dashboard.url}/login`)
    await expect(button(page, 'Sign in with Acme')).toBeVisible()
    await expectStateAccessible(page, 'the login')
    await picture('login')
    await button(page, 'Sign in with Acme').click()
    await expect(page.getByRole('alert')).toHaveText('It was cancelled on the other page.')
    await expectStateAccessible(page, 'a refusal')
    await picture('refused')
    await openSignedIn(page, own.dashboard, '/profile#sign-in')
    await expect(button(page, 'Link to Acme')).toBeVisible()
    await expectStateAccessible(page, 'the profile')
    await picture('profile')
  })
})
