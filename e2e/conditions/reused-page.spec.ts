import { expect, type Page } from '@playwright/test'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'

/** One page for many tests: the state in which each test finds it. */

const dashboard = ownDashboard()

let used: Page | undefined
let requests = 0

test('a test leaves much behind', async ({ page, context }) => {
  used = page
  await page.goto(`${dashboard.url}/login`)
  await page.evaluate(() => {
    localStorage.setItem('left', 'behind')
    sessionStorage.setItem('left', 'behind')
  })
  await context.addCookies([{ name: 'left', value: 'behind', url: dashboard.url }])
  await page.setViewportSize({ width: 500, height: 500 })
  await page.route('**/*', (route) => route.fulfill({ status: 503 }))
  page.on('request', () => {
    requests += 1
  })
  await (await context.newPage()).goto('about:blank')
})

test('the next one has the same page, and finds nothing of that', async ({ page, context }) => {
  expect(page).toBe(used)
  requests = 0
  const opened = await page.goto(`${dashboard.url}/api/health`)
  expect(opened?.status()).toBe(200)
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  expect(await context.cookies()).toEqual([])
  expect(page.viewportSize()).toEqual({ width: 1280, height: 800 })
  expect(context.pages()).toEqual([page])
  expect(requests).toBe(0)
})

const lasting: [string, (page: Page) => Promise<unknown>][] = [
  ['sets the clock', (page) => page.clock.install()],
  ['adds a script', (page) => page.addInitScript('window.left = "behind"')],
  ['exposes a function', (page) => page.exposeFunction('left', () => 'behind')],
  ['emulates print', (page) => page.emulateMedia({ media: 'print' })],
  ['may use the clipboard', (page) => page.context().grantPermissions(['clipboard-read'])],
  ['opens a session of the protocol', (page) => page.context().newCDPSession(page)],
  ['goes to another address', (page) => page.goto(dashboard.url.replace('127.0.0.1', 'localhost'))],
  ['closes its page', (page) => page.close()],
]

const spoiled: Page[] = []

for (const [what, act] of lasting) {
  test(`a page is not reused when its test ${what}`, async ({ page }) => {
    expect(spoiled).not.toContain(page)
    spoiled.push(page)
    await page.goto(`${dashboard.url}/api/health`)
    await act(page)
  })
}

test('the last of them was not reused', ({ page }) => {
  expect(spoiled).not.toContain(page)
})

test('a script is added, and taken away again', async ({ page }) => {
  used = page
  const script = await page.addInitScript('window.left = "behind"')
  await page.goto(`${dashboard.url}/api/health`)
  await script.dispose()
})

test('its page was reused', ({ page }) => {
  expect(page).toBe(used)
})
