import { openCallList } from '@dashboard/contract/call-lists'
import type { Coverage } from '@dashboard/contract/coverage'
import { localDay } from '@dashboard/contract/local-time'
import { expect, type Page } from '@playwright/test'
import { expectStateAccessible } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { changeContents } from '../changed-contents.ts'
import { crowdedCoverage } from '../crowded-coverage.ts'
import { longName } from '../crowded-reports.ts'
import { holdAnswer } from '../held-answer.ts'
import { goInApp } from '../in-app.ts'
import { failedRow, minutesAgo, runningRow, writeJobs } from '../job-rows.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The coverage board with its first steps, and the page of a circuit. */

const dashboard = ownDashboard({}, { synced: 'reports' })

test.beforeAll(() => {
  // Of the two circuits that have a report, the second one has changed since.
  changeContents(dashboard.dataDir, ['NY-2'])
  const at = minutesAgo(5 * 24 * 60)
  writeJobs(dashboard.dataDir, [
    failedRow({ createdAt: at, completedAt: at }),
    runningRow({ type: 'circuit-report', targets: ['NY-3'] }),
  ])
})

const circuits = (page: Page) => page.getByRole('region', { name: 'Circuits' })
const circuit = (page: Page, name: string) =>
  circuits(page)
    .locator('tbody tr, li')
    .filter({ has: page.getByText(name, { exact: true }) })

const months = [
  { month: '2026-11', volunteers: 60_000, trained: 50_000, available: 40_000 },
  { month: '2020-03', volunteers: 50, trained: 40, available: 30 },
].map((counts, index) => ({ ...counts, trainedAndAvailable: [12_031, 24][index] }))

async function answerCoverage(page: Page, coverage: Coverage): Promise<void> {
  await page.unroute('**/api/coverage')
  await page.route('**/api/coverage', (route) => route.fulfill({ json: coverage }))
}

test('the board, and a circuit', async ({ page }) => {
  const picture = takeScreenshots(page, 'dashboard')
  const coverage = await holdAnswer(page, '**/api/coverage')
  await openSignedIn(page, dashboard, '/dashboard')
  await expect(page.getByRole('status', { name: 'Loading coverage...' })).toBeVisible()
  await expectStateAccessible(page, 'loading')
  await picture('loading')
  coverage.refuse()
  await expect(page.getByText('The coverage board could not be loaded')).toBeVisible()
  await expectStateAccessible(page, 'not loaded')
  await coverage.release()
  const nothing = { ...crowdedCoverage(), circuits: [], lastImport: null, jobsByDay: [] }
  await answerCoverage(page, nothing)
  await page.route('**/api/automation-status', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), lastImport: null } })
  })
  await page.reload()
  await expect(page.getByText('Nothing here yet')).toBeVisible()
  const firstSteps = page.getByRole('region', { name: 'First steps' })
  await expect(
    firstSteps.getByRole('link', { name: 'Choose your data or sample data' }),
  ).toBeVisible()
  await expectStateAccessible(page, 'first steps, before the first export')
  await picture('empty')
  await answerCoverage(page, crowdedCoverage())
  await page.reload()
  await expect(circuit(page, longName)).toBeVisible()
  await expectStateAccessible(page, '600 circuits')
  await picture('crowded')

  await page.unroute('**/api/coverage')
  await page.unroute('**/api/automation-status')
  const list = { kind: 'circuit', place: 'NY-1', day: localDay(Date.now()), timeSlot: 'Morning' }
  await (await signInByApi(dashboard)).call(openCallList, { body: { ...list, wanted: 2 } })
  await createAccount(dashboard, { username: 'mia', password: 'a long password' })
  await page.reload()
  await expect(page.getByRole('region', { name: 'All set' }).getByText('(done)')).toHaveCount(4)
  await expect(page.getByText('These volunteers are invented')).toBeVisible()
  await expect(circuit(page, 'NY-1')).toContainText('Current')
  await expect(circuit(page, 'NY-2')).toContainText('Out of date')
  await expect(circuit(page, 'NY-3')).toContainText('Generating')
  await picture('coverage')
  await page
    .getByRole('region', { name: 'Jobs of the last 30 days' })
    .getByText('Show as a table')
    .click()
  await expect(page.getByRole('region', { name: 'Short of people this week' })).toBeVisible()
  await expectStateAccessible(
    page,
    'first steps, all done, a list that is short, a circuit of each kind, and the jobs as a table',
    // Elsewhere the header covers a part of a control.
    () => page.evaluate('scrollTo(0, 0)'),
  )
  await page.getByRole('searchbox', { name: 'Search circuits' }).fill('nowhere')
  await expect(page.getByText('No circuits found')).toBeVisible()
  await expectStateAccessible(page, 'no circuit is found')

  // So far there has been one import, and it was of sample data.
  await page.route('**/api/circuits/NY-1', async (route) => {
    const response = await route.fetch({
      headers: { ...route.request().headers(), 'if-none-match': '' },
    })
    const { circuit } = await response.json()
    await route.fulfill({ response, json: { circuit: { ...circuit, months } } })
  })
  await goInApp(page, '/dashboard/circuits/NY-1')
  const congregations = page.getByRole('region', { name: 'Congregations' })
  await expect(congregations.locator('tbody tr, li').first()).toContainText('Missing')
  await expect(page.getByRole('list', { name: 'Reports of NY-1' })).toBeVisible()
  await page.getByText('12,031 trained and available; 24 in March 2020').click()
  await expectStateAccessible(page, 'a circuit')
  await takeScreenshots(page, 'circuit')('page')
  await goInApp(page, '/dashboard/circuits/NY%2099')
  await expect(page.getByText('Circuit not found')).toBeVisible()
  await expectStateAccessible(page, 'no such circuit')
})
