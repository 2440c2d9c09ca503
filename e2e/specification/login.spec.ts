import { expect, type Page } from '@playwright/test'
import { test } from '../reused-page.ts'
import { specifiedPages } from '../specified-pages.ts'
import { expectLegible } from './legible.ts'
import { says } from './says.ts'
import { admin, startWorld, toast, type World } from './world.ts'

/** Signing in and out, and where an address leads. */

const tokenKey = 'session_token'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const readToken = (page: Page) => page.evaluate((key) => localStorage.getItem(key), tokenKey)

async function fillIn(page: Page, world: World, { username, password } = admin) {
  await page.goto(`${world.url}/login`)
  await page.getByPlaceholder('Enter username').fill(username)
  await page.getByPlaceholder('Enter password').fill(password)
}

/** Visits the login page with this in the place of the session token. */
async function keep(page: Page, world: World, token: string) {
  await page.goto(`${world.url}/login`)
  await page.evaluate(
    ([key = '', value = '']) => localStorage.setItem(key, value),
    [tokenKey, token],
  )
  await page.goto(`${world.url}/login`)
}

/** A token whose time is over, as it was given out. */
function expiredToken(): string {
  const payload = {
    userId: '00000000-0000-4000-8000-000000000000',
    username: 'admin',
    firstName: 'Ada',
    lastName: 'Lovelace',
    role: 'admin',
    exp: Math.floor(Date.now() / 1_000) - 3_600,
  }
  const parts = [{ alg: 'HS256', typ: 'JWT' }, payload].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  return [...parts, 'c2lnbmF0dXJl'].join('.')
}

const world = startWorld('empty')

test('the login screen', async ({ page }) => {
  await page.goto(`${world.url}/login`)
  await says('/ and /login: Login screen.', async () => {
    await expect(button(page, 'Login')).toBeVisible()
    await page.goto(`${world.url}/`)
    await expect(button(page, 'Login')).toBeVisible()
  })
  await says(
    "Fields: username (placeholder 'Enter username') and password (placeholder 'Enter password').",
    async () => {
      await expect(page.getByLabel('Username')).toHaveAttribute('placeholder', 'Enter username')
      const password = page.getByLabel('Password', { exact: true })
      await expect(password).toHaveAttribute('placeholder', 'Enter password')
      await expect(password).toHaveAttribute('type', 'password')
    },
  )
  await says(
    "Browser title and header title: 'SMPW Dashboard' is replaced here by the wording 'the dashboard'; the subtitle reads 'Analytics & Reporting'.",
    async () => {
      await expect(page).toHaveTitle('SMPW Dashboard')
      await expect(page.getByText('SMPW Dashboard', { exact: true }).last()).toBeVisible()
      await expect(page.getByText('Analytics & Reporting', { exact: true })).toBeVisible()
      for (const path of [...specifiedPages, '/no/such/page']) {
        await world.open(page, path)
        await expect(page, path).toHaveTitle(/^[^·]+ · SMPW Dashboard$/)
      }
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await world.open(page, '/profile')
        if (width === 390) await page.getByRole('button', { name: 'Toggle sidebar' }).click()
        const frame = page
          .getByRole('dialog', { name: 'Navigation Menu' })
          .or(page.getByRole('complementary', { name: 'Sidebar' }))
        await expectLegible(frame.getByText('SMPW Dashboard', { exact: true }))
        await expectLegible(frame.getByText('Analytics & Reporting', { exact: true }))
        await page.evaluate(() => localStorage.clear())
        await page.goto(`${world.url}/login`)
        for (const words of [/^SMPW Dashboard/, /Analytics & Reporting$/])
          await expectLegible(page.getByText(words).filter({ visible: true }).first())
      }
    },
  )
})

test('a login that fails', async ({ page }) => {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/auth/login', async (route) => {
    await held
    await route.continue()
  })
  await fillIn(page, world, { username: admin.username, password: 'a wrong one' })
  await button(page, 'Login').click()
  await says("The Login button reads 'Logging in...' while submitting.", async () => {
    await expect(button(page, 'Logging in...')).toBeVisible()
  })
  answer()
  await says('A failure shows a destructive alert.', async () => {
    await expect(page.getByRole('alert')).toContainText('Invalid username or password')
    await expect(toast(page, 'Login Failed')).toBeVisible()
  })
})

