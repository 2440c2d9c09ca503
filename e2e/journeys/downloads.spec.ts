import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startCircuitReport } from '@dashboard/contract/reports'
import { importSheet } from '@dashboard/contract/sync'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { type ApiClient, signInByApi } from '../api-client.ts'
import { changeContents } from '../changed-contents.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'
import { entryNames } from '../zip-entries.ts'

/** The card Download Center: finding, reading, downloading and deleting reports. */

const dashboard = ownDashboard({}, { synced: 'sample' })
let api: ApiClient

const center = (page: Page) => page.getByRole('region', { name: 'Download Center' })
const toast = (page: Page, title: string) => page.getByText(title, { exact: true })
const button = (page: Page, name: string) => center(page).getByRole('button', { name, exact: true })
const pick = (page: Page, subject: string) =>
  center(page).getByRole('checkbox', { name: `Select report of ${subject}`, exact: true })
const picks = (page: Page) => center(page).getByRole('checkbox')

async function openReports(page: Page) {
  await openSignedIn(page, dashboard, '/dashboard/reports')
  await expect(picks(page).first()).toBeVisible()
}

async function makeCircuitReports(...circuits: string[]) {
  const { body } = await api.call(startCircuitReport, { body: { circuits } })
  await api.waitForJob(body.jobId)
}

test.beforeAll(async () => {
  api = await signInByApi(dashboard)
  // One report is older than the last import, which has changed its content, and one is newer.
  await makeCircuitReports('NY-10')
  changeContents(dashboard.dataDir, ['NY-10'])
  await api.call(importSheet)
})

test.beforeEach(async () => {
  const circuits = new Set((await api.reports()).map((report) => report.circuitId))
  const missing = ['NJ-1', 'NY-2'].filter((circuit) => !circuits.has(circuit))
  if (missing.length > 0) await makeCircuitReports(...missing)
})

