import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { builtPages, findExample } from '../built-pages.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen, phone } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * The frame of all pages: sidebar, header, menu, unknown addresses (docs/behavior.md#page-frame).
 */

const dashboard = ownDashboard({}, { synced: 'sample' })
const user = { username: 'mia', password: 'secret no 1' }

test.beforeAll(async () => {
  await createAccount(dashboard, user)
})

test('the sidebar folds to icons, by button and keys, and stays as it was left', async ({
  page,
  context,
}) => {
  await openSignedIn(page, dashboard, '/dashboard/sync')
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await expect(sidebar).toHaveCSS('width', '256px')
  await expect(sidebar.getByText('SMPW Dashboard')).toBeVisible()
  await expect(sidebar.getByText('Analytics & Reporting')).toBeVisible()
  await expect(sidebar.getByRole('link', { name: 'Locust Sync' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.keyboard.press('Control+b')
  await expect(sidebar).toHaveCSS('width', '48px')
  await expectAccessible(page)
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state')
  const days = ((cookie?.expires ?? 0) - Date.now() / 1_000) / 86_400
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThanOrEqual(7)
  await page.reload()
  await expect(sidebar).toHaveCSS('width', '48px')
  await sidebar.getByRole('link', { name: 'Monitor' }).hover()
  await expect(page.getByRole('tooltip', { name: 'Monitor' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Meta+b')
  await expect(sidebar).toHaveCSS('width', '256px')
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the sidebar is a sheet that closes on the way to a page', async ({ page }) => {
    await openSignedIn(page, dashboard, '/dashboard/sync')
    // The frame is loaded before it handles keys.
    await expect(page.getByRole('button', { name: 'Toggle sidebar' })).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toHaveCount(0)
    await page.keyboard.press('Control+b')
    const sheet = page.getByRole('dialog', { name: 'Navigation Menu' })
    await expect(sheet).toBeVisible()
    await expect(sheet).toHaveCSS('width', '288px')
    await expectAccessible(page)
    await takeScreenshots(page, 'shell')('sheet')
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await page.keyboard.press('Control+b')
    await sheet.getByRole('link', { name: 'Reports' }).click()
    await expect(page).toHaveURL(/\/dashboard\/reports$/)
    await expect(sheet).toHaveCount(0)
  })
})

test('a user sees no settings and is refused them', async ({ page }) => {
  await openSignedIn(page, dashboard, '/dashboard/sync', user)
  await expect(page.getByRole('link', { name: 'Monitor', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
  for (const path of builtPages().filter((address) => address.startsWith('/admin'))) {
    await page.goto(`${dashboard.url}${path}`)
    await expect(
      page.getByText('Access Denied - You need admin privileges to access this page.'),
    ).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto(`${dashboard.url}/admin`)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

onEachScreen(() => {
  test('an unknown address says so', async ({ page }) => {
    await page.goto(`${dashboard.url}/no/such/page`)
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    await expectAccessible(page)
    await takeScreenshots(page, 'shell')('not-found')
  })
})

test('at 320 px no page scrolls sideways, and each has a header of 56 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await openSignedIn(page, dashboard, '/dashboard')
  const client = await signInByApi(dashboard)
  for (const address of builtPages()) {
    await page.goto(`${dashboard.url}${await findExample(client, address)}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, address).toBeLessThanOrEqual(0)
    await expect(page.getByRole('banner'), address).toHaveCSS('height', '56px')
    // Both lines can be read.
    await expectLines(page, ['16px', '13px'])
  }
})

onEachScreen((width) => {
  test('the header has title and subtitle, and the page the whole name of a place', async ({
    page,
  }) => {
    await openSignedIn(page, dashboard, '/admin/branding')
    const header = page.getByRole('banner')
    await expect(header.getByText('Brand Settings', { exact: true })).toBeVisible()
    // As it is drawn, with the blank between its words.
    await expect(header.getByRole('paragraph')).toHaveText('Brand Settings', { useInnerText: true })
    await expectLines(page, width < 768 ? ['16px', '13px'] : ['20px', '14px'])
    const name = 'Circuit Long Island Spanish Sign Language 12'
    await page.goto(`${dashboard.url}/dashboard/circuits/${encodeURIComponent(name.slice(8))}`)
    await expect(header.getByRole('heading', { name, exact: true })).toBeVisible()
    // The number is what tells it from its neighbors.
    const number = await header.getByText('12', { exact: true }).boundingBox()
    expect((number?.x ?? 0) + (number?.width ?? width)).toBeLessThan(width - 140)
    if (width < 768) await expect(page.getByRole('main').getByText(name)).toBeVisible()
  })
})

/** Expects title and subtitle in these sizes, each at least 10 px high. */
async function expectLines(page: Page, sizes: readonly [title: string, subtitle: string]) {
  const header = page.getByRole('banner')
  const lines = [header.getByRole('heading', { level: 1 }), header.getByRole('paragraph')]
  for (const [at, line] of lines.entries()) {
    await expect(line).toHaveCSS('font-size', sizes[at] ?? '')
    expect((await line.boundingBox())?.height).toBeGreaterThanOrEqual(10)
  }
}

test('the tab names the page', async ({ page }) => {
  const titles = {
    '/dashboard': 'Dashboard',
    '/dashboard/reports': 'Reports',
    '/profile': 'Profile',
    '/admin': 'Settings',
    '/admin/users': 'User Management',
    '/no/such/page': 'Page not found',
  }
  await openSignedIn(page, dashboard, '/dashboard/sync')
  await expect(page).toHaveTitle('Locust Sync · SMPW Dashboard')
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(`${dashboard.url}${path}`)
    await expect(page).toHaveTitle(`${title} · SMPW Dashboard`)
  }
})

test('the board is the first link, and marked only on its own page', async ({ page }) => {
  await openSignedIn(page, dashboard, '/dashboard')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText([
    'Dashboard',
    'Locust Sync',
    'Monitor',
    'Reports',
    'Volunteers',
    'Fill a Cart',
    'Settings',
  ])
  await expect(links.first()).toHaveAttribute('aria-current', 'page')
  await links.nth(2).click()
  await expect(links.nth(2)).toHaveAttribute('aria-current', 'page')
  await expect(links.first()).not.toHaveAttribute('aria-current', 'page')
})

test('the dashboard can be put on a home screen, and asks search engines to stay out', async ({
  page,
  request,
}) => {
  await page.goto(`${dashboard.url}/login`)
  const href = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = await request.get(`${dashboard.url}${href}`)
  expect(manifest.headers()['content-type']).toMatch(/^application\/manifest\+json/)
  const { name, start_url, display, icons } = await manifest.json()
  expect({ name, start_url, display }).toEqual({
    name: 'SMPW Dashboard',
    start_url: '/',
    display: 'standalone',
  })
  for (const { src } of icons) {
    const icon = await request.get(`${dashboard.url}${src}`)
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/png'])
  }
  const robots = await request.get(`${dashboard.url}/robots.txt`)
  expect(robots.headers()['content-type']).toMatch(/^text\/plain/)
  expect(await robots.text()).toContain('Disallow: /')
  expect((await request.get(`${dashboard.url}/favicon.ico`)).status()).toBe(404)
})

test('the root address says that it redirects, and leads to the monitor', async ({ page }) => {
  await openSignedIn(page, dashboard, '/profile')
  let load = () => {}
  const held = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route('**/assets/monitor-page-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(dashboard.url, { waitUntil: 'commit' })
  await expect(page.getByText('Redirecting...')).toBeVisible()
  load()
  await expect(page).toHaveURL(/\/dashboard\/monitor$/)
})
