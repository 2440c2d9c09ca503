import { expect } from '@playwright/test'
import { signInLiterally } from '../literal-calls.ts'
import { test } from '../reused-page.ts'
import { pagesOfAdministrators, pagesOfUsers } from '../specified-pages.ts'
import { says } from './says.ts'
import { admin, inactive, startWorld, user } from './world.ts'

/** Roles and permissions. */

const world = startWorld('full')

test('who has not signed in', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(users|lookup|workflows|import|jobs|automation|reports|monitoring)/.test(pathname))
      calls.push(pathname)
  })
  await says('All dashboard pages and the profile require authentication;', async () => {
    for (const path of pagesOfUsers) {
      await page.goto(world.url + path)
      await expect(page, path).toHaveURL(`${world.url}/login`)
      await expect(page.getByPlaceholder('Enter username')).toBeVisible()
    }
  })
  await says('data calls are enabled only when a token exists.', () => {
    expect(calls).toEqual([])
  })
})

test('who has the role user, and who is not active', async ({ page }) => {
  await says(
    'Only admin sees the Settings link and can open /admin and its sub-routes; others see Access Denied.',
    async () => {
      const link = page.getByRole('link', { name: 'Settings', exact: true })
      await world.open(page, '/dashboard/reports', user)
      await expect(page.getByRole('link', { name: 'Monitor', exact: true })).toBeVisible()
      await expect(link).toHaveCount(0)
      for (const path of pagesOfAdministrators) {
        await page.goto(world.url + path)
        await expect(
          page.getByText('Access Denied - You need admin privileges to access this page.'),
        ).toBeVisible()
      }
      await world.open(page, '/dashboard/reports')
      await expect(link).toBeVisible()
      for (const path of pagesOfAdministrators) {
        await page.goto(world.url + path)
        await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
      }
    },
  )
  await says('The Auto-Sync switch is shown only to admins.', async () => {
    const autoSync = page.getByRole('switch', { name: 'Auto-Sync' })
    await world.open(page, '/admin/monitoring')
    await expect(autoSync).toBeVisible()
    await world.open(page, '/admin/monitoring', user)
    await expect(page.getByText(/^Access Denied/)).toBeVisible()
    await expect(autoSync).toHaveCount(0)
  })
  await says(
    'Users can be active or inactive; an inactive user cannot log in (as the edit switch text states).',
    async () => {
      await page.evaluate(() => localStorage.clear())
      await page.goto(`${world.url}/login`)
      await page.getByPlaceholder('Enter username').fill(inactive.username)
      await page.getByPlaceholder('Enter password').fill(inactive.password)
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expect(page).toHaveURL(`${world.url}/login`)
    },
  )
})

test('users and their passwords', async ({ page }) => {
  const client = await signInLiterally(world)
  await says('Roles: admin and user (default user).', async () => {
    const names = { firstName: 'Ola', lastName: 'Nordmann' }
    await client.send('POST /api/users', { username: 'ola', password: 'p', ...names })
    const { users } = await world.read<{ users: { role: string }[] }>('/api/users')
    expect(users).toContainEqual(expect.objectContaining({ username: 'ola', role: 'user' }))
    expect(users).toContainEqual(
      expect.objectContaining({ username: admin.username, role: 'admin' }),
    )
  })
  await says('The admin list also shows createdAt; the profile shows userId.', async () => {
    type Listed = { id: string; username: string; createdAt: string }
    const { users } = await world.read<{ users: Listed[] }>('/api/users')
    const own = users.find(({ username }) => username === admin.username)
    const created = new Intl.DateTimeFormat('en-US', {
      dateStyle: 'medium',
      timeZone: 'America/New_York',
    }).format(new Date(own?.createdAt ?? ''))
    await world.open(page, '/admin/users')
    await expect(page.getByRole('row').filter({ hasText: created }).first()).toBeVisible()
    await world.open(page, '/profile')
    await expect(page.getByText(String(own?.id)).first()).toBeVisible()
  })
  await says(
    'Self-service password change uses the current-password endpoint; the per-user password endpoint is used in admin mode.',
    async () => {
      const sent = page.waitForRequest((request) => request.method() === 'PUT')
      await page.getByRole('tab', { name: 'Security' }).click()
      await page.getByLabel('Current Password').fill(admin.password)
      await page.getByLabel('New Password', { exact: true }).fill(admin.password)
      await page.getByLabel('Confirm New Password').fill(admin.password)
      await page.getByRole('button', { name: 'Change Password', exact: true }).click()
      expect(new URL((await sent).url()).pathname).toBe('/api/auth/change-password')

      await world.open(page, '/admin/users')
      const row = page.getByRole('row').filter({ hasText: 'Ola Nordmann' })
      await row.getByRole('button', { name: /actions/i }).click()
      await page.getByRole('menuitem', { name: 'Reset Password' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change Password' })
      await dialog.getByLabel('New Password').fill('sixsix')
      const reset = page.waitForRequest((request) => request.method() === 'PUT')
      await dialog.locator('button[type=submit]').click()
      expect(new URL((await reset).url()).pathname).toMatch(/^\/api\/users\/[^/]+\/password$/)
    },
  )
})
