import { expect, type Page } from '@playwright/test'
import { goToPageInApp } from '../in-app.ts'
import { test } from '../reused-page.ts'
import { expectLegible } from './legible.ts'
import { says } from './says.ts'
import { startWorld, toast, user, type World } from './world.ts'

/** The frame of the pages, and what stands at each address. */

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })

const world = startWorld('full')

test('each address has its screen', async ({ page }) => {
  await world.open(page, '/dashboard')
  await says('/dashboard: Listed as a route.', async () => {
    await expect(page).toHaveURL(`${world.url}/dashboard`)
    await expect(sidebar(page)).toBeVisible()
  })
  await says("/dashboard/sync: Locust-style sync page (called 'Sync page' here).", async () => {
    await page.goto(`${world.url}/dashboard/sync`)
    await expect(page.getByText('Export from Locust', { exact: true }).first()).toBeVisible()
  })
  await says('/dashboard/monitor: Monitor page.', async () => {
    await page.goto(`${world.url}/dashboard/monitor`)
    await expect(page.getByRole('heading', { name: 'Job Status' })).toBeVisible()
  })
  await says('/dashboard/reports: Reports page.', async () => {
    await page.goto(`${world.url}/dashboard/reports`)
    await expect(page.getByRole('heading', { name: 'Generate Reports' })).toBeVisible()
  })
  await says('/profile: Profile page.', async () => {
    await page.goto(`${world.url}/profile`)
    await expect(page.getByRole('heading', { name: 'Profile Summary' })).toBeVisible()
  })
  await says(
    '/admin, /admin/users, /admin/monitoring, /admin/branding: Admin settings.',
    async () => {
      for (const path of ['/admin', '/admin/users', '/admin/monitoring', '/admin/branding']) {
        await page.goto(`${world.url}${path}`)
        await expect(title(page, 'Settings')).toBeVisible()
        await expect(page.getByText('This page cannot be shown.')).toHaveCount(0)
      }
    },
  )
  await says("any other path: 404 page titled '404 Page Not Found'.", async () => {
    await page.goto(`${world.url}/no/such/page`)
    await expect(title(page, '404 Page Not Found')).toBeVisible()
  })
})

