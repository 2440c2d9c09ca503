import { expect, type Page } from '@playwright/test'
import { expectStateAccessible } from '../accessibility.ts'
import { holdAnswer } from '../held-answer.ts'
import { deleteAllJobs, runningRow, writeJobs } from '../job-rows.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The reports page. Its two cards are looked at together: each state is one of both. */

/** Reports of NY-1, an older version of it, and NY-2. */
const dashboard = ownDashboard({}, { synced: 'reports' })

const generate = (page: Page) => page.getByRole('region', { name: 'Generate Reports' })
const center = (page: Page) => page.getByRole('region', { name: 'Download Center' })
const inCenter = (page: Page, name: string) =>
  center(page).getByRole('button', { name, exact: true })
const onlySelected = (page: Page) => generate(page).getByRole('button', { name: 'Only selected' })

const lists = /\/api\/(reports|lookup-options)$/

test('before there are reports', async ({ page }) => {
  const picture = takeScreenshots(page, 'reports')
  const held = await holdAnswer(page, lists)
  await openSignedIn(page, dashboard, '/dashboard/reports')
  await expect(page.getByText('Loading reports...')).toBeVisible()
  held.refuse()
  await expect(page.getByText('The database is busy. Try again.')).toHaveCount(2)
  await picture('error')
  await held.release()
  const nothing = { circuits: [], congregations: [], circuitCongregationMap: {}, reports: [] }
  await page.route(lists, (route) => route.fulfill({ json: nothing }))
  await page.reload()
  await expect(page.getByText('No circuits yet')).toBeVisible()
  await expect(page.getByText('No reports found')).toBeVisible()
  await expectStateAccessible(page, 'nothing was imported')
  await picture('empty')
})

test('with reports', async ({ page }) => {
  const picture = takeScreenshots(page, 'reports')
  writeJobs(dashboard.dataDir, [
    runningRow({ type: 'circuit-report', targets: ['NY-10', 'NY-2'], progress: 50 }),
  ])
  await openSignedIn(page, dashboard, '/dashboard/reports')
  await expect(page.getByText('These volunteers are invented')).toBeVisible()
  await expect(generate(page).getByText(/^Circuit report: Making report 7 of 40/)).toBeVisible()
  await expect(center(page).getByText('Older version', { exact: true })).toHaveCount(1)
  await expectStateAccessible(page, 'some are made, and one is an older version')
  await picture('in-the-making')
  deleteAllJobs(dashboard.dataDir)
  await expect(generate(page).getByText(/^Circuit report: Making/)).toHaveCount(0)

  for (const name of ['NJ-1', 'NY-10'])
    await generate(page).getByRole('checkbox', { name, exact: true }).check()
  await onlySelected(page).click()
  await expect(generate(page).getByRole('checkbox')).toHaveCount(2)
  await inCenter(page, 'Select All').click()
  await expect(center(page).getByText('3 reports selected')).toBeVisible()
  await expectStateAccessible(page, 'only those selected, and all selected')
  await picture('selected')
  await onlySelected(page).click()

  const question = page.getByRole('alertdialog')
  await inCenter(page, 'Delete report of NY-2').click()
  await expect(question).toContainText('Are you sure you want to delete this report?')
  await expectStateAccessible(page, 'the question before one is deleted')
  await picture('delete-one')
  await page.keyboard.press('Escape')

  await generate(page).getByRole('searchbox').fill('nowhere')
  await center(page).getByRole('searchbox').fill('nothing')
  await expect(page.getByText('Nothing matches "nowhere".')).toBeVisible()
  await expect(center(page).getByText('No reports found')).toBeVisible()
  await expectStateAccessible(page, 'nothing is found')
  await center(page).getByRole('searchbox').fill('')

  const expiring = {
    reports: 3,
    until: '2099-01-01T05:00:00.000Z',
    at: '2099-06-01T05:00:00.000Z',
  }
  await page.route('**/api/reports', async (route) => {
    const response = await route.fetch()
    const { reports } = await response.json()
    const stale = reports.map((report: object) => ({ ...report, stale: true }))
    await route.fulfill({ response, json: { reports: stale, expiring } })
  })
  await inCenter(page, 'Refresh').click()
  await expect(center(page).getByText('3 old reports will be deleted on')).toBeVisible()
  await expect(center(page).getByText('Out of date', { exact: true }).first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Report type' }).selectOption('Congregation Report')
  await page.getByRole('switch', { name: 'Bulk Select by Circuits' }).click()
  const circuits = page.getByRole('group', { name: 'Circuits', exact: true })
  await circuits.getByRole('searchbox').fill('nj')
  await circuits.getByRole('checkbox', { name: 'NJ-1' }).check()
  await expect(page.getByText('13 congregations selected')).toBeVisible()
  await expectStateAccessible(
    page,
    'congregations by circuits, and reports that will be deleted',
    // Elsewhere the bar with the button, or the header, covers a part of a control.
    () => generate(page).evaluate((card) => card.scrollIntoView({ block: 'end' })),
  )
  await picture('bulk-by-circuits')

  await page.unroute('**/api/reports')
  ;(await holdAnswer(page, '**/api/reports')).refuse()
  await inCenter(page, 'Refresh').click()
  await expect(page.getByText('Refresh Failed', { exact: true })).toBeVisible()
  await expect(center(page).getByText('It may be out of date.')).toBeVisible()
  await expectStateAccessible(page, 'the list may be old')
})
