import { expect, type Page, type Request } from '@playwright/test'
import { roleColor } from '../branding.ts'
import { test } from '../reused-page.ts'
import { specifiedPages } from '../specified-pages.ts'
import { answerCall, isCall } from './answered-calls.ts'
import { says } from './says.ts'
import { startWorld, type World } from './world.ts'

/** When the pages make their calls. The clock of a page stands still but for what a test lets pass. */

interface Counter {
  /** How often the call was made. */
  (): number
  /** Each of them was answered. */
  isAnswered(): boolean
}

function counterOf(page: Page, call: Parameters<typeof isCall>[1]): Counter {
  const count = { asked: 0, ended: 0 }
  const add = (what: keyof typeof count) => (request: Request) => {
    if (isCall(request, call)) count[what] += 1
  }
  page.on('request', add('asked'))
  page.on('requestfinished', add('ended'))
  page.on('requestfailed', add('ended'))
  return Object.assign(() => count.asked, { isAnswered: () => count.ended === count.asked })
}

/** By itself, Playwright looks once a second. */
const soon = { intervals: [50] }

async function openStopped(page: Page, world: World, path: string, calls: readonly Counter[]) {
  await page.clock.install()
  await world.open(page, path)
  // React delays what replaces a spinner, which takes time of the page.
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible()
  for (const count of calls) {
    await expect.poll(count, soon).toBe(1)
    await expect.poll(count.isAnswered, soon).toBe(true)
  }
  await page.clock.pauseAt(Date.now() + 2_000)
}

/** The page's time may be ahead of ours by what it was let pass. */
async function pauseAgain(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000)
}

/** Lets time pass, in small steps, until that holds or so much has passed. */
async function passUntil(page: Page, isReached: () => boolean, ms: number): Promise<void> {
  for (let passed = 0; passed < ms && !isReached(); passed += 250) {
    await page.clock.runFor(250)
    // Answered after what those steps have sent.
    await page.evaluate(() => undefined)
  }
  // The page's own files come in real time, which a busy machine takes more of.
  await expect
    .poll(async () => {
      await page.clock.runFor(1)
      return isReached()
    }, soon)
    .toBe(true)
}

/**
 * Lets time pass until the call has been made again and answered. In one leap, which sends each call once at most: in
 * steps, it would be sent again while they go on.
 */
async function passUntilNext(page: Page, count: Counter): Promise<void> {
  const before = count()
  await expect
    .poll(async () => {
      await page.clock.fastForward(35_000)
      await settle(page)
      return count()
    }, soon)
    .toBeGreaterThan(before)
  await waitForAnswer(page, count)
}

/** What the page has sent before is then counted, and the answers that it has got are taken in. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => (await fetch('/sent-and-answered-after-all-others')).text())
}

/** An answer has to be taken in for the next interval to begin. */
async function waitForAnswer(page: Page, count: Counter): Promise<void> {
  await expect.poll(count.isAnswered, soon).toBe(true)
  await settle(page)
  for (let step = 0; step < 3; step += 1) {
    await page.evaluate(() => undefined)
    await page.clock.runFor(20)
  }
}

/** The call has just been made, and is made again after so many seconds, not before. */
async function expectEvery(page: Page, count: Counter, seconds: number): Promise<void> {
  const before = count()
  await page.clock.runFor(seconds * 1_000 - 1_000)
  await settle(page)
  expect(count()).toBe(before)
  await page.clock.runFor(1_000)
  await settle(page)
  await passUntil(page, () => count() > before, 1_000)
  await waitForAnswer(page, count)
  expect(count()).toBe(before + 1)
}

interface Absence {
  /** Hides what shows the answer of the call. */
  leave: () => Promise<void>
  comeBack: () => Promise<void>
}

