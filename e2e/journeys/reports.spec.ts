import { cancelAllJobs } from '@dashboard/contract/jobs'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { type ApiClient, signInByApi } from '../api-client.ts'
import type { Dashboard } from '../dashboard.ts'
import { runningRow, writeJobs } from '../job-rows.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'
import { tryAgain } from '../try-again.ts'

/** The card Generate Reports: choosing circuits or congregations, and generating their reports. */

const dashboard = ownDashboard({}, { synced: 'sample' })
let api: ApiClient

const generateCard = (page: Page) => page.getByRole('region', { name: 'Generate Reports' })
const toast = (page: Page, title: string) => page.getByText(title, { exact: true })
const box = (page: Page, name: string) =>
  generateCard(page).getByRole('checkbox', { name, exact: true })
const button = (page: Page, name: string | RegExp) =>
  generateCard(page).getByRole('button', { name, exact: true })

async function openReports(page: Page, on: Pick<Dashboard, 'url'> = dashboard) {
  await openSignedIn(page, on, '/dashboard/reports')
}

async function chooseType(page: Page, label: string) {
  await page.getByRole('combobox', { name: 'Report type' }).selectOption({ label })
}

test.beforeAll(async () => {
  api = await signInByApi(dashboard)
})

test.describe('before any data', () => {
  const empty = ownDashboard()

  onEachScreen(() => {
    test('says what to do first, beside all controls', async ({ page }) => {
      await openReports(page, empty)
      await expect(generateCard(page).getByText('No circuits yet')).toBeVisible()
      await expect(generateCard(page).getByText('0 circuits selected')).toBeVisible()
      await expect(button(page, 'Generate 0 Reports')).toBeDisabled()
      for (const name of ['Select All', 'Clear All']) {
        await expect(button(page, name)).toBeVisible()
      }
      await generateCard(page).getByRole('searchbox').fill('ny')
      await chooseType(page, 'Congregation Report')
      await page.getByRole('switch', { name: 'Bulk Select by Circuits' }).click()
      for (const name of ['Select All Circuits', 'Clear All Circuits']) {
        await expect(button(page, name)).toBeVisible()
      }
      await chooseType(page, 'Circuit Report')

      const center = page.getByRole('region', { name: 'Download Center' })
      await expect(center.getByText('No reports found')).toBeVisible()
      await expect(center.getByText('0 reports selected')).toBeVisible()
      await center.getByRole('searchbox').fill('ny')
      await expect(center.getByText('No reports found')).toBeVisible()
      await center.getByRole('searchbox').fill('')
      await page.getByRole('combobox', { name: 'Sort reports' }).selectOption('Name')
      for (const name of [
        'Refresh',
        'Select All',
        'Deselect All',
        'Clear All',
        'Download Archive',
        'Delete Selected',
      ]) {
        await expect(center.getByRole('button', { name, exact: true })).toBeVisible()
      }
      await expectAccessible(page)
      await takeScreenshots(page, 'reports')('empty')
      await page.getByRole('link', { name: 'Go to Locust Sync' }).click()
      await expect(page).toHaveURL(/\/dashboard\/sync$/)
    })
  })

  test('says when the lists cannot be loaded, and tries again', async ({ page }) => {
    const failing = [
      ['Download Center', 'reports'],
      ['Generate Reports', 'lookup-options'],
    ] as const
    for (const [, path] of failing) {
      await page.route(`**/api/${path}`, (route) =>
        route.fulfill({ status: 503, json: { message: 'The database is busy. Try again.' } }),
      )
    }
    await openReports(page, empty)
    await expect(page.getByText('The reports could not be loaded')).toBeVisible()
    await expect(page.getByText('The database is busy. Try again.')).toHaveCount(2)
    await takeScreenshots(page, 'reports')('error')
    await expectAccessibleAtEachWidth(page)
    for (const [name, path] of failing) {
      const call = `**/api/${path}`
      const button = page.getByRole('region', { name }).getByRole('button', { name: 'Try again' })
      await tryAgain(page, button, { call, mend: () => page.unroute(call) })
    }
    await expect(page.getByText('No circuits yet')).toBeVisible()
    await expect(page.getByText('No reports found')).toBeVisible()
  })

  test('sends no list again that has failed, though a card that needs it comes later', async ({
    page,
  }) => {
    let sent = 0
    await page.route('**/api/reports', (route) => {
      sent += 1
      return route.fulfill({ status: 503, json: { message: 'The database is busy. Try again.' } })
    })
    await openReports(page, empty)
    await expect(page.getByText('The reports could not be loaded')).toBeVisible()
    await expect(page.getByText('No circuits yet')).toBeVisible()
    expect(sent).toBe(1)
    // Whoever comes back asks again.
    const sidebar = page.getByRole('navigation', { name: 'Main' })
    await sidebar.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
    await page.unrouteAll()
    await sidebar.getByRole('link', { name: 'Reports' }).click()
    await expect(page.getByText('No reports found')).toBeVisible()
  })

  test('says that it loads', async ({ page }) => {
    await page.route('**/api/reports', () => undefined)
    await openReports(page, empty)
    await expect(page.getByText('Loading reports...')).toBeVisible()
    await expectAccessibleAtEachWidth(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test('no refresh succeeds with a session that has ended', async ({ page }) => {
  const pressed = [
    ['/dashboard/reports', 'Refresh'],
    ['/dashboard/monitor', 'Refresh Status'],
    ['/admin/monitoring', 'Sync Now'],
  ] as const
  for (const [path, name] of pressed) {
    await openSignedIn(page, dashboard, path)
    const press = page.getByRole('button', { name, exact: true })
    await expect(press).toBeEnabled()
    // Runs within the page, since the next response to a poll would also end the session there.
    await press.evaluate(async (button: HTMLElement) => {
      const authorization = `Bearer ${localStorage.getItem('session_token')}`
      await fetch('/api/auth/logout', { method: 'POST', headers: { authorization } })
      button.click()
    })
    await expect(page).toHaveURL(/\/login$/)
    await expect(toast(page, 'Authentication expired. Please log in again.')).toBeVisible()
    await expect(page.getByText(/Refreshed|up to date|Complete/)).toHaveCount(0)
  }
})

test.describe('with the sample data', () => {
  test('searches, selects and clears what the search leaves', async ({ page }) => {
    await openReports(page)
    await expect(page.getByText('These volunteers are invented')).toBeVisible()
    await expect(button(page, 'Generate 0 Reports')).toBeDisabled()
    await box(page, 'NJ-1').check()
    await expect(generateCard(page).getByText('1 circuit selected')).toBeVisible()
    await generateCard(page).getByRole('searchbox').fill('ny-1')
    await expect(generateCard(page).getByRole('checkbox')).toHaveCount(2)
    await button(page, 'Select All').click()
    await expect(button(page, 'Generate 3 Reports')).toBeEnabled()
    await box(page, 'NY-10').uncheck()
    await button(page, 'Clear All').click()
    await expect(generateCard(page).getByText('1 circuit selected')).toBeVisible()
    await generateCard(page).getByRole('searchbox').fill('nowhere')
    await expect(page.getByText('Nothing matches "nowhere".')).toBeVisible()
    await expectAccessibleAtEachWidth(page)
    await generateCard(page).getByRole('button', { name: 'Clear search' }).click()
    await expect(box(page, 'NJ-1')).toBeChecked()
  })

  test('shows together what is ticked, and keeps Generate in reach on a phone', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 700 })
    await openReports(page)
    for (const name of ['NJ-1', 'NY-10']) await box(page, name).check()
    await expect(button(page, 'Generate 2 Reports')).toBeInViewport({ ratio: 1 })
    await button(page, 'Only selected').click()
    await expect(generateCard(page).getByRole('checkbox')).toHaveCount(2)
    await box(page, 'NJ-1').uncheck()
    await expect(box(page, 'NJ-1')).toBeVisible()
    await takeScreenshots(page, 'reports')('only-selected')
    await expectAccessibleAtEachWidth(page)
    await button(page, 'Only selected').click()
    await expect(generateCard(page).getByRole('checkbox')).not.toHaveCount(2)
  })

  onEachScreen(() => {
    test('selects congregations by circuits', async ({ page }) => {
      await openReports(page)
      await chooseType(page, 'Congregation Report')
      await expect(page.getByRole('group', { name: 'Congregations', exact: true })).toBeVisible()
      await page.getByRole('switch', { name: 'Bulk Select by Circuits' }).click()
      const circuits = page.getByRole('group', { name: 'Circuits', exact: true })
      const congregations = page.getByRole('group', {
        name: 'Congregations (Auto-selected from circuits + Manual selections)',
      })
      await expect(circuits.getByRole('listitem').filter({ hasText: 'NJ-1' })).toContainText(
        '13 congregations',
      )
      await circuits.getByRole('searchbox').fill('nj')
      await circuits.getByRole('checkbox', { name: 'NJ-1' }).check()
      await expect(button(page, 'Generate 13 Reports')).toBeEnabled()
      await congregations.getByRole('checkbox', { name: 'Astoria', exact: true }).check()
      await expect(page.getByText('14 congregations selected')).toBeVisible()
      await takeScreenshots(page, 'reports')('bulk-by-circuits')
      // The foot of the page is the only place where the bar with the button covers nothing.
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      await expectAccessible(page)

      await circuits.getByRole('checkbox', { name: 'NJ-1' }).uncheck()
      await expect(page.getByText('1 congregation selected')).toBeVisible()
      await circuits.getByRole('button', { name: 'Select All Circuits' }).click()
      await expect(page.getByText('27 congregations selected')).toBeVisible()
      await circuits.getByRole('button', { name: 'Clear All Circuits' }).click()
      await circuits.getByRole('searchbox').fill('')
      // Only Astoria is selected, so its circuit is partly selected.
      await expect(circuits.getByRole('checkbox', { name: 'NY-5' })).toBeChecked({
        indeterminate: true,
      })

      await chooseType(page, 'Circuit Report')
      await expect(button(page, 'Generate 0 Reports')).toBeDisabled()
      await chooseType(page, 'Congregation Report')
      await expect(page.getByRole('switch')).not.toBeChecked()
      await expect(page.getByText('0 congregations selected')).toBeVisible()
    })
  })

  test('makes reports, and shows them as they come', async ({ page }) => {
    await openReports(page)
    await box(page, 'NJ-1').check()
    await box(page, 'NY-10').check()
    await button(page, 'Generate 2 Reports').click()
    await expect(toast(page, 'Reports Generating')).toBeVisible()
    await expect(toast(page, 'Started generating 2 circuit report(s)')).toBeVisible()
    await expect(button(page, 'Generate 0 Reports')).toBeDisabled()
    await expect(page.getByRole('checkbox', { name: /^Select report of/ })).toHaveCount(2)
    await expect(page.getByRole('status').filter({ hasText: 'new report' })).toHaveCount(1)

    await chooseType(page, 'Congregation Report')
    await box(page, 'Annadale').check()
    await button(page, 'Generate 1 Report').click()
    await expect(toast(page, 'Started generating 1 congregation report(s)')).toBeVisible()
    await expect(page.getByRole('button', { name: /Annadale \(open the PDF/ })).toBeVisible()
  })

  test('sends the names as they are shown, and says why it was refused', async ({ page }) => {
    const options = {
      circuits: ['NY-1'],
      congregations: ['Central (NY-1)', 'Central (NY-2)'],
      circuitCongregationMap: { 'NY-1': ['Central (NY-1)'] },
    }
    await page.route('**/api/lookup-options', (route) => route.fulfill({ json: options }))
    await openReports(page)
    await chooseType(page, 'Congregation Report')
    await box(page, 'Central (NY-2)').check()
    const sent = page.waitForRequest('**/api/workflows/congregation-report')
    await button(page, 'Generate 1 Report').click()
    expect((await sent).postDataJSON()).toEqual({ congregations: ['Central (NY-2)'] })
    // The sample data have no such congregation, so the server refuses.
    await expect(toast(page, 'Generation Failed')).toBeVisible()
    // One is the box, the other the toast, which disappears by itself.
    await expect(page.getByText('Central (NY-2)')).toHaveCount(2)
    await expectAccessibleAtEachWidth(page)
    await expect(box(page, 'Central (NY-2)')).toBeChecked()
  })

  test('shows reports in the making', async ({ page }) => {
    const jobs = [
      runningRow({ type: 'circuit-report', targets: ['NY-10', 'NY-2'], progress: 50 }),
      runningRow({ type: 'export', step: 'Reading volunteers' }),
    ]
    writeJobs(dashboard.dataDir, jobs)
    await openReports(page)
    const card = generateCard(page)
    await expect(card.getByText('Circuit report: Making report 7 of 40: NY-10')).toBeVisible()
    await expect(card.getByText('Reading volunteers')).toHaveCount(0)
    await expectAccessibleAtEachWidth(page)
    await takeScreenshots(page, 'reports')('in-the-making')
    await card.getByRole('link', { name: 'Follow in Monitor' }).click()
    await expect(page).toHaveURL(/\/dashboard\/monitor$/)
    await api.call(cancelAllJobs)
  })
})
