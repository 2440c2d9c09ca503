import { importSheet } from '@dashboard/contract/sync'
import { expect } from '@playwright/test'
import { expectStateAccessible } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The profile with all its tabs, and the bell. */

const dashboard = ownDashboard({
  PUBLIC_URL: 'https://dashboard.example.org',
  // Nothing is sent here.
  SMTP_URL: 'smtp://127.0.0.1:9',
  SMTP_FROM: 'dashboard@example.org',
})

test('the profile', async ({ page }) => {
  const picture = takeScreenshots(page, 'profile')
  const mia = await createAccount(dashboard, { username: 'mia', password: 'first secret' })
  const { status } = await (await signInByApi(dashboard)).call(importSheet)
  expect(status).toBe(422)
  const names = { firstName: 'W'.repeat(80), lastName: 'Ö'.repeat(80) }
  await createAccount(dashboard, { username: 'long', password: 'first secret', ...names })
  const long = { username: 'long', password: 'first secret' }
  await openSignedIn(page, dashboard, '/profile', long)
  await expect(page.getByRole('tab', { name: 'Profile' })).toBeVisible()
  await expectStateAccessible(page, 'names of 80 characters')

  // Another session, which can be signed out.
  await signInByApi(dashboard, mia)
  await openSignedIn(page, dashboard, '/profile', mia)
  await expect(page.getByRole('region', { name: 'Profile Summary' })).toContainText(mia.id)
  await expectStateAccessible(page, 'who one is')
  await picture('names')
  const save = page.getByRole('button', { name: 'Save Changes' })
  for (const label of ['First Name', 'Last Name', 'Username'])
    await page.getByLabel(label).fill(' ')
  await save.click()
  await expect(page.getByText('First name is required', { exact: true })).toBeVisible()
  await expectStateAccessible(page, 'without names')
  await page.getByLabel('First Name').fill('Mia')
  await page.getByLabel('Last Name').fill('Ortega')
  await page.getByLabel('Username').fill('ADMIN')
  await save.click()
  await expect(page.getByRole('alert').getByText('Username is already taken')).toBeVisible()
  await expectStateAccessible(page, 'a name that is taken')
  await page.route('**/api/auth/profile', () => undefined)
  await save.click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  await expectStateAccessible(page, 'saving')

  // By keyboard, as people use tabs.
  await page.getByRole('tab', { name: 'Profile' }).press('ArrowRight')
  await expect(page.getByLabel('Current Password')).toBeVisible()
  await expectStateAccessible(page, 'the password')
  const change = page.getByRole('button', { name: 'Change Password' })
  await change.click()
  await expect(page.getByText('Current password is required', { exact: true })).toBeVisible()
  await picture('password')
  await page.getByLabel('Current Password').fill('wrong secret')
  await page.getByLabel('New Password', { exact: true }).fill('second secret')
  await page.getByLabel('Confirm New Password').fill('second secret')
  await change.click()
  await expect(page.getByRole('alert').getByText('Current password is incorrect')).toBeVisible()
  await expectStateAccessible(page, 'a wrong password')

  await page.getByRole('tab', { name: 'Sessions' }).click()
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expectStateAccessible(page, 'the sessions')
  await takeScreenshots(page, 'sessions')('list')

  await page.getByRole('tab', { name: 'Access tokens' }).click()
  await page.getByRole('button', { name: 'New Token' }).click()
  await page.getByRole('button', { name: 'Create Token' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expectStateAccessible(page, 'a token without a name')
  await page.getByRole('dialog').getByLabel('Name').fill('Saturday list')
  await page.getByRole('button', { name: 'Create Token' }).click()
  await expect(page.getByRole('button', { name: 'Copy Token' })).toBeVisible()
  await expectStateAccessible(page, 'the secret of a token')
  await takeScreenshots(page, 'access-tokens')('secret')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('list', { name: 'Access tokens' })).toContainText('Saturday list')
  await expectStateAccessible(page, 'the access tokens')
  await takeScreenshots(page, 'access-tokens')('list')

  await page.getByRole('tab', { name: 'Sign-in' }).click()
  await expect(page.getByText('Passkeys work only where the dashboard is opened at')).toBeVisible()
  await expectStateAccessible(page, 'the sign-in')
  await page.getByRole('tab', { name: 'Notices' }).click()
  await page.getByLabel('Problems').check()
  await page.getByRole('button', { name: 'Save Choices' }).click()
  await expect(page.getByText('Enter an e-mail address to be sent notices')).toBeVisible()
  await expectStateAccessible(page, 'notices without an address')
  await takeScreenshots(page, 'notices')('choices')
  await page.getByRole('button', { name: /^Notices/ }).click()
  const notices = page.getByRole('dialog', { name: 'Notices' })
  await expect(notices.getByRole('link', { name: /Unread: The import failed/ })).toBeVisible()
  await expectStateAccessible(page, 'the notices under the bell')
  await takeScreenshots(page, 'notices')('bell')
  await page.keyboard.press('Escape')
})