/** An answer that has just come is shown again as it is until it is so old; then the call is made at once. */
async function expectStaleAfter(
  page: Page,
  count: Counter,
  ms: number,
  { leave, comeBack }: Absence,
): Promise<void> {
  const left = async (pastMs: number) => {
    await passUntilNext(page, count)
    const before = count()
    const start = await page.evaluate(() => Date.now())
    await leave()
    const now = await page.evaluate(() => Date.now())
    await page.clock.runFor(start + pastMs - now)
    await comeBack()
    return before
  }
  const atOnceMs = 200
  const whileFresh = await left(ms - 2 * atOnceMs)
  await page.clock.runFor(atOnceMs)
  expect(count()).toBe(whileFresh)
  const onceStale = await left(ms + atOnceMs)
  await passUntil(page, () => count() > onceStale, atOnceMs)
  await waitForAnswer(page, count)
}

async function expectNoMore(page: Page, count: Counter, ms: number): Promise<void> {
  const before = count()
  await page.clock.runFor(ms)
  await settle(page)
  expect(count()).toBe(before)
}

/** Lets a little time pass until the page with this title is shown. */
async function passUntilShown(page: Page, title: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return page.getByRole('heading', { level: 1 }).allTextContents()
    }, soon)
    .toEqual([title])
}

const goTo = (page: Page, name: string) =>
  page
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()
    .click()

/** As when another tab is opened, and this one again. */
async function hide(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    window.dispatchEvent(new Event('focus'))
  }, state)
}

declare global {
  interface Window {
    credentialsOfCalls?: (string | undefined)[]
  }
}

/** Runs in the page. */
function rememberCredentials(): void {
  const send = window.fetch
  window.credentialsOfCalls = []
  window.fetch = (input, init) => {
    if (String(input).startsWith('/api/')) window.credentialsOfCalls?.push(init?.credentials)
    return send(input, init)
  }
}

/** Of all that a page loads nothing is asked for twice when it fails. */
async function expectEachSentOnce(page: Page, url: string): Promise<void> {
  const sent: string[] = []
  const count = (request: Request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/')) sent.push(pathname + search)
  }
  page.on('request', count)
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { message: 'Wait.' } }),
  )
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  // Shorter than the shortest interval, longer than what a retry would wait.
  await page.clock.runFor(2_500)
  await settle(page)
  expect(sent.length, url).toBeGreaterThan(1)
  expect(sent.toSorted(), url).toEqual([...new Set(sent)].toSorted())
  page.off('request', count)
  await page.unrouteAll()
}

const world = startWorld('full')

test('jobs', async ({ page }) => {
  world.setJobs([])
  const jobs = counterOf(page, 'GET /api/jobs')
  const sync = counterOf(page, 'POST /api/jobs/sync')
  await openStopped(page, world, '/dashboard/monitor', [jobs])
  await says(
    'Polling: jobs every 3 s while any job is queued or running, otherwise every 30 s, also in the background, stale after 2 s;',
    () =>
      says('Job poll: 3 s active, 30 s otherwise; stale 2 s', async () => {
        await passUntilNext(page, jobs)
        await expectEvery(page, jobs, 30)
        const before = jobs()
        await goTo(page, 'Locust Sync')
        await page.clock.runFor(1_500)
        expect(jobs()).toBe(before)
        await page.clock.runFor(600)
        // Its files come in real time; before that, the monitor has not been left.
        await passUntilShown(page, 'Locust Sync')
        await goTo(page, 'Monitor')
        await passUntil(page, () => jobs() === before + 1, 500)
        world.setJobs([{ status: 'running', progress: 10 }])
        await passUntilNext(page, jobs)
        await expectEvery(page, jobs, 3)
        for (const name of ['Monitor', 'Locust Sync', 'Reports', 'Settings']) {
          await goTo(page, name)
          await passUntilShown(page, name)
          await hide(page, 'hidden')
          await passUntilNext(page, jobs)
          await expectEvery(page, jobs, 3)
          await hide(page, 'visible')
        }
        await goTo(page, 'Monitor')
        await passUntilShown(page, 'Monitor')
      }),
  )
  await says('workflow-run sync every 8 s (stale after 5 s) only while active jobs exist;', () =>
    says('Workflow-run sync poll: 8 s, only with active jobs; stale 5 s', async () => {
      await passUntilNext(page, sync)
      await expectEvery(page, sync, 8)
      await expectStaleAfter(page, sync, 5_000, {
        leave: async () => {
          await goTo(page, 'Reports')
          await passUntilShown(page, 'Reports')
        },
        comeBack: () => goTo(page, 'Monitor'),
      })
      world.setJobs([])
      await passUntilNext(page, jobs)
      await page.waitForLoadState('networkidle')
      await page.clock.runFor(500)
      await expectNoMore(page, sync, 20_000)
    }),
  )
})

