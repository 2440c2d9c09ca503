import { sessionTokenKey } from '@dashboard/contract/limits'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { admin } from '../dashboard.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * Signing in and out, and what happens to a session that ends
 * (docs/behavior.md#sessions-on-screen).
 */

const dashboard = ownDashboard()

const username = (page: Page) => page.getByPlaceholder('Enter username')
const password = (page: Page) => page.getByPlaceholder('Enter password')
const loginButton = (page: Page) => page.getByRole('button', { name: 'Login' })

async function logIn(page: Page, user: { username: string; password: string }): Promise<void> {
  await page.goto(`${dashboard.url}/login`)
  await username(page).fill(user.username)
  await password(page).fill(user.password)
  await loginButton(page).click()
}

onEachScreen(() => {
  test('asks for both fields and reads well', async ({ page }) => {
    await page.goto(dashboard.url)
    await expect(page).toHaveURL(/\/login$/)
    await expect(page).toHaveTitle('SMPW Dashboard')
    await expect(username(page)).toBeFocused()
    await expectAccessible(page)
    await loginButton(page).click()
    await expect(page.getByText('Username is required')).toBeVisible()
    await expect(page.getByText('Password is required')).toBeVisible()
    await expectAccessible(page)
  })
})

test('shows a wrong password in the server’s words, in an alert and a toast', async ({ page }) => {
  await logIn(page, { username: 'nobody', password: 'wrong' })
  await expect(page.getByText('Login Failed', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Invalid username or password')
  await expect(page).toHaveURL(/\/login$/)
  await takeScreenshots(page, 'login')('refused')
  await expectAccessibleAtEachWidth(page)
})

test('says that the browser blocks storage, and not that the password is wrong', async ({
  page,
}) => {
  const user = { username: 'blocked', password: 'secret no 1' }
  await createAccount(dashboard, user)
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
  })
  await logIn(page, user)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Allow cookies and site data for this address')
  await expect(page.getByText('Invalid credentials')).toHaveCount(0)
})

test('keeps an inactive user out', async ({ page }) => {
  const user = { username: 'inactive', password: 'secret no 1', isActive: false }
  await createAccount(dashboard, user)
  await logIn(page, user)
  await expect(page.getByRole('alert')).toContainText(
    'This account is inactive. Ask an administrator to activate it.',
  )
  await expect(page).toHaveURL(/\/login$/)
})

test('says Logging in... while it waits, and falls back to its own words', async ({ page }) => {
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/auth/login', async (route) => {
    await answer.promise
    await route.abort()
  })
  await logIn(page, admin)
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  answer.resolve()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(loginButton(page)).toBeEnabled()
})

test('welcomes, opens the reports, and leads back from the root to the monitor', async ({
  page,
}) => {
  await logIn(page, { ...admin, username: ` ${admin.username.toUpperCase()} ` })
  await expect(page).toHaveURL(/\/dashboard\/reports$/)
  await expect(page.getByText('Welcome back!', { exact: true })).toBeVisible()
  await expect(page.getByText('You have successfully logged in.').first()).toBeVisible()
  await page.goto(`${dashboard.url}/login`)
  await expect(page).toHaveURL(/\/dashboard\/reports$/)
  await page.goto(dashboard.url)
  await expect(page).toHaveURL(/\/dashboard\/monitor$/)
})

test('logs out, and the session is gone on the server too', async ({ page }) => {
  await openSignedIn(page, dashboard, '/dashboard/sync')
  const token = await page.evaluate((key) => localStorage.getItem(key), sessionTokenKey)
  await page.getByRole('button', { name: /user menu of/ }).click()
  await expectAccessibleAtEachWidth(page)
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
  const response = await fetch(`${dashboard.url}/api/jobs`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status).toBe(401)
})

test('an ended session leads to the login once, with the reason', async ({ page }) => {
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  await expect(page.getByRole('heading', { name: 'Monitor' })).toBeVisible()
  // Runs within the page, since the next response to a poll would also lead to the login.
  await page
    .getByRole('button', { name: 'Refresh Status' })
    .evaluate((button: HTMLElement, key) => {
      localStorage.setItem(key, `${localStorage.getItem(key)}x`)
      button.click()
    }, sessionTokenKey)
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Authentication expired. Please log in again.').first()).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  expect(await page.evaluate((key) => localStorage.getItem(key), sessionTokenKey)).toBeNull()
})

for (const path of ['/dashboard/sync', '/dashboard/monitor', '/dashboard/reports', '/profile']) {
  test(`${path} leads to the login without a session`, async ({ page }) => {
    await page.goto(`${dashboard.url}${path}`)
    await expect(page).toHaveURL(/\/login$/)
  })
}

test('offers the job that was asked for before signing in', async ({ page }) => {
  const id = '0d0c6a4e-0f0f-4a4a-8c8c-0123456783f2'
  const ask = async () => {
    await page.goto(`${dashboard.url}/dashboard/monitor?job=${id}`)
    await expect(page).toHaveURL(/\/login$/)
    await username(page).fill(admin.username)
    await password(page).fill(admin.password)
    await loginButton(page).click()
    await expect(page).toHaveURL(/\/dashboard\/reports$/)
  }
  await ask()
  const offer = page.getByRole('link', { name: 'Continue to job 3f2' })
  await expect(offer).toBeVisible()
  await takeScreenshots(page, 'login')('continue')
  await expectAccessibleAtEachWidth(page)
  // The root address leads to the monitor, which shows that job.
  await page.goto(dashboard.url)
  await expect(page).toHaveURL(new RegExp(`/dashboard/monitor\\?job=${id}$`))
  await page.goto(`${dashboard.url}/dashboard/reports`)
  await expect(offer).toHaveCount(0)

  await page.evaluate((key) => localStorage.removeItem(key), sessionTokenKey)
  await ask()
  await offer.click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/monitor\\?job=${id}$`))
})

test('an expired token leads to the login, too, while the server does not answer', async ({
  page,
}) => {
  await page.goto(`${dashboard.url}/login`)
  await page.evaluate((key) => {
    const names = { userId: '1', username: 'a', firstName: 'A', lastName: 'B', role: 'admin' }
    localStorage.setItem(key, `x.${btoa(JSON.stringify({ ...names, exp: 1 }))}.x`)
  }, sessionTokenKey)
  await page.route('**/api/**', () => undefined)
  await page.goto(`${dashboard.url}/dashboard/sync`)
  await expect(page).toHaveURL(/\/login$/)
  await expect(loginButton(page)).toBeEnabled()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a token that cannot be read is removed', async ({ page }) => {
  await page.goto(`${dashboard.url}/login`)
  await page.evaluate((key) => localStorage.setItem(key, 'rubbish'), sessionTokenKey)
  await page.goto(`${dashboard.url}/dashboard/sync`)
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate((key) => localStorage.getItem(key), sessionTokenKey)).toBeNull()
})
