import { expect, type Page, type Request } from '@playwright/test'
import { goInApp } from '../in-app.ts'
import { test } from '../reused-page.ts'
import { countCalls } from './answered-calls.ts'
import { expectLegible } from './legible.ts'
import { says } from './says.ts'
import { startWorld, toast, user } from './world.ts'

/** The settings: who may see them, their index, and the monitoring controls. */

const sections = {
  '/admin': 'User Management & System Configuration',
  '/admin/users': 'User Management',
  '/admin/monitoring': 'Monitoring Controls',
  '/admin/branding': 'Brand Settings',
}
const figure = (page: Page, name: string) =>
  page.getByRole('main').getByText(name, { exact: true }).locator('xpath=following-sibling::dd')
const autoSync = (page: Page) => page.getByRole('switch', { name: 'Auto-Sync' })

const world = startWorld('empty')

test('who may not see them', async ({ page }) => {
  await says('While the session loads: spinner.', async () => {
    const { promise: held, resolve: load } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${world.url}/admin`, { waitUntil: 'commit' })
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
    load()
  })
  await says(
    "If there is no user or the user is not admin: 'Access Denied - You need admin privileges to access this page.', with a 'Back to Dashboard' link to /dashboard and a 'Logout' button that removes the stored session token and goes to /login.",
    async () => {
      const denied = page.getByText(
        'Access Denied - You need admin privileges to access this page.',
        { exact: true },
      )
      for (const path of Object.keys(sections)) {
        await page.goto(`${world.url}${path}`)
        await expect(denied).toBeVisible()
      }
      await world.open(page, '/admin', user)
      await expect(denied).toBeVisible()
      await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute(
        'href',
        '/dashboard',
      )
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page).toHaveURL(`${world.url}/login`)
      expect(await page.evaluate(() => localStorage.getItem('session_token'))).toBeNull()
    },
  )
})

test('their pages', async ({ page }) => {
  await world.open(page, '/admin')
  await says(
    "Otherwise a page titled Settings with a subtitle per section (User Management, Monitoring Controls, Brand Settings, or 'User Management & System Configuration' on the index).",
    async () => {
      for (const [path, subtitle] of Object.entries(sections)) {
        await goInApp(page, path)
        await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
        await expect(page.getByRole('banner').getByText(subtitle, { exact: true })).toBeVisible()
        for (const width of [390, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          const shown = page.getByRole('banner').getByRole('paragraph')
          await expectLegible(shown)
          await expect(shown).toHaveText(subtitle)
        }
      }
    },
  )
  await says("Each sub-page has a 'Back to Settings' link to /admin.", async () => {
    for (const path of ['/admin/users', '/admin/monitoring', '/admin/branding'] as const) {
      await goInApp(page, path)
      await expect(page.getByRole('banner').getByRole('paragraph')).toHaveText(sections[path])
      await page.getByRole('link', { name: 'Back to Settings' }).click()
      await expect(page).toHaveURL(`${world.url}/admin`)
    }
  })
  await says(
    '/admin index: three cards linking to /admin/users (User Management: create, edit and manage accounts and permissions), /admin/monitoring (Monitoring Controls: system status and job sync), /admin/branding (Brand Settings: appearance and branding).',
    async () => {
      const texts = {
        'User Management': [
          '/admin/users',
          /create, edit and manage (user )?accounts and permissions/i,
        ],
        'Monitoring Controls': ['/admin/monitoring', /system status and job sync/i],
        'Brand Settings': ['/admin/branding', /appearance and branding/i],
      } as const
      const main = page.getByRole('main')
      for (const [name, [href, text]] of Object.entries(texts)) {
        await expect(main.getByRole('link', { name })).toHaveAttribute('href', href)
        await expect(main.getByText(text)).toBeVisible()
      }
      // What was added stands below.
      const links = await main.getByRole('link').all()
      const addresses = await Promise.all(links.map((link) => link.getAttribute('href')))
      expect(addresses.slice(0, 3)).toEqual(Object.values(texts).map(([href]) => href))
    },
  )
})

test('the monitoring controls', async ({ page }) => {
  await page.clock.install()
  await world.open(page, '/admin/monitoring')
  await says(
    'Status cards: Monitoring (Active/Stopped), Active Users, Interval (minutes when 60000 ms or more, else seconds, or N/A), Active Jobs.',
    async () => {
      await expect(figure(page, 'Monitoring')).toHaveText('Active')
      await expect(figure(page, 'Active Jobs')).toHaveText('0')
      await answerStatus(page, { currentInterval: 60_000, activeUsers: 12, monitoringJobs: 7 })
      await expect(figure(page, 'Interval')).toHaveText(/^1 ?m/)
      await expect(figure(page, 'Active Users')).toHaveText('12')
      await expect(figure(page, 'Active Jobs')).toHaveText('7')
      await answerStatus(page, { currentInterval: 59_000 })
      await expect(figure(page, 'Interval')).toHaveText(/^59 ?s/)
      await answerStatus(page, { isMonitoring: false, currentInterval: 0 })
      await expect(figure(page, 'Interval')).toHaveText('N/A')
      await expect(figure(page, 'Monitoring')).toHaveText('Stopped')
    },
  )
  await says(
    "Banner: 'Intensive monitoring active (N users)' with 'Fast polling enabled for real-time updates'; otherwise 'Background monitoring mode' with 'Reduced polling to save resources'.",
    async () => {
      await answerStatus(page, { hasActiveUsers: true, activeUsers: 12 })
      await expect(page.getByText('Intensive monitoring active (12 users)')).toBeVisible()
      await expect(page.getByText('Fast polling enabled for real-time updates')).toBeVisible()
      await answerStatus(page, { hasActiveUsers: false, activeUsers: 0 })
      await expect(page.getByText('Background monitoring mode')).toBeVisible()
      await expect(page.getByText('Reduced polling to save resources')).toBeVisible()
    },
  )
  await page.unroute('**/api/monitoring/status')
  await says(
    "Manual Controls: 'Sync Now' button ('Syncing...' while running, disabled then)",
    async () => {
      await expect(page.getByRole('heading', { name: 'Manual Controls' })).toBeVisible()
      const { promise: held, resolve: answer } = Promise.withResolvers<void>()
      await page.route('**/api/jobs/sync-github', async (route) => {
        await held
        await route.continue()
      })
      const sent = countCalls(page, 'POST /api/jobs/sync-github')
      await page.getByRole('button', { name: 'Sync Now' }).click()
      await says('Manual sync button is disabled while syncing.', async () => {
        const busy = page.getByRole('button', { name: 'Syncing...' })
        await expect(busy).toBeDisabled()
        await busy.click({ force: true })
        await busy.press('Enter')
        expect(sent()).toBe(1)
      })
      answer()
      await expect(page.getByRole('button', { name: 'Sync Now' })).toBeEnabled()
      expect(sent()).toBe(1)
    },
  )
  await says(
    'and, for admins only, an Auto-Sync switch with a warning that it may create unexpected jobs from external workflows.',
    async () => {
      await expect(autoSync(page)).not.toBeChecked()
      await expect(
        page.getByText(/may create unexpected jobs from external workflows/),
      ).toBeVisible()
      await autoSync(page).click()
      await expect(toast(page, 'Auto-Sync Updated')).toBeVisible()
      await expect(autoSync(page)).toBeChecked()
      await page.reload()
      await expect(autoSync(page)).toBeChecked()
    },
  )
  await says(
    'Smart Monitoring note: fast polling (5 s) when users view jobs, slow polling (2-5 min) when idle or the page is hidden, background jobs continue, auto-sync is off by default.',
    async () => {
      const note = page.getByRole('region', { name: 'Smart Monitoring' })
      for (const text of [
        /fast polling \(5 s\)\s*when users view jobs/i,
        /slow polling \(2-5 min\)\s*when idle or the page is hidden/i,
        /background jobs continue/i,
        /auto-sync is off by default/i,
      ]) {
        await expect(note).toContainText(text)
      }
    },
  )
  await says('Monitoring status refreshes every 10 s.', async () => {
    // The clock stands still, and the next call is made at once: so the interval begins with its answer.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
    let calls = 0
    let answers = 0
    const isStatus = (request: Request) => request.url().endsWith('/api/monitoring/status')
    page.on('request', (request) => {
      if (isStatus(request)) calls += 1
    })
    page.on('requestfinished', (request) => {
      if (isStatus(request)) answers += 1
    })
    await page.clock.fastForward(10_000)
    await expect.poll(() => answers).toBe(1)
    // The page reads the answer a moment after it has come.
    await page.waitForTimeout(200)
    await page.clock.runFor(9_000)
    expect(calls).toBe(1)
    await page.clock.runFor(1_500)
    await expect.poll(() => calls).toBe(2)
  })
})

/** Has the page get this status, after the fields that are always there, when it asks for it the next time. */
async function answerStatus(page: Page, status: object) {
  await page.unroute('**/api/monitoring/status')
  await page.route('**/api/monitoring/status', (route) =>
    route.fulfill({
      json: {
        isMonitoring: true,
        activeUsers: 0,
        currentInterval: 300_000,
        monitoringJobs: 0,
        hasActiveUsers: false,
        autoSyncEnabled: false,
        ...status,
      },
    }),
  )
  await page.clock.fastForward(10_000)
}