test('the details of a job', async ({ page }) => {
  const [running, ended] = world.setJobs([
    { status: 'running', progress: 10 },
    { status: 'completed', type: 'import' },
  ])
  const sync = counterOf(page, 'POST /api/jobs/*/sync')
  const plain = counterOf(page, 'GET /api/jobs/*')
  await openStopped(page, world, `/dashboard/monitor?job=${running?.id}`, [sync])
  await says('job details dialog every 3 s while open and the job is active (cache 1 s);', () =>
    says('Job dialog poll: 3 s; cache 1 s', async () => {
      await passUntilNext(page, sync)
      const before = plain()
      await expectEvery(page, sync, 3)
      expect(plain()).toBe(before)
      await expectStaleAfter(page, sync, 1_000, {
        leave: () => page.keyboard.press('Escape'),
        comeBack: () => page.getByRole('button', { name: 'View Details' }).first().click(),
      })
    }),
  )
  await says(
    'used for running or queued jobs in the details dialog, falls back to GET /api/jobs/{id} on failure',
    async () => {
      const done = await answerCall(page, 'POST /api/jobs/*/sync', { status: 502, json: {} })
      await passUntilNext(page, plain)
      await done()
    },
  )
  await says("GET /api/jobs/{id}: none; job; error 'Failed to fetch job' on failure", async () => {
    await answerCall(page, 'GET /api/jobs/*', { status: 500, json: {} })
    await page.clock.resume()
    await page.goto(`${world.url}/dashboard/monitor?job=${ended?.id}`)
    await expect(
      page.getByRole('dialog').getByText('Failed to fetch job', { exact: true }),
    ).toBeVisible()
  })
})

test('sync page and settings', async ({ page }) => {
  world.setJobs([])
  const automation = counterOf(page, 'GET /api/automation-status')
  await openStopped(page, world, '/dashboard/sync', [automation])
  await says('automation status every 30 s;', () =>
    says('Automation status poll: 30 s', async () => {
      await passUntilNext(page, automation)
      await expectEvery(page, automation, 30)
    }),
  )
  const monitoring = counterOf(page, 'GET /api/monitoring/status')
  const jobs = counterOf(page, 'GET /api/jobs')
  await page.goto(`${world.url}/admin/monitoring`)
  await says('monitoring status every 10 s;', async () => {
    await passUntilNext(page, monitoring)
    await passUntilNext(page, monitoring)
    await expectEvery(page, monitoring, 10)
  })
  await says(
    'afterwards all job queries (paths starting /api/jobs) are refreshed and status refetched',
    async () => {
      const before = { jobs: jobs(), monitoring: monitoring() }
      await page.getByRole('button', { name: 'Sync Now' }).click()
      await passUntil(page, () => jobs() > before.jobs && monitoring() > before.monitoring, 1_000)
    },
  )
})

