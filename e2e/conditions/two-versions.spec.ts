import { versionHeader } from '@dashboard/contract/health'
import { listJobs } from '@dashboard/contract/jobs'
import { getMonitoringStatus } from '@dashboard/contract/monitoring'
import { listNotices } from '@dashboard/contract/notices'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { watchErrors } from '../page-errors.ts'
import { openSignedIn } from '../sign-in.ts'
import { specifiedPages } from '../specified-pages.ts'

/** Server and web app have different versions during an update. */

const dashboard = ownDashboard({}, { synced: 'reports' })

// The pages poll: an answer that is on its way when a test ends must not fail it.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const addresses = ['/login', ...specifiedPages]

type Change = (answer: unknown, path: string) => unknown

/** Changes each response of the API, and its version. */
async function answerChanged(page: Page, change: Change, version?: string): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const { 'if-none-match': _, ...headers } = route.request().headers()
    const response = await route.fetch({ headers })
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
    const answer = change(await response.json(), pathname)
    const said = { ...response.headers(), ...(version && { [versionHeader]: version }) }
    if (answer === undefined) {
      return route.fulfill({ status: 404, headers: said, json: { message: 'Not Found' } })
    }
    return route.fulfill({ response, headers: said, json: answer })
  })
}

async function visitAll(page: Page): Promise<void> {
  for (const address of addresses) {
    await test.step(address, async () => {
      if (address === '/login') await page.goto(`${dashboard.url}${address}`)
      else await openSignedIn(page, dashboard, address)
      await expect(page.locator('main, form').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(page.getByText('This page cannot be shown.')).toBeHidden()
      await expect(page.getByText('The dashboard was updated.')).toBeHidden()
    })
  }
}

test('a newer server adds fields and words, and the pages go on', async ({ page }) => {
  const errors = watchErrors(page)
  const add: Change = (answer, path) => {
    const more = addTo(answer) as Record<string, unknown>
    if (path !== listJobs.path) return more
    const [job] = more.jobs as object[]
    const unknown = { type: 'audit-report', status: 'paused', failureKind: 'weather' }
    return { ...more, jobs: [{ ...job, id: 'unknown-1', ...unknown }, ...(more.jobs as object[])] }
  }
  await answerChanged(page, add, '99.0.0')
  await visitAll(page)
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  await expect(page.getByText('paused', { exact: true })).toBeVisible()
  await expect(page.getByText('audit-report')).toBeVisible()
  expect(errors).toEqual([])
})

/** Adds one field to each object. */
function addTo(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addTo)
  if (typeof value !== 'object' || value === null) return value
  return { ...value, addedLater: { since: 99 } }
}

test('a page of another version offers to reload when a call is gone, and not before', async ({
  page,
}) => {
  const gone = new Set<string>()
  await answerChanged(page, (answer, path) => (gone.has(path) ? undefined : answer), '99.0.0')
  await openSignedIn(page, dashboard, '/admin/monitoring')
  await expect(page.getByText('Active Users')).toBeVisible()
  await expect(page.getByText('The dashboard was updated.')).toBeHidden()
  gone.add(getMonitoringStatus.path)
  await expectUpdateNotice(page)
  await expectAccessible(page)
})

test('a page of another version offers to reload when an answer cannot be read, or breaks the page', async ({
  page,
}) => {
  await answerChanged(page, (answer, path) => (path === listNotices.path ? {} : answer), '99.0.0')
  await page.route('**/api/jobs*', (route) =>
    route.fulfill({ headers: { [versionHeader]: '99.0.0' }, body: '<html>' }),
  )
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  await expectUpdateNotice(page)
  await page.unroute('**/api/jobs*')
  await page.route('**/api/coverage', (route) =>
    route.fulfill({ headers: { [versionHeader]: '99.0.0' }, json: { circuits: 7 } }),
  )
  await openSignedIn(page, dashboard, '/dashboard')
  await expectUpdateNotice(page)
})

test('a file of the app that an update has removed leads to the same words', async ({ page }) => {
  await answerChanged(page, (answer) => answer, '99.0.0')
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  await expect(page.getByRole('heading', { name: 'Monitor' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, json: {} }))
  await page.getByRole('link', { name: 'Reports' }).click()
  await expectUpdateNotice(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Download Center' })).toBeVisible()
})

test('a file that does not come from the same server is not called an update', async ({ page }) => {
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  await expect(page.getByRole('heading', { name: 'Monitor' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByText('This page cannot be shown.')).toBeVisible()
  await expect(page.getByText('The dashboard was updated.')).toBeHidden()
})

async function expectUpdateNotice(page: Page): Promise<void> {
  const notice = page.getByRole('alert').filter({ hasText: 'The dashboard was updated.' })
  await expect(notice).toBeVisible()
  await expect(notice.getByRole('button', { name: 'Reload' })).toBeVisible()
  await expect(page.getByText(/tell an administrator/)).toBeHidden()
}
