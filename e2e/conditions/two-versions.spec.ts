import { versionHeader } from '@dashboard/contract/health'
import { getMonitoringStatus } from '@dashboard/contract/monitoring'
import { listNotices } from '@dashboard/contract/notices'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * Server and web app have different versions during an update. That a newer server may add to its answers is in
 * web/test/pages/newer-server.page.test.tsx.
 */

const dashboard = ownDashboard({}, { synced: 'reports' })

// The pages poll: an answer that is on its way when a test ends must not fail it.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

type Change = (answer: unknown, path: string) => unknown

/** Changes each response of the API, which a newer server sends. */
async function answerChanged(page: Page, change: Change): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const { 'if-none-match': _, ...headers } = route.request().headers()
    const response = await route.fetch({ headers })
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
    const answer = change(await response.json(), pathname)
    const said = { ...response.headers(), [versionHeader]: '99.0.0' }
    if (answer === undefined) {
      return route.fulfill({ status: 404, headers: said, json: { message: 'Not Found' } })
    }
    return route.fulfill({ response, headers: said, json: answer })
  })
}

test('a page of another version offers to reload when a call is gone, and not before', async ({
  page,
}) => {
  const gone = new Set<string>()
  await answerChanged(page, (answer, path) => (gone.has(path) ? undefined : answer))
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
  await answerChanged(page, (answer, path) => (path === listNotices.path ? {} : answer))
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
  await answerChanged(page, (answer) => answer)
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  await expect(page.getByRole('heading', { name: 'Monitor' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, json: {} }))
  await page.getByRole('link', { name: 'Reports' }).click()
  await expectUpdateNotice(page)
  await page.unroute('**/assets/*.js')
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
  await expect(page.getByText('This page cannot be shown.')).toBeHidden()
}
