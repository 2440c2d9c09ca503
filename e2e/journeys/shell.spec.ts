import { expect } from '@playwright/test'
import { expectLines } from '../header-lines.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { phone } from '../screens.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * The frame of all pages as people see it: sidebar, header, unknown addresses. Its links and titles are in
 * web/test/pages/shell.page.test.tsx, the header of each page at 320 px in widths.spec.ts.
 */

const dashboard = ownDashboard({}, { synced: 'sample' })

test('the sidebar folds to icons with tooltips', async ({ page }) => {
  await openSignedIn(page, dashboard, '/dashboard/sync')
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await expect(sidebar).toHaveCSS('width', '256px')
  await page.keyboard.press('Control+b')
  await expect(sidebar).toHaveCSS('width', '48px')
  await page.reload()
  await expect(sidebar).toHaveCSS('width', '48px')
  await sidebar.getByRole('link', { name: 'Monitor' }).hover()
  await expect(page.getByRole('tooltip', { name: 'Monitor' })).toBeVisible()
})

test('a page that is opened off line keeps the frame, and opens once there is a connection', async ({
  page,
}) => {
  await openSignedIn(page, dashboard, '/dashboard/sync')
  await expect(page.getByText('Ready to run')).toBeVisible()
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await page.context().setOffline(true)
  await sidebar.getByRole('link', { name: 'Volunteers' }).click()
  await expect(page.getByText('There is no connection.')).toBeVisible()
  await expect(sidebar).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Volunteers', level: 1 })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Volunteers' })).toBeVisible()
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
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await page.keyboard.press('Control+b')
    await sheet.getByRole('link', { name: 'Reports' }).click()
    await expect(page).toHaveURL(/\/dashboard\/reports$/)
    await expect(sheet).toHaveCount(0)
  })
})

test('the header has title and subtitle, and the page the whole name of a place', async ({
  page,
}) => {
  await openSignedIn(page, dashboard, '/admin/branding')
  const header = page.getByRole('banner')
  for (const { width, sizes } of [
    { width: 1280, sizes: ['20px', '14px'] },
    { width: 390, sizes: ['16px', '13px'] },
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    // As it is drawn, with the blank between its words.
    await expect(header.getByRole('paragraph')).toHaveText('Brand Settings', { useInnerText: true })
    await expectLines(page, sizes)
  }
  const name = 'Circuit Long Island Spanish Sign Language 12'
  await page.goto(`${dashboard.url}/dashboard/circuits/${encodeURIComponent(name.slice(8))}`)
  await expect(header.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText(name).filter({ visible: true })).toBeVisible()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    // The number at its end distinguishes it from its neighbors.
    await expect
      .poll(() =>
        header
          .getByRole('heading', { name, exact: true })
          .evaluate((title) => title.scrollHeight - title.clientHeight),
      )
      .toBeLessThanOrEqual(1)
  }
})

test('the dashboard can be put on a home screen, and asks search engines to stay out', async ({
  request,
}) => {
  const document = await (await request.get(`${dashboard.url}/login`)).text()
  const [, href] = /<link rel="manifest" href="([^"]+)"/.exec(document) ?? []
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
