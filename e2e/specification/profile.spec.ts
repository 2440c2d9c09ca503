import { expect } from '@playwright/test'
import { test } from '../reused-page.ts'
import { says } from './says.ts'
import { startWorld, toast, user } from './world.ts'

/** The profile page. */

const world = startWorld('empty')

test('the profile page', async ({ page }) => {
  const main = page.getByRole('main')
  await says('Redirects to /login if unauthenticated. Back link to /dashboard.', async () => {
    await page.goto(`${world.url}/profile`)
    await expect(page).toHaveURL(`${world.url}/login`)
    await world.open(page, '/profile', user)
    await expect(main.getByRole('link', { name: /Back/ })).toHaveAttribute('href', '/dashboard')
  })
  await says(
    'Header with initials avatar, full name, @username and a role badge. Profile Summary card: full name, username, role, user ID.',
    async () => {
      const token = await page.evaluate(() => localStorage.getItem('session_token'))
      const [, payload = ''] = (token ?? '').split('.')
      const { userId } = JSON.parse(Buffer.from(payload, 'base64url').toString())
      await expect(main.getByText('MO', { exact: true })).toBeVisible()
      await expect(main.getByText('Mia Ortega', { exact: true }).first()).toBeVisible()
      await expect(main.getByText('@mia', { exact: true })).toBeVisible()
      await expect(main.getByText('User', { exact: true }).first()).toBeVisible()
      const summary = main.getByRole('region', { name: 'Profile Summary' })
      await expect(summary.getByRole('definition')).toContainText([
        'Mia Ortega',
        'mia',
        'User',
        userId,
      ])
    },
  )
  await says(
    'Tabs: Profile (edit first name, last name, username) and Security (password change form with current, new and confirm fields).',
    async () => {
      await expect(page.getByLabel('First Name')).toHaveValue('Mia')
      await expect(page.getByLabel('Last Name')).toHaveValue('Ortega')
      await expect(page.getByLabel('Username')).toHaveValue('mia')
      await page.getByRole('tab', { name: 'Security' }).click()
      await expect(page.getByLabel('Current Password', { exact: true })).toBeVisible()
      await expect(page.getByLabel('New Password', { exact: true })).toBeVisible()
      await expect(page.getByLabel('Confirm New Password', { exact: true })).toBeVisible()
    },
  )
  await says('Profile: edit own name and username, change own password.', async () => {
    await page.getByLabel('Current Password', { exact: true }).fill(user.password)
    await page.getByLabel('New Password', { exact: true }).fill('a new one')
    await page.getByLabel('Confirm New Password', { exact: true }).fill('a new one')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(toast(page, 'Password Changed')).toBeVisible()
  })
  await says(
    'Profile update success stores the returned token and reloads the page after 1.5 s.',
    async () => {
      const before = await page.evaluate(() => localStorage.getItem('session_token'))
      await page.getByRole('tab', { name: 'Profile' }).click()
      await page.getByLabel('First Name').fill('Maria')
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 2_000)
      let loads = 0
      page.on('request', (request) => {
        if (request.isNavigationRequest()) loads += 1
      })
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('session_token')))
        .not.toBe(before)
      await page.clock.runFor(1_400)
      expect(loads).toBe(0)
      const reloaded = page.waitForEvent('load')
      await page.clock.runFor(100)
      await reloaded
      await page.clock.resume()
      await expect(main.getByText('Maria Ortega', { exact: true }).first()).toBeVisible()
    },
  )
})