test('reports', async ({ page }) => {
  world.setJobs([])
  const reports = counterOf(page, 'GET /api/reports')
  const lookups = counterOf(page, 'GET /api/lookup-options')
  await openStopped(page, world, '/dashboard/reports', [reports, lookups])
  await says(
    'Default data loading is a GET on the path formed by joining key segments with slashes, returning parsed JSON;',
    async () => {
      const { circuits } = await world.read<{ circuits: string[] }>('/api/lookup-options')
      await expect(page.getByRole('checkbox', { name: circuits[0], exact: true })).toBeVisible()
    },
  )
  await says(
    'reports every 3 s while jobs are active, else 30 s, no refetch on focus (cache 2 s);',
    () =>
      says('Reports poll: 3 s with active jobs, else 30 s; cache 2 s', async () => {
        await passUntilNext(page, reports)
        await expectEvery(page, reports, 30)
        // Older than its cache, an answer would be asked for again if focus asked for anything.
        await expectNoMore(page, reports, 2_500)
        const before = reports()
        await hide(page, 'hidden')
        await hide(page, 'visible')
        await expectNoMore(page, reports, 2_500)
        expect(reports()).toBe(before)
        world.setJobs([{ status: 'running', progress: 10 }])
        await passUntilNext(page, reports)
        await passUntilNext(page, reports)
        await expectEvery(page, reports, 3)
        await expectStaleAfter(page, reports, 2_000, {
          leave: async () => {
            await goTo(page, 'Monitor')
            await passUntilShown(page, 'Monitor')
          },
          comeBack: () => goTo(page, 'Reports'),
        })
      }),
  )
  await says(
    'Global defaults: no automatic refetch interval, no refetch on window focus, data never stale unless overridden,',
    async () => {
      await goTo(page, 'Monitor')
      await page.clock.runFor(500)
      await goTo(page, 'Reports')
      await page.clock.runFor(500)
      await expect(page.getByRole('region', { name: 'Generate Reports' })).toBeVisible()
      expect(lookups()).toBe(1)
    },
  )
})