test('signing in and out', async ({ page }) => {
  await fillIn(page, world)
  await button(page, 'Login').click()
  await says('Users sign in with a username and password.', async () => {
    await expect(page.getByRole('button', { name: /user menu/ })).toBeVisible()
  })
  await says(
    "Login stores the token, sets the user, goes to /dashboard/reports and shows the toast 'Welcome back!' / 'You have successfully logged in.'.",
    async () => {
      await expect(toast(page, 'Welcome back!')).toBeVisible()
      await expect(toast(page, 'You have successfully logged in.')).toBeVisible()
      await expect(page).toHaveURL(`${world.url}/dashboard/reports`)
      expect(await readToken(page)).toBeTruthy()
    },
  )
  await says('An already authenticated visitor is sent to /dashboard/reports.', async () => {
    await page.goto(`${world.url}/login`)
    await expect(page).toHaveURL(`${world.url}/dashboard/reports`)
  })
  await says(
    'Note that a successful login goes to /dashboard/reports, while the root redirect for an authenticated visitor goes to /dashboard/monitor; both are as stated.',
    async () => {
      await page.goto(`${world.url}/`)
      await expect(page).toHaveURL(`${world.url}/dashboard/monitor`)
    },
  )
  await says(
    "Logout removes the token, clears the user, goes to /login and shows 'Logged out' / 'You have been successfully logged out.'.",
    async () => {
      await page.getByRole('button', { name: /user menu/ }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
      await expect(toast(page, 'Logged out')).toBeVisible()
      await expect(toast(page, 'You have been successfully logged out.')).toBeVisible()
      await expect(page).toHaveURL(`${world.url}/login`)
      expect(await readToken(page)).toBeNull()
      await expect(button(page, 'Login')).toBeVisible()
    },
  )
})

test('the stored token', async ({ page }) => {
  await says(
    'Auth: on load a stored token is read; if its expiry is still in the future the user is logged in, otherwise (or if unreadable) the token is removed.',
    async () => {
      // Before any call is answered.
      await page.route('**/api/**', () => undefined)
      for (const token of ['not a token', expiredToken()]) {
        await keep(page, world, token)
        await expect.poll(() => readToken(page)).toBeNull()
      }
      await page.unroute('**/api/**')
      for (const token of ['not a token', expiredToken()]) {
        await keep(page, world, token)
        await expect(button(page, 'Login')).toBeVisible()
      }
      await world.open(page, '/dashboard/monitor')
      await expect(page.getByRole('button', { name: /user menu/ })).toBeVisible()
    },
  )
})

test('addresses before signing in', async ({ page }) => {
  await says(
    "The sync, monitor and reports pages redirect to /login when unauthenticated and show a 'Loading...' spinner while auth resolves.",
    async () => {
      for (const path of ['/dashboard/sync', '/dashboard/monitor', '/dashboard/reports']) {
        const load = await holdScripts(page)
        await page.goto(`${world.url}${path}`, { waitUntil: 'commit' })
        await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
        load()
        await expect(page).toHaveURL(`${world.url}/login`)
      }
    },
  )
  await says("Root/redirect behaviour: while auth state loads, show 'Loading...'.", async () => {
    const load = await holdScripts(page)
    await page.goto(`${world.url}/`, { waitUntil: 'commit' })
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
    load()
  })
  await says('Unauthenticated: replace the location with /login.', async () => {
    await expect(page).toHaveURL(`${world.url}/login`)
    await page.goto(`${world.url}/no/such/page`)
    await page.goto(`${world.url}/`)
    await expect(page).toHaveURL(`${world.url}/login`)
    await page.goBack()
    await expect(page).toHaveURL(`${world.url}/no/such/page`)
  })
})

test('the root address after signing in', async ({ page }) => {
  await world.open(page, '/profile')
  await says('/ when visited: Acts as a redirect screen (see below).', async () => {
    await page.goto(`${world.url}/`)
    await expect(page).toHaveURL(`${world.url}/dashboard/monitor`)
  })
  await says(
    "Authenticated: replace it with /dashboard/monitor, showing 'Redirecting...'.",
    async () => {
      const { promise: held, resolve: load } = Promise.withResolvers<void>()
      await page.route('**/assets/monitor-page-*.js', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(`${world.url}/`, { waitUntil: 'commit' })
      await expect(page.getByText('Redirecting...', { exact: true })).toBeVisible()
      load()
      await expect(page).toHaveURL(`${world.url}/dashboard/monitor`)
    },
  )
  await says('States: loading, unauthenticated, authenticated.', async () => {
    await expect(page.getByRole('button', { name: /user menu/ })).toBeVisible()
    await page.evaluate((key) => localStorage.removeItem(key), tokenKey)
    const load = await holdScripts(page)
    await page.goto(`${world.url}/dashboard/monitor`, { waitUntil: 'commit' })
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
    load()
    await expect(button(page, 'Login')).toBeVisible()
  })
})

/** Keeps the page's scripts back until the function that is answered is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: held, resolve: load } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return load
}
