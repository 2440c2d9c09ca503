import { expect } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { test } from '../kept-page.ts'
import { send } from '../literal-calls.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The settings' index, the way to each section and back, and who may not see it. */

const dashboard = ownDashboard()

const sections = [
  { name: 'User Management', path: '/admin/users' },
  { name: 'Monitoring Controls', path: '/admin/monitoring' },
  { name: 'Brand Settings', path: '/admin/branding' },
  { name: 'Audit Log', path: '/admin/audit' },
  { name: 'System', path: '/admin/system' },
]
const denied = 'Access Denied - You need admin privileges to access this page.'

onEachScreen((width) => {
  test('leads to every section and back', async ({ page }) => {
    await openSignedIn(page, dashboard, '/admin')
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
    await expect(page.getByText('User Management & System Configuration')).toBeVisible()
    const { body } = await send(dashboard.url, 'GET /api/health')
    const { version, commit } = body as { version: string; commit: string }
    await expect(page.getByText(`Version ${version}, build ${commit.slice(0, 7)}`)).toBeVisible()
    await expectAccessible(page)
    await takeScreenshots(page, 'settings')('index')
    for (const { name, path } of sections) {
      await page.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(dashboard.url + path)
      await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
      await expect(page.getByText(name, { exact: true })).toBeVisible()
      await page.getByRole('link', { name: 'Back to Settings' }).click()
      await expect(page).toHaveURL(`${dashboard.url}/admin`)
    }
  })

  test('keeps everybody else out', async ({ page }) => {
    const username = `plain${width}`
    const user = await createAccount(dashboard, { username, password: 'secret no 1' })
    await openSignedIn(page, dashboard, '/admin', user)
    for (const path of ['/admin', ...sections.map((section) => section.path)]) {
      await page.goto(dashboard.url + path)
      await expect(page.getByText(denied, { exact: true })).toBeVisible()
    }
    await expectAccessible(page)
    await takeScreenshots(page, 'settings')('access-denied')
    await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    await expect(page).toHaveURL(`${dashboard.url}/dashboard`)
    await page.goto(`${dashboard.url}/admin`)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(`${dashboard.url}/login`)
    expect(await page.evaluate('localStorage.getItem("session_token")')).toBeNull()
  })
})

test('the cards work by keyboard', async ({ page }) => {
  await openSignedIn(page, dashboard, '/admin')
  await page.getByRole('link', { name: 'User Management', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Monitoring Controls' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${dashboard.url}/admin/monitoring`)
})

test('shows somebody without a session the same', async ({ page }) => {
  await page.goto(`${dashboard.url}/admin/users`)
  await expect(page.getByText(denied, { exact: true })).toBeVisible()
})

test('the Settings link is the administrators', async ({ page }) => {
  const user = await createAccount(dashboard, { username: 'no-settings', password: 'secret no 1' })
  await openSignedIn(page, dashboard, '/dashboard/monitor', user)
  await expect(page.getByRole('link', { name: 'Reports' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
})