test('brand settings, and calls that fail', async ({ page }) => {
  world.setJobs([])
  const brand = counterOf(page, 'GET /api/brand-settings')
  const lookups = counterOf(page, 'GET /api/lookup-options')
  const start = counterOf(page, 'POST /api/workflows/circuit-report')
  await openStopped(page, world, '/admin', [brand])
  await says('brand settings cached 5 minutes without retry.', () =>
    says('Brand settings cache: 5 minutes, no retry', async () => {
      await expectNoMore(page, brand, 4 * 60_000)
      await goTo(page, 'Brand Settings')
      await expectNoMore(page, brand, 500)
      await page.goBack()
      await expectNoMore(page, brand, 60_000)
      await goTo(page, 'Brand Settings')
      await passUntil(page, () => brand() === 2, 500)
    }),
  )
  const failing = { status: 503, headers: { 'retry-after': '1' }, json: { message: 'Wait.' } }
  await says('a failed answer is treated as none', async () => {
    const done = await answerCall(page, 'GET /api/brand-settings', failing)
    const before = brand()
    await page.goto(`${world.url}/dashboard/reports`)
    await passUntilShown(page, 'Reports')
    await expect(page.getByText('SMPW Dashboard').first()).toBeVisible()
    await passUntil(page, () => brand() > before, 2_000)
    await expectNoMore(page, brand, 15_000)
    await page.clock.resume()
    await page.goto(`${world.url}/admin/branding`)
    await expect(page.getByText('Logo Guidelines', { exact: true })).toBeVisible()
    await expect(page.getByText('Default Logo', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Card Backgrounds', { exact: true })).toHaveValue('#eaeced')
    await page.getByLabel('Primary Actions', { exact: true }).fill('#226644')
    const saving = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.getByRole('button', { name: 'Save Changes', exact: true }).click()
    const saved = await saving
    expect(new URL(saved.url()).pathname).toBe('/api/brand-settings/default')
    expect(saved.postDataJSON()).toEqual({ colors: { primaryActions: '#226644' } })
    await expect(page.getByText('Settings Saved', { exact: true })).toBeVisible()
    await done()
    await page.goto(`${world.url}/dashboard/reports`)
    await expect(page.getByRole('region', { name: 'Download Center' })).toBeVisible()
    await pauseAgain(page)
  })
  await says('no retries for queries or mutations.', async () => {
    const calls = ['GET /api/lookup-options', 'POST /api/workflows/circuit-report'] as const
    const card = page.getByRole('region', { name: 'Generate Reports' })
    await passUntil(page, () => lookups() > 0, 1_000)
    await waitForAnswer(page, lookups)
    await page.clock.runFor(500)
    await card.getByRole('checkbox').first().check()
    for (const call of calls) await answerCall(page, call, failing)
    await card.getByRole('button', { name: /^Generate/ }).click()
    await expect.poll(start).toBe(1)
    await expectNoMore(page, start, 15_000)
    const before = lookups()
    await page.reload()
    await passUntilShown(page, 'Reports')
    await passUntil(page, () => lookups() > before, 2_000)
    await expectNoMore(page, lookups, 15_000)
    await page.unrouteAll()
    await page.clock.resume()
    for (const path of specifiedPages) await expectEachSentOnce(page, `${world.url}${path}`)
    await pauseAgain(page)
  })
  await says('it can be set to return null on an unauthorized answer.', async () => {
    await page.evaluate(() => localStorage.clear())
    const openLogin = async () => {
      const before = brand()
      await page.goto(`${world.url}/login`)
      await passUntil(page, () => brand() > before, 1_000)
      await waitForAnswer(page, brand)
      await page.clock.runFor(1_000)
    }
    const saved = {
      id: 'x',
      colors: { primaryActions: '#226644' },
      logoZoom: 1,
      isActive: true,
    }
    const json = { brandSettings: saved }
    const done = await answerCall(page, 'GET /api/brand-settings', { json })
    await openLogin()
    expect(await roleColor(page, '--color-primary')).toBe('#226644')
    await done()
    // What such an answer holds counts as nothing.
    await answerCall(page, 'GET /api/brand-settings', { status: 401, json })
    await openLogin()
    expect(await roleColor(page, '--color-primary')).toBe('#1d489a')
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    await expect(page.getByText('Authentication expired')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('main').locator('svg').first()).toBeVisible()
    await expect(page.getByRole('main').locator('img')).toHaveCount(0)
    await expect(page).toHaveURL(`${world.url}/login`)
  })
})

test('headers, and the name of the archive', async ({ page }) => {
  // In the order they are sent: the headers of a request may come later than the next request.
  const sent: Promise<{
    headers: Record<string, string>
    body: string | null
    path: string
  }>[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    const body = request.postData()
    sent.push(request.allHeaders().then((headers) => ({ headers, body, path: pathname })))
  })
  await page.context().addCookies([{ name: 'crumb', value: 'yes', url: world.url }])
  await page.addInitScript(rememberCredentials)
  await page.goto(`${world.url}/login`)
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const before = await Promise.all(sent.splice(0))
  await world.open(page, '/dashboard/reports')
  const center = page.getByRole('region', { name: 'Download Center' })
  await center.getByRole('button', { name: 'Select All', exact: true }).click()
  await says(
    "The bulk download is saved as a file whose name is the product's short name, then 'Reports', then the ISO date, ending .zip.",
    async () => {
      const saved = page.waitForEvent('download')
      await center.getByRole('button', { name: 'Download Archive' }).click()
      const day = new Date().toISOString().slice(0, 10)
      expect((await saved).suggestedFilename()).toBe(`SMPW-Reports-${day}.zip`)
    },
  )
  await page.waitForLoadState('networkidle')
  const requests = await Promise.all(sent)
  await says(
    'All calls send credentials (cookies) and, when a session token exists, a bearer Authorization header.',
    async () => {
      expect(before.length).toBeGreaterThan(0)
      for (const { headers, path } of before) {
        expect(headers.authorization, path).toBeUndefined()
        expect(headers.cookie, path).toContain('crumb=yes')
      }
      expect(requests.length).toBeGreaterThan(3)
      for (const { headers, path } of requests) {
        expect(headers.authorization, path).toMatch(/^Bearer /)
        expect(headers.cookie, path).toContain('crumb=yes')
      }
      // Also where the calls go to another origin, to which a browser sends none by itself.
      const modes = await page.evaluate(() => window.credentialsOfCalls ?? [])
      expect(modes.length).toBeGreaterThan(3)
      expect(new Set(modes)).toEqual(new Set(['include']))
    },
  )
  await says('A JSON content type is sent only when a body is present.', () => {
    expect(requests.some(({ body }) => body !== null)).toBe(true)
    for (const { headers, body, path } of requests)
      expect(headers['content-type'], path).toBe(body === null ? undefined : 'application/json')
  })
})
