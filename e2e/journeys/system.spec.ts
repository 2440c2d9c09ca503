import { getSystem, type SystemState } from '@dashboard/contract/system'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { signInByApi } from '../api-client.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'
import { tryAgain } from '../try-again.ts'

/** The page that describes the state of the system in words, and its links. */

const dashboard = ownDashboard({}, { synced: 'sample' })

const open = (page: Page) => openSignedIn(page, dashboard, '/admin/system')
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function answer(page: Page, changes: Partial<SystemState>) {
  const api = await signInByApi(dashboard)
  const { body } = await api.call(getSystem)
  await page.route('**/api/system', (route) => route.fulfill({ json: { ...body, ...changes } }))
}

onEachScreen(() => {
  test('says how everything is', async ({ page }) => {
    await open(page)
    await expect(card(page, 'Data')).toContainText('Last import: ')
    await expect(card(page, 'Storage')).toContainText('The database (SQLite) takes ')
    await expect(card(page, 'Backups')).toContainText('No backup has been made yet.')
    await expect(card(page, 'What is removed')).toContainText('reports for 400 days')
    await expectAccessible(page)
    await takeScreenshots(page, 'system')('well')
  })

  test('names what is wrong, and leads to where something can be done', async ({ page }) => {
    const since = new Date(Date.now() - 3 * 3_600_000).toISOString()
    await answer(page, {
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
    })
    await open(page)
    await expect(page.getByRole('alert')).toContainText('almost full')
    await expect(card(page, 'Jobs')).toContainText('3 circuit report jobs waiting')
    await expect(card(page, 'Backups')).toContainText('The last try failed')
    await expect(card(page, 'GitHub')).toContainText('120 more requests')
    await expectAccessible(page)
    await takeScreenshots(page, 'system')('problems')
    await card(page, 'Jobs').getByRole('link', { name: 'Monitor' }).first().click()
    await expect(page).toHaveURL(`${dashboard.url}/dashboard/monitor`)
  })

  test('loading, failed and mended', async ({ page }) => {
    await page.route('**/api/system', (route) =>
      route.fulfill({ status: 503, json: { message: 'The database is busy.' } }),
    )
    await open(page)
    await expect(page.getByText('The database is busy.')).toBeVisible()
    await expectAccessible(page)
    await tryAgain(page, page.getByRole('button', { name: 'Try again' }), {
      call: '**/api/system',
      mend: () => page.unroute('**/api/system'),
    })
    await expect(card(page, 'Requests')).toBeVisible()
  })
})

test('asks again every 15 seconds', async ({ page }) => {
  const askedAtMs: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/system')) askedAtMs.push(Date.now())
  })
  await open(page)
  await expect.poll(() => askedAtMs.length).toBe(2)
  const [first = 0, second = 0] = askedAtMs
  expect(second - first).toBeGreaterThan(14_000)
})
