import { getSystem } from '@dashboard/contract/system'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { signInByApi } from '../api-client.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The page that describes the state of the system, as people see it. Its words are in web/test/pages/system.page.test.tsx. */

const dashboard = ownDashboard({}, { synced: 'sample' })

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

onEachScreen(() => {
  test('every state is accessible', async ({ page }) => {
    await openSignedIn(page, dashboard, '/admin/system')
    await expect(card(page, 'Data')).toContainText('Last import: ')
    await expect(card(page, 'What is removed')).toContainText('reports for 400 days')
    await expectAccessible(page)
    await takeScreenshots(page, 'system')('well')

    const { body } = await (await signInByApi(dashboard)).call(getSystem)
    const since = new Date(Date.now() - 3 * 3_600_000).toISOString()
    const wrong = {
      problems: ['The disk of the server is almost full: about 100 MiB are left.'],
      jobs: {
        active: [{ type: 'circuit-report', status: 'queued', jobs: 3, since }],
        failedLastDay: [{ type: 'import', kind: 'other', jobs: 2 }],
        triesLostLastDay: 5,
        longestWaitSeconds: 90,
      },
      github: { requestsLeft: 120 },
      backup: { lastAt: since, ageSeconds: null, hasFailed: true, isScheduled: true },
      channels: [
        { channel: 'email', waiting: 4, failure: { message: 'The server refused.', at: since } },
      ],
    }
    await page.route('**/api/system', (route) => route.fulfill({ json: { ...body, ...wrong } }))
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('almost full')
    await expectAccessible(page)
    await takeScreenshots(page, 'system')('problems')

    await page.unroute('**/api/system')
    await page.route('**/api/system', (route) =>
      route.fulfill({ status: 503, json: { message: 'The database is busy.' } }),
    )
    await page.reload()
    await expect(page.getByText('The database is busy.')).toBeVisible()
    await expectAccessible(page)
  })
})
