import { expect, type Locator, type Page } from '@playwright/test'
import { send, signInLiterally } from '../literal-calls.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { answerCall, toastOf } from './answered-calls.ts'
import { says } from './says.ts'
import { admin, startWorld, user } from './world.ts'

/** Business constants and limits that no other section names. */

const world = startWorld('full')

test('token, toasts and sidebar', async ({ page }) => {
  await page.goto(`${world.url}/login`)
  await page.getByPlaceholder('Enter username').fill(admin.username)
  await page.getByPlaceholder('Enter password').fill(admin.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await says(
    'Session token storage: browser local storage, one fixed key holding the token',
    async () => {
      await expect(page).toHaveURL(`${world.url}/dashboard/reports`)
      const kept = await page.evaluate(() => Object.values({ ...localStorage }))
      expect(kept.filter((value) => value.split('.').length === 3)).toHaveLength(1)
      expect(await tokenKeys(page)).toEqual(['session_token'])
      // The same for everybody, and after the next sign-in.
      await world.open(page, '/dashboard/monitor')
      await expect(page.getByRole('button', { name: /user menu/ })).toBeVisible()
      expect(await tokenKeys(page)).toEqual(['session_token'])
      await page.getByRole('button', { name: /user menu/ }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
      await expect(page).toHaveURL(`${world.url}/login`)
      expect(await tokenKeys(page)).toEqual([])
      await page.getByPlaceholder('Enter username').fill(user.username)
      await page.getByPlaceholder('Enter password').fill(user.password)
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page).toHaveURL(`${world.url}/dashboard/reports`)
      expect(await tokenKeys(page)).toEqual(['session_token'])
    },
  )
  await says(
    'Toasts: one visible at a time; auto-dismiss 5000 ms; swipe right to dismiss, threshold 50 px; viewport hotkey F8',
    async () => {
      const toast = toastOf(page, 'Refreshed')
      const refresh = page.getByRole('button', { name: 'Refresh', exact: true })
      await refresh.click()
      await expect(toast).toHaveCount(1)
      await expect(toastOf(page, 'Welcome back!')).toHaveCount(0)
      const shownAt = Date.now()
      await page.mouse.move(0, 0)
      await expect(toast).toHaveCount(0)
      expect(Date.now() - shownAt).toBeGreaterThan(4_000)
      await refresh.click()
      await expect(toast).toBeVisible()
      await page.keyboard.press('F8')
      await expect(page.locator(':focus').locator('li')).toHaveCount(1)
      for (const [distance, left] of [
        [40, 1],
        [60, 0],
      ] as const) {
        const box = await toast.boundingBox()
        const x = (box?.x ?? 0) + 100
        const y = (box?.y ?? 0) + 20
        await page.mouse.move(x, y)
        await page.mouse.down()
        await page.mouse.move(x + distance, y, { steps: 5 })
        await page.mouse.up()
        await expect(toast).toHaveCount(left)
      }
    },
  )
  await says('Sidebar: width 16rem (18rem mobile, 3rem collapsed)', async () => {
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    await expect(sidebar).toHaveCSS('width', '256px')
    await page.keyboard.press('Control+b')
    await expect(sidebar).toHaveCSS('width', '48px')
    await page.keyboard.press('Control+b')
    await page.setViewportSize({ width: 767, height: 800 })
    await page.keyboard.press('Control+b')
    const sheet = page.getByRole('dialog', { name: 'Navigation Menu' })
    await expect(sheet).toHaveCSS('width', '288px')
  })
})

test('how things are shown', async ({ page }) => {
  const generatedAt = '2025-01-06T03:00:00.000Z'
  const file = { id: 'a', format: 'pdf', generatedAt, downloadUrl: '/api/reports/a/download' }
  const report = { ...file, circuitId: 'NY-1', filename: 'a.pdf', size: 2_726_298 }
  await answerCall(page, 'GET /api/reports', { json: { reports: [report] } })
  await world.open(page, '/dashboard/reports')
  const center = page.getByRole('region', { name: 'Download Center' })
  await says('Report size display: bytes / 1048576, 1 decimal, MB', async () => {
    await expect(center.getByText('2.6 MB').filter({ visible: true }).first()).toBeVisible()
  })
  await says('Display time zone: America/New_York', () =>
    says("Date display: like 'Jan 5, 2025'", async () => {
      await expect(
        center
          .getByText(/Jan 5, 2025/)
          .filter({ visible: true })
          .first(),
      ).toBeVisible()
    }),
  )
  await says(
    "Duration format: under 1 s '< 1s'; otherwise seconds; minutes and seconds; or hours and minutes",
    async () => {
      const startedAt = '2025-01-06T03:00:00.000Z'
      const after = (ms: number) => new Date(Date.parse(startedAt) + ms).toISOString()
      const lasting = [500, 42_000, 125_000, 3_780_000]
      world.setJobs(lasting.map((ms) => ({ startedAt, completedAt: after(ms), elapsedTime: null })))
      await world.open(page, '/dashboard/monitor')
      for (const text of [/< 1s/, /\b42s/, /\b2m 5s/, /\b1h 3m/])
        await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
    },
  )
  await world.open(page, '/admin/branding')
  await says(
    'Default colours: primaryActions #1d489a, secondaryActions #67a0d2, accentElements #67a0d2, backgrounds #ffffff, cardBackgrounds #eaeced, mutedElements #757575, primaryText #000000',
    async () => {
      for (const [label, color] of [
        ['Primary Actions', '#1d489a'],
        ['Secondary Actions', '#67a0d2'],
        ['Accent Elements', '#67a0d2'],
        ['Main Backgrounds', '#ffffff'],
        ['Card Backgrounds', '#eaeced'],
        ['Borders & Muted Text', '#757575'],
        ['Primary Text', '#000000'],
      ] as const)
        await expect(page.getByLabel(label, { exact: true })).toHaveValue(color)
      // As the pages are painted.
      expect(await painted(page.locator('html'), 'backgroundColor')).toBe('#ffffff')
      expect(await painted(page.locator('body'), 'color')).toBe('#000000')
      const card = page.getByRole('region', { name: 'Color Customization' })
      expect(await painted(card, 'backgroundColor')).toBe('#eaeced')
      await page.goto(`${world.url}/dashboard/sync`)
      const run = page.getByRole('button', { name: 'Run', exact: true })
      expect(await painted(run, 'backgroundColor')).toBe('#1d489a')
      await page.goto(`${world.url}/dashboard/monitor`)
      const refresh = page.getByRole('button', { name: 'Refresh Status', exact: true })
      expect(await painted(refresh, 'borderTopColor')).toBe('#67a0d2')
      const subtitle = page.getByRole('banner').getByRole('paragraph')
      expect(await painted(subtitle, 'color')).toBe('#757575')
    },
  )
})

/** The keys of local storage that hold a session token. */
function tokenKeys(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.entries({ ...localStorage })
      .filter(([, value]) => value.split('.').length === 3)
      .map(([key]) => key),
  )
}

