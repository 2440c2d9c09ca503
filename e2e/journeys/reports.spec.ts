import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { answerReports, crowdedReports } from '../crowded-reports.ts'
import { deleteAllJobs, jobRow, runningRow, writeJobs } from '../job-rows.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { onEachScreen, phone } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * The card Generate Reports as people see it. What it says and its buttons do is in
 * web/test/pages/generate-reports.page.test.tsx; reports are made in main-job.spec.ts.
 */

const generateCard = (page: Page) => page.getByRole('region', { name: 'Generate Reports' })
const button = (page: Page, name: string) =>
  generateCard(page).getByRole('button', { name, exact: true })

test.describe('before any data', () => {
  const dashboard = ownDashboard()

  onEachScreen(() => {
    test('every state is accessible', async ({ page }) => {
      const lists = /\/api\/(reports|lookup-options)$/
      await page.route(lists, () => undefined)
      await openSignedIn(page, dashboard, '/dashboard/reports')
      await expect(page.getByText('Loading reports...')).toBeVisible()
      await expectAccessible(page)
      await page.unroute(lists)
      await page.route(lists, (route) =>
        route.fulfill({ status: 503, json: { message: 'The database is busy. Try again.' } }),
      )
      await page.reload()
      await expect(page.getByText('The database is busy. Try again.')).toHaveCount(2)
      await takeScreenshots(page, 'reports')('error')
      await expectAccessible(page)
      await page.unroute(lists)
      await page.reload()
      await expect(page.getByText('No circuits yet')).toBeVisible()
      await expect(page.getByText('No reports found')).toBeVisible()
      await takeScreenshots(page, 'reports')('empty')
      await expectAccessible(page)
    })
  })
})

test.describe('with the sample data', () => {
  const dashboard = ownDashboard({}, { synced: 'sample' })

  test.describe('on a phone', () => {
    test.use({ ...phone, viewport: { width: 390, height: 844 } })

    test('on the first day all that matters is in view, and the list grows once it is used', async ({
      page,
    }) => {
      const mia = { username: 'mia', password: 'a long password' }
      const { id } = await createAccount(dashboard, { ...mia, mustChangePassword: true })
      const job = jobRow({ type: 'circuit-report', createdById: id })
      writeJobs(dashboard.dataDir, [job])
      const made = crowdedReports(145).map((report) => ({ ...report, stale: false }))
      await answerReports(
        page,
        made.map((report, index) => (index < 2 ? { ...report, jobId: job.id } : report)),
      )
      await openSignedIn(page, dashboard, '/dashboard/reports', mia)
      await expect(page.getByText('Your password was set for you.')).toBeInViewport({ ratio: 1 })
      await expect(button(page, 'Download these 2')).toBeInViewport({ ratio: 1 })
      await expect(button(page, 'Generate 0 Reports')).toBeInViewport({ ratio: 1 })
      const report = page.getByRole('list', { name: 'Reports' }).getByRole('listitem').first()
      await expect(report.getByRole('button', { name: /^Download/ })).toBeInViewport({ ratio: 1 })
      const seventh = generateCard(page).getByRole('checkbox').nth(6)
      await expect(seventh).not.toBeInViewport()
      await generateCard(page).getByRole('checkbox', { name: 'NJ-1', exact: true }).check()
      await expect(seventh).toBeInViewport()
      await expect(button(page, 'Generate 1 Report')).toBeInViewport({ ratio: 1 })
      // It is below the reports.
      await expect(page.getByText('These volunteers are invented')).toBeVisible()
    })
  })

  onEachScreen((width) => {
    test('every state is accessible, and Generate in reach on a phone', async ({ page }) => {
      const shot = takeScreenshots(page, 'reports')
      await openSignedIn(page, dashboard, '/dashboard/reports')
      await expect(page.getByText('These volunteers are invented')).toBeVisible()
      for (const name of ['NJ-1', 'NY-10']) {
        await generateCard(page).getByRole('checkbox', { name, exact: true }).check()
      }
      if (width < 768) {
        await page.setViewportSize({ width, height: 700 })
        await expect(button(page, 'Generate 2 Reports')).toBeInViewport({ ratio: 1 })
      }
      await button(page, 'Only selected').click()
      await expect(generateCard(page).getByRole('checkbox')).toHaveCount(2)
      await shot('only-selected')
      await expectAccessible(page)
      await button(page, 'Only selected').click()
      await generateCard(page).getByRole('searchbox').fill('nowhere')
      await expect(page.getByText('Nothing matches "nowhere".')).toBeVisible()
      await expectAccessible(page)

      const type = page.getByRole('combobox', { name: 'Report type' })
      await type.selectOption({ label: 'Congregation Report' })
      await page.getByRole('switch', { name: 'Bulk Select by Circuits' }).click()
      const circuits = page.getByRole('group', { name: 'Circuits', exact: true })
      await circuits.getByRole('searchbox').fill('nj')
      await circuits.getByRole('checkbox', { name: 'NJ-1' }).check()
      await expect(page.getByText('13 congregations selected')).toBeVisible()
      await shot('bulk-by-circuits')
      // The foot of the page is the only place where the bar with the button covers nothing.
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      await expectAccessible(page)

      writeJobs(dashboard.dataDir, [
        runningRow({ type: 'circuit-report', targets: ['NY-10', 'NY-2'], progress: 50 }),
      ])
      await page.reload()
      await expect(
        generateCard(page).getByText('Circuit report: Making report 7 of 40: NY-10'),
      ).toBeVisible()
      await expectAccessible(page)
      await shot('in-the-making')
      deleteAllJobs(dashboard.dataDir)
    })
  })
})