onEachScreen(() => {
  test('searches, sorts and filters', async ({ page }) => {
    await openReports(page)
    const rows = center(page).getByRole('list', { name: 'Reports' }).getByRole('listitem')
    await expect(rows).toHaveCount(3)
    await expect(rows.last()).toContainText('Before last import')
    await expect(rows.first()).toContainText(/Generated \w{3} \d+, \d{4}, \d+:\d\d [AP]M ET/)
    await expect(rows.first()).toContainText(/\d\.\d MB/)
    await expectAccessible(page)

    await page.getByRole('combobox', { name: 'Sort reports' }).selectOption('Name')
    await expect(rows).toContainText(['NJ-1', 'NY-2', 'NY-10'])
    await page.getByRole('combobox', { name: 'Sort reports' }).selectOption('Size largest first')
    const sizes = (await api.reports()).sort((one, other) => other.size - one.size)
    await expect(rows).toContainText(sizes.map((report) => report.circuitId))

    const search = center(page).getByRole('searchbox')
    await search.fill('ny-1')
    await expect(rows).toHaveCount(1)
    await search.fill('CIRCUIT')
    await expect(rows).toHaveCount(3)
    await page
      .getByRole('combobox', { name: 'Filter reports' })
      .selectOption('Made before the last import')
    await expect(rows).toContainText(['NY-10'])
    await search.fill('nj')
    await expect(center(page).getByText('No reports found')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Show all reports').click()
    await expect(rows).toHaveCount(3)
  })

  test('selects, and downloads several as a zip', async ({ page }) => {
    await openReports(page)
    await expect(button(page, 'Download Archive')).toBeDisabled()
    await button(page, 'Select All').click()
    await expect(center(page).getByText('3 reports selected')).toBeVisible()
    await takeScreenshots(page, 'reports')('selected')
    await expectAccessible(page)
    await button(page, 'Deselect All').click()
    await expect(center(page).getByText('0 reports selected')).toBeVisible()
    await pick(page, 'NY-2').check()
    await pick(page, 'NY-10').check()
    await center(page).getByRole('searchbox').fill('ny-2')
    await expect(center(page).getByText('2 reports selected (1 not shown)')).toBeVisible()
    const started = page.waitForEvent('download')
    await button(page, 'Download Archive').click()
    const download = await started
    const today = new Date().toISOString().slice(0, 10)
    expect(download.suggestedFilename()).toBe(`SMPW-Reports-${today}.zip`)
    expect(entryNames(await readFile(await download.path()))).toHaveLength(3)
    await expect(toast(page, 'Bulk Download Started')).toBeVisible()
    await expect(center(page).getByText('0 reports selected')).toBeVisible()
  })

  test('asks before it deletes', async ({ page }) => {
    await openReports(page)
    const remove = center(page).getByRole('button', { name: 'Delete report of NJ-1', exact: true })
    const dialog = page.getByRole('alertdialog')
    await remove.hover()
    await remove.click()
    await expect(dialog).toContainText('Are you sure you want to delete this report?')
    await expectAccessible(page)
    await takeScreenshots(page, 'reports')('delete-one')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(remove).toBeFocused()
    await remove.click()
    await dialog.getByRole('button', { name: 'Delete report' }).click()
    await expect(toast(page, 'Report Deleted')).toBeVisible()
    await expect(picks(page)).toHaveCount(2)

    await button(page, 'Select All').click()
    await button(page, 'Delete Selected').click()
    await expect(dialog).toContainText('Are you sure you want to delete 2 selected reports?')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(center(page).getByText('2 reports selected')).toBeVisible()
    await pick(page, 'NY-10').uncheck()
    await button(page, 'Delete Selected').click()
    await dialog.getByRole('button', { name: 'Delete 1 report' }).click()
    await expect(toast(page, 'Reports Deleted')).toBeVisible()
    await expect(center(page).getByText('0 reports selected')).toBeVisible()
    await expect(picks(page)).toHaveCount(1)
  })
})

test('downloads a PDF under its name', async ({ page }) => {
  await openReports(page)
  const started = page.waitForEvent('download')
  await center(page).getByRole('button', { name: 'Download PDF of NY-2' }).click()
  const download = await started
  expect(download.suggestedFilename()).toMatch(/^Circuit NY-2 \d{4}-\d\d-\d\d\.pdf$/)
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(toast(page, 'Download Started')).toBeVisible()
})

/** Makes the page detect a PDF viewer or none; returns whether there is one. */
function claimPdfViewer(page: Page, value: boolean): Promise<boolean> {
  return page.evaluate((claimed) => {
    const isThere = navigator.pdfViewerEnabled
    Object.defineProperty(navigator, 'pdfViewerEnabled', { value: claimed })
    return isThere
  }, value)
}

test('opens a PDF for reading in a new tab', async ({ page }) => {
  await openReports(page)
  const isShown = await claimPdfViewer(page, true)
  const opened = page.waitForEvent('popup')
  // The headless shell has no viewer, and downloads the file.
  const saved = isShown ? undefined : opened.then((tab) => tab.waitForEvent('download'))
  await center(page).getByRole('button', { name: /^NY-2/ }).click()
  if (saved) {
    const download = await saved
    expect(download.url()).toContain(`blob:${dashboard.url}/`)
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  } else {
    const tab = await opened
    await tab.waitForURL(`blob:${dashboard.url}/*`)
    expect(await tab.evaluate('document.contentType')).toBe('application/pdf')
  }
})

test('downloads instead where the browser refuses a new tab', async ({ page }) => {
  await openReports(page)
  await claimPdfViewer(page, true)
  await page.evaluate('window.open = () => null')
  await expectDownloadInstead(page, 'The browser refused a new tab')
})

test('downloads instead where the browser has no PDF viewer', async ({ page }) => {
  await openReports(page)
  await claimPdfViewer(page, false)
  await expectDownloadInstead(page, 'This browser cannot show PDFs')
  expect(page.context().pages()).toHaveLength(1)
})

async function expectDownloadInstead(page: Page, reason: string) {
  const started = page.waitForEvent('download')
  await center(page).getByRole('button', { name: /^NY-2/ }).click()
  expect((await started).suggestedFilename()).toMatch(/^Circuit NY-2/)
  await expect(page.getByText(`${reason}, so`).first()).toBeVisible()
}

test('moves through the reports by arrow keys, and keeps focus near what was deleted', async ({
  page,
}) => {
  await openReports(page)
  await page.getByRole('combobox', { name: 'Sort reports' }).selectOption('Name')
  await pick(page, 'NJ-1').focus()
  await page.keyboard.press('ArrowDown')
  await expect(pick(page, 'NY-2')).toBeFocused()
  await page.keyboard.press('End')
  await expect(pick(page, 'NY-10')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await expect(pick(page, 'NJ-1')).toBeChecked()
  for (const [role, name] of [
    ['button', /^NJ-1/],
    ['link', 'Circuit NJ-1'],
    ['button', 'Download PDF of NJ-1'],
    ['button', 'Delete report of NJ-1'],
  ] as const) {
    await page.keyboard.press('Tab')
    await expect(center(page).getByRole(role, { name })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete report' }).press('Enter')
  await expect(picks(page)).toHaveCount(2)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(center(page).getByRole('button', { name: 'Delete report of NY-2' })).toBeFocused()
})

test('names what failed in the documented words', async ({ page }) => {
  await openReports(page)
  await page.route(/\/api\/reports(\/.*)?$/, (route) =>
    route.fulfill({ status: 500, json: { message: 'Something broke. Try again.' } }),
  )
  const dialog = page.getByRole('alertdialog')
  const fails = async (title: string) => {
    await expect(toast(page, title)).toBeVisible()
    await expect(page.getByText('Something broke. Try again.').first()).toBeVisible()
  }
  await button(page, 'Refresh').click()
  await fails('Refresh Failed')
  await expect(center(page).getByText('It may be out of date.')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await center(page).getByRole('button', { name: 'Download PDF of NY-2' }).click()
  await fails('Download Failed')
  await pick(page, 'NY-2').check()
  await button(page, 'Download Archive').click()
  await fails('Bulk Download Failed')
  await button(page, 'Delete Selected').click()
  await dialog.getByRole('button', { name: 'Delete 1 report' }).click()
  await fails('Bulk Delete Failed')
  await expect(center(page).getByText('1 report selected')).toBeVisible()
  await center(page).getByRole('button', { name: 'Delete report of NY-2' }).click()
  await dialog.getByRole('button', { name: 'Delete report' }).click()
  await fails('Delete Failed')
  await button(page, 'Clear All').click()
  await dialog.getByRole('button', { name: 'Delete all 3 reports' }).click()
  await fails('Clear Failed')
  await expect(picks(page)).toHaveCount(3)
})

test('names a report whose file is missing, and closes the tab that waited for it', async ({
  page,
}) => {
  const folder = join(dashboard.dataDir, 'files', 'reports')
  for (const file of await readdir(folder)) await rm(join(folder, file), { recursive: true })
  await openReports(page)
  await claimPdfViewer(page, true)
  const opened = page.waitForEvent('popup')
  await center(page).getByRole('button', { name: /^NY-2/ }).click()
  const tab = await opened
  if (!tab.isClosed()) await tab.waitForEvent('close')
  await expect(toast(page, 'Download Failed')).toBeVisible()
  await expect(page.getByText(/missing from storage/).first()).toBeVisible()
})

test('refreshes, and clears all', async ({ page }) => {
  await openReports(page)
  await button(page, 'Refresh').click()
  await expect(toast(page, 'Refreshed')).toBeVisible()
  await pick(page, 'NY-2').check()
  await button(page, 'Clear All').click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(
    'Are you sure you want to delete ALL 3 reports? This action cannot be undone.',
  )
  await expectAccessibleAtEachWidth(page)
  await dialog.getByRole('button', { name: 'Delete all 3 reports' }).click()
  await expect(toast(page, 'All Reports Cleared')).toBeVisible()
  await expect(center(page).getByText('No reports found')).toBeVisible()
  expect(await api.reports()).toEqual([])
})