type Paint = 'backgroundColor' | 'borderTopColor' | 'color'

/** The color of an element as it is drawn, `#rrggbb`. */
async function painted(element: Locator, what: Paint): Promise<string> {
  await expect(element).toBeVisible()
  const color = await element.evaluate((drawn, name) => getComputedStyle(drawn)[name], what)
  const channels = color.match(/\d+/g) ?? []
  return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`
}

test.describe('at the calls', () => {
  const dashboard = ownDashboard()

  test('monitoring', async () => {
    await says('Monitoring status poll: 10 s; intensive 5 s; idle 2-5 min', async () => {
      const client = await signInLiterally(dashboard)
      const interval = async () => {
        const { body } = await client.send('GET /api/monitoring/status')
        return (body as { currentInterval: number }).currentInterval
      }
      expect(await interval()).toBeGreaterThanOrEqual(2 * 60_000)
      expect(await interval()).toBeLessThanOrEqual(5 * 60_000)
      await client.send('GET /api/jobs')
      await expect.poll(interval).toBe(5_000)
    })
  })

  test('logo', async () => {
    await says('Logo types: png, jpeg, jpg, svg+xml', async () => {
      const { token } = await signInLiterally(dashboard)
      for (const type of ['png', 'jpeg', 'jpg', 'svg+xml']) {
        const body = { fileName: 'a', fileSize: 2 * 1024 * 1024 - 1, mimeType: `image/${type}` }
        const call = 'POST /api/brand-settings/upload-url'
        const { status } = await send(dashboard.url, call, { token, body })
        expect(status, type).toBe(200)
      }
    })
  })
})
