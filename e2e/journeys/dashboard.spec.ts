import type { Coverage } from '@dashboard/contract/coverage'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { changeContents } from '../changed-contents.ts'
import { crowdedCoverage } from '../crowded-coverage.ts'
import { longName } from '../crowded-reports.ts'
import { deleteAllJobs, failedRow, minutesAgo, runningRow, writeJobs } from '../job-rows.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** How the coverage board at /dashboard looks; what it says and does is in dashboard.page.test.tsx. */

const dashboard = ownDashboard({}, { synced: 'reports' })

const circuitsCard = (page: Page) => page.getByRole('region', { name: 'Circuits' })
/** Finds a row of the table, or a card of the list on a phone. */
const circuit = (page: Page, name: string) =>
  circuitsCard(page)
    .locator('tbody tr, li')
    .filter({ has: page.getByText(name, { exact: true }) })

const openBoard = (page: Page) => openSignedIn(page, dashboard, '/dashboard')

async function answerCoverage(page: Page, coverage: Coverage): Promise<void> {
  await page.unroute('**/api/coverage')
  await page.route('**/api/coverage', (route) => route.fulfill({ json: coverage }))
}

test.beforeAll(() => {
  // Of the two circuits that have a report, the second one has changed since.
  changeContents(dashboard.dataDir, ['NY-2'])
  const at = minutesAgo(5 * 24 * 60)
  writeJobs(dashboard.dataDir, [failedRow({ createdAt: at, completedAt: at })])
})

onEachScreen(() => {
  test('the board, a circuit, and more than any installation will hold', async ({ page }) => {
    await openBoard(page)
    await expect(page.getByText('These volunteers are invented')).toBeVisible()
    await expect(circuit(page, 'NY-1')).toContainText('Current')
    await expect(circuit(page, 'NY-2')).toContainText('Before last import')
    await expect(circuit(page, 'NJ-1')).toContainText('Missing')
    await takeScreenshots(page, 'dashboard')('coverage')
    const jobs = page.getByRole('region', { name: 'Jobs of the last 30 days' })
    await jobs.getByText('Show as a table').click()
    await expectAccessible(page)

    await circuitsCard(page).getByRole('link', { name: 'NY-1', exact: true }).click()
    const congregations = page.getByRole('region', { name: 'Congregations' })
    await expect(congregations.locator('tbody tr, li').first()).toContainText('Missing')
    await expect(page.getByRole('list', { name: 'Reports of NY-1' })).toBeVisible()
    await expectAccessible(page)
    await takeScreenshots(page, 'circuit')('page')

    await answerCoverage(page, crowdedCoverage())
    await page.goto(`${dashboard.url}/dashboard`)
    await expect(circuit(page, longName)).toBeVisible()
    await expectAccessible(page)
    await takeScreenshots(page, 'dashboard')('crowded')
  })
})

test('the board in each state', async ({ page }) => {
  const takePicture = takeScreenshots(page, 'dashboard')
  await page.route('**/api/coverage', () => undefined)
  await openBoard(page)
  await expect(page.getByRole('status', { name: 'Loading coverage...' })).toBeVisible()
  await takePicture('loading')
  await expectAccessibleAtEachWidth(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/api/coverage', (route) =>
    route.fulfill({ status: 503, json: { message: 'The database is busy. Try again.' } }),
  )
  await page.reload()
  await expect(page.getByText('The coverage board could not be loaded')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  const nothing = { ...crowdedCoverage(), circuits: [], lastImport: null }
  await answerCoverage(page, { ...nothing, jobsByDay: [] })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nothing here yet')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takePicture('empty')
  await answerCoverage(page, { ...nothing, lastExport: minutesAgo(5) })
  await page.reload()
  await expect(page.getByText('The export is there, the import is not')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await page.unroute('**/api/coverage')

  writeJobs(dashboard.dataDir, [runningRow({ type: 'circuit-report', targets: ['NJ-1'] })])
  await page.route('**/api/workflows/circuit-report', (route) =>
    route.fulfill({ status: 500, json: { message: 'Nothing was started. Try again.' } }),
  )
  await page.reload()
  await expect(circuit(page, 'NJ-1')).toContainText('Generating')
  await page.getByRole('button', { name: 'Generate outdated and missing' }).click()
  await expect(page.getByText('Generation Failed', { exact: true })).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await page.getByRole('searchbox', { name: 'Search circuits' }).fill('nowhere')
  await expect(page.getByText('No circuits found')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  deleteAllJobs(dashboard.dataDir)
  await page.goto(`${dashboard.url}/dashboard/circuits/NY%2099`)
  await expect(page.getByText('Circuit not found')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
})