test('the sidebar', async ({ page, context }) => {
  await world.open(page, '/profile')
  await says(
    'Left sidebar, collapsible to icons, with logo, title and nav links; the active link is highlighted.',
    async () => {
      await page.goto(`${world.url}/dashboard/sync`)
      await expect(sidebar(page).getByText('SMPW Dashboard', { exact: true })).toBeVisible()
      await expect(sidebar(page).locator('svg, img').first()).toBeVisible()
      const link = sidebar(page).getByRole('link', { name: 'Locust Sync' })
      await expect(link).toHaveAttribute('aria-current', 'page')
      const other = sidebar(page).getByRole('link', { name: 'Monitor' })
      await expect(other).not.toHaveAttribute('aria-current', 'page')
      expect(await background(link)).not.toBe(await background(other))
      const { x } = (await sidebar(page).boundingBox()) ?? { x: -1 }
      expect(x).toBe(0)
    },
  )
  await says('Ctrl or Cmd plus B toggles it.', async () => {
    await page.keyboard.press('Control+b')
    await expect(sidebar(page).getByText('SMPW Dashboard', { exact: true })).toHaveCount(0)
    await expect(sidebar(page).getByRole('link', { name: 'Locust Sync' })).toBeVisible()
    await page.keyboard.press('Meta+b')
    await expect(sidebar(page).getByText('SMPW Dashboard', { exact: true })).toBeVisible()
  })
  await says(
    'The expanded/collapsed choice is kept in a cookie named sidebar_state for 7 days.',
    async () => {
      await page.keyboard.press('Control+b')
      const cookie = async () =>
        (await context.cookies()).find(({ name }) => name === 'sidebar_state')
      await expect.poll(async () => (await cookie())?.value).toBe('false')
      const days = (((await cookie())?.expires ?? 0) - Date.now() / 1_000) / 86_400
      expect(days).toBeGreaterThan(6.9)
      expect(days).toBeLessThanOrEqual(7)
    },
  )
  await says(
    'Sidebar: expanded or collapsed (persisted); mobile sheet open or closed.',
    async () => {
      await page.reload()
      await expect(sidebar(page).getByRole('link', { name: 'Locust Sync' })).toBeVisible()
      await expect(sidebar(page).getByText('SMPW Dashboard', { exact: true })).toHaveCount(0)
      await page.setViewportSize({ width: 767, height: 800 })
      await expect(sidebar(page)).toHaveCount(0)
      await page.keyboard.press('Control+b')
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Control+b')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  )
  await says("Below 768 px it becomes a slide-in sheet titled 'Navigation Menu'.", async () => {
    await page.keyboard.press('Control+b')
    const sheet = page.getByRole('dialog', { name: 'Navigation Menu' })
    await expect(sheet.getByText('Navigation Menu', { exact: true })).toBeVisible()
    await expect(sheet.getByRole('link', { name: 'Locust Sync' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 768, height: 800 })
    await expect(sidebar(page)).toBeVisible()
  })
})

test('the links', async ({ page }) => {
  await says(
    'Nav links: Locust Sync (/dashboard/sync), Monitor (/dashboard/monitor), Reports (/dashboard/reports), Settings (/admin, admin role only).',
    async () => {
      await expectLinks(page, world)
      await world.open(page, '/dashboard/sync', user)
      await expect(sidebar(page).getByRole('link', { name: 'Reports' })).toBeVisible()
      await expect(sidebar(page).getByRole('link', { name: 'Settings' })).toHaveCount(0)
    },
  )
  await says(
    'Roles are admin and user. Admins also reach an administration area (users, monitoring controls, branding).',
    async () => {
      await page.goto(`${world.url}/admin/users`)
      await expect(page.getByText(/^Access Denied/)).toBeVisible()
    },
  )
})

test('the header, toasts and tooltips', async ({ page }) => {
  await world.open(page, '/dashboard/monitor')
  await says(
    'Header: page title, subtitle, optional actions, user menu with Profile (/profile) and Logout.',
    async () => {
      const header = page.getByRole('banner')
      await expect(header.getByRole('heading', { level: 1, name: 'Monitor' })).toBeVisible()
      await expect(header.getByRole('paragraph')).toBeVisible()
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        for (const [path, name] of [
          ['/dashboard/sync', 'Locust Sync'],
          ['/dashboard/monitor', 'Monitor'],
          ['/dashboard/reports', 'Reports'],
          ['/profile', 'Profile'],
          ['/admin', 'Settings'],
          ['/admin/users', 'Settings'],
          ['/admin/monitoring', 'Settings'],
          ['/admin/branding', 'Settings'],
        ] as const) {
          await goToPageInApp(page, path)
          await expectLegible(header.getByRole('heading', { level: 1, name, exact: true }))
          await expectLegible(header.getByRole('paragraph'))
          await expect(header.getByRole('paragraph')).not.toHaveText('')
        }
      }
      await header.getByRole('button', { name: /user menu/ }).click()
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
      await page.getByRole('menuitem', { name: 'Profile' }).click()
      await expect(page).toHaveURL(`${world.url}/profile`)
      await goToPageInApp(page, '/admin/users')
      await expect(header.getByRole('button', { name: 'Add User' })).toBeVisible()
    },
  )
  await says('Global toast notifications and tooltips.', async () => {
    await goToPageInApp(page, '/dashboard/monitor')
    await page.getByRole('button', { name: 'Refresh Status' }).click()
    await expect(toast(page, 'Status Refresh Complete')).toBeVisible()
    await page.getByRole('button', { name: 'Toggle sidebar' }).hover()
    await expect(page.getByRole('tooltip')).toBeVisible()
  })
})

async function expectLinks(page: Page, world: World) {
  await world.open(page, '/dashboard/sync')
  const links = {
    'Locust Sync': '/dashboard/sync',
    Monitor: '/dashboard/monitor',
    Reports: '/dashboard/reports',
    Settings: '/admin',
  }
  for (const [name, address] of Object.entries(links)) {
    const link = sidebar(page).getByRole('link', { name, exact: true })
    await expect(link).toHaveAttribute('href', address)
  }
}

function background(link: ReturnType<typeof sidebar>): Promise<string> {
  return link.evaluate((element) => getComputedStyle(element).backgroundColor)
}
