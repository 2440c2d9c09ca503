import { cancelAllJobs } from '@dashboard/contract/jobs'
import { startCircuitReport } from '@dashboard/contract/reports'
import { importSheet, startExport } from '@dashboard/contract/sync'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { type ApiClient, signInByApi } from '../api-client.ts'
import { changeContents } from '../changed-contents.ts'
import { crowdedCoverage } from '../crowded-coverage.ts'
import { longName } from '../crowded-reports.ts'
import type { Dashboard } from '../dashboard.ts'
import { failedRow, minutesAgo, runningRow, writeJobs } from '../job-rows.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The coverage board at /dashboard. */

const dashboard = ownDashboard({}, { synced: 'sample' })
let api: ApiClient

const toast = (page: Page, title: string) => page.getByText(title, { exact: true })
const circuitsCard = (page: Page) => page.getByRole('region', { name: 'Circuits' })
const figures = (page: Page) => page.getByRole('region', { name: 'Key figures' })
/** Finds a row of the table, or a card of the list on a phone. */
const circuit = (page: Page, name: string) =>
  circuitsCard(page)
    .locator('tbody tr, li')
    .filter({ has: page.getByText(name, { exact: true }) })
const generateAll = (page: Page) =>
  page.getByRole('button', { name: 'Generate outdated and missing' })

async function openBoard(page: Page, on: Pick<Dashboard, 'url'> = dashboard) {
  await openSignedIn(page, on, '/dashboard')
}

test.beforeAll(async () => {
  api = await signInByApi(dashboard)
})

test.describe('before any data', () => {
  const empty = ownDashboard()

  test('says that it loads, and what went wrong', async ({ page }) => {
    await page.route('**/api/coverage', () => undefined)
    await openBoard(page, empty)
    await expect(page.getByRole('status', { name: 'Loading coverage...' })).toBeVisible()
    await takeScreenshots(page, 'dashboard')('loading')
    await expectAccessibleAtEachWidth(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.route('**/api/coverage', (route) =>
      route.fulfill({ status: 503, json: { message: 'The database is busy. Try again.' } }),
    )
    await page.reload()
    await expect(page.getByText('The coverage board could not be loaded')).toBeVisible()
    await expect(page.getByText('The database is busy. Try again.')).toBeVisible()
    await expectAccessibleAtEachWidth(page)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Nothing here yet')).toBeVisible()
  })

  onEachScreen(() => {
    test('says what to do first', async ({ page }) => {
      await openBoard(page, empty)
      await expect(page.getByText('Nothing here yet')).toBeVisible()
      await expectAccessible(page)
      await takeScreenshots(page, 'dashboard')('empty')
      await page.getByRole('link', { name: 'Go to Locust Sync' }).click()
      await expect(page).toHaveURL(/\/dashboard\/sync$/)
    })
  })

  test('says that an export alone is half of a sync', async ({ page }) => {
    const { call, waitForJob } = await signInByApi(empty)
    await waitForJob((await call(startExport)).body.jobId)
    await openBoard(page, empty)
    await expect(page.getByText('The export is there, the import is not')).toBeVisible()
    const jobs = page.getByRole('region', { name: 'Jobs of the last 30 days' })
    await expect(jobs.getByText('1 completed')).toBeVisible()
    await expectAccessibleAtEachWidth(page)
  })
})

test.describe('with the sample data', () => {
  test.beforeAll(async () => {
    // One report is older than the last import, which has changed its content, and one is newer.
    await makeReport('NY-2')
    changeContents(dashboard.dataDir, ['NY-2'])
    await api.call(importSheet)
    await makeReport('NY-1')
    writeJobs(dashboard.dataDir, [
      failedRow({ createdAt: minutesAgo(5 * 24 * 60), completedAt: minutesAgo(5 * 24 * 60) }),
    ])
  })

  async function makeReport(name: string) {
    const { body } = await api.call(startCircuitReport, { body: { circuits: [name] } })
    await api.waitForJob(body.jobId)
  }

  onEachScreen(() => {
    test('shows how circuits are covered', async ({ page }) => {
      await openBoard(page)
      await expect(page.getByText('These volunteers are invented')).toBeVisible()
      await expect(figures(page)).toContainText('160 congregations')
      await expect(figures(page)).toContainText('3,000')
      await expect(figures(page)).toContainText('1 older than the last import, 10 missing')
      await expect(figures(page)).toContainText('Last Export')
      await expect(figures(page)).not.toContainText('Never run')
      await expect(circuit(page, 'NY-1')).toContainText('Current')
      await expect(circuit(page, 'NY-1').getByRole('button', { name: /Generate/ })).toHaveCount(0)
      await expect(circuit(page, 'NY-2')).toContainText('Before last import')
      await expect(circuit(page, 'NJ-1')).toContainText('Missing')
      await expect(circuit(page, 'NJ-1')).toContainText(/13.*244.*8\d%.*7\d%/s)
      await expectAccessible(page)
      await takeScreenshots(page, 'dashboard')('coverage')
    })

    test('shows availability and jobs in numbers too', async ({ page }) => {
      await openBoard(page)
      const week = page.getByRole('table', { name: /Volunteers available/ })
      await expect(week.getByRole('columnheader')).toHaveText([
        'Mon',
        'Tue',
        'Wed',
        'Thu',
        'Fri',
        'Sat',
        'Sun',
      ])
      await expect(week.getByRole('rowheader')).toHaveText([
        'Early morning',
        'Morning',
        'Midday',
        'Afternoon',
        'Evening',
      ])
      await expect(week.getByRole('cell').filter({ hasText: /^\d+$/ })).toHaveCount(35)
      await expect(page.getByText(/^Most volunteers: \w+day, /)).toBeVisible()

      const jobs = page.getByRole('region', { name: 'Jobs of the last 30 days' })
      await expect(jobs.getByText('1 failed')).toBeVisible()
      await expect(jobs.getByRole('img', { name: /^Bars of the jobs by day/ })).toBeVisible()
      await jobs.getByText('Show as a table').click()
      await expect(jobs.getByRole('row')).toHaveCount(3)
      await expect(jobs.getByRole('row').last()).toHaveText(/\w{3} \d+\s*0\s*1/)
      await expectAccessible(page)
    })
  })

  test('sorts by each column, and opens the report of a circuit', async ({ page }) => {
    await openBoard(page)
    const names = circuitsCard(page).locator('tbody th')
    await expect(names.first()).toHaveText('NJ-1')
    await page.getByRole('button', { name: 'Volunteers' }).click()
    await expect(page.getByRole('columnheader', { name: 'Volunteers' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
    const counts = await circuitsCard(page).locator('tbody tr td:nth-of-type(2)').allTextContents()
    expect(counts).toEqual(counts.toSorted((one, other) => Number(other) - Number(one)))
    await page.getByRole('button', { name: 'Report', exact: true }).click()
    await expect(circuitsCard(page).locator('tbody tr').last()).toContainText('Current')
    // The report opens in a tab, or is downloaded where the browser shows no PDFs (downloads.spec.ts).
    const asked = page.waitForRequest('**/api/reports/*/download')
    await circuit(page, 'NY-1')
      .getByRole('button', { name: /^Current report of NY-1/ })
      .click()
    await asked
  })

  onEachScreen(() => {
    test('opens a circuit: its congregations, its reports and its availability', async ({
      page,
    }) => {
      await openBoard(page)
      await circuitsCard(page).getByRole('link', { name: 'NY-1', exact: true }).click()
      await expect(page).toHaveURL(/\/dashboard\/circuits\/NY-1$/)
      await expect(page).toHaveTitle('Circuit NY-1 · SMPW Dashboard')
      await expect(figures(page)).toContainText('Current')
      const congregations = page.getByRole('region', { name: 'Congregations' })
      await expect(congregations.locator('tbody tr, li').first()).toContainText('Missing')
      await expect(page.getByRole('table', { name: /Volunteers available/ })).toBeVisible()
      const reports = page.getByRole('list', { name: 'Reports of NY-1' })
      await expect(reports.getByRole('listitem')).toHaveCount(1)
      await expectAccessible(page)
      await takeScreenshots(page, 'circuit')('page')
      await page.getByRole('link', { name: 'Back to Dashboard' }).click()
      await expect(circuit(page, 'NY-1')).toBeVisible()
      await page.goto(`${dashboard.url}/dashboard/circuits/NY%2099`)
      await expect(page.getByText('Circuit not found')).toBeVisible()
      await expectAccessible(page)
    })
  })

  test('searches and filters circuits', async ({ page }) => {
    await openBoard(page)
    const rows = circuitsCard(page).locator('tbody tr')
    await expect(rows).toHaveCount(12)
    await page.getByRole('searchbox', { name: 'Search circuits' }).fill('nj')
    await expect(rows).toHaveCount(2)
    await page
      .getByRole('combobox', { name: 'Filter by report' })
      .selectOption('Report made before the last import')
    await expect(page.getByText('No circuits found')).toBeVisible()
    await expectAccessibleAtEachWidth(page)
    await page.getByRole('searchbox', { name: 'Search circuits' }).fill('')
    await expect(rows).toContainText(['NY-2'])
  })

  test('shows which reports are in the making, and why ordering failed', async ({ page }) => {
    writeJobs(dashboard.dataDir, [runningRow({ type: 'circuit-report', targets: ['NJ-1'] })])
    await openBoard(page)
    await expect(circuit(page, 'NJ-1')).toContainText('Generating')
    await expect(circuit(page, 'NJ-1').getByRole('button')).toBeDisabled()
    await expect(circuit(page, 'NJ-2')).toContainText('Missing')
    await expectAccessibleAtEachWidth(page)
    await page.route('**/api/workflows/circuit-report', (route) =>
      route.fulfill({ status: 500, json: { message: 'Nothing was started. Try again.' } }),
    )
    const sent = page.waitForRequest('**/api/workflows/circuit-report')
    await generateAll(page).click()
    const { circuits } = (await sent).postDataJSON()
    expect(circuits).not.toContain('NJ-1')
    expect(circuits).toHaveLength(10)
    await expect(toast(page, 'Generation Failed')).toBeVisible()
    await expectAccessibleAtEachWidth(page)
    await expect(circuit(page, 'NJ-2')).toContainText('Missing')
    await api.call(cancelAllJobs)
  })

  test('generates one report, then all that are stale or missing', async ({ page }) => {
    // Jobs have lower priority, so they are slow on a machine with other work.
    await openBoard(page)
    await circuit(page, 'NJ-2').getByRole('button', { name: 'Generate the report of NJ-2' }).click()
    await expect(toast(page, 'Reports Generating')).toBeVisible()
    await expect(toast(page, 'Started generating 1 circuit report(s)')).toBeVisible()
    await expect(circuit(page, 'NJ-2')).toContainText('Current')
    await generateAll(page).click()
    await expect(toast(page, 'Started generating 10 circuit report(s)')).toBeVisible()
    await expect(circuitsCard(page).getByText('Current', { exact: true })).toHaveCount(12, {
      timeout: 150_000,
    })
    await expect(generateAll(page)).toBeDisabled()
    await expect(circuitsCard(page).getByText('All reports are up to date.')).toBeVisible()
    await expect(figures(page)).toContainText('All up to date')
  })
})

test.describe('crowded', () => {
  onEachScreen(() => {
    test('holds 600 circuits and long names', async ({ page }) => {
      await page.route('**/api/coverage', (route) => route.fulfill({ json: crowdedCoverage() }))
      await openBoard(page)
      await expect(circuit(page, longName)).toBeVisible()
      await expectAccessible(page)
      await takeScreenshots(page, 'dashboard')('crowded')
      // A job accepts up to 500 circuits.
      const sent = page.waitForRequest('**/api/workflows/circuit-report')
      await page.route('**/api/workflows/circuit-report', (route) =>
        route.fulfill({ status: 202, json: { jobId: 'job', message: 'Started.' } }),
      )
      await generateAll(page).click()
      expect((await sent).postDataJSON().circuits).toHaveLength(500)
    })
  })
})
