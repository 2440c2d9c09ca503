import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { createAccount } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { answerReports, crowdedReports } from '../crowded-reports.ts'
import { jobRow, writeJobs } from '../job-rows.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { phone } from '../screens.ts'
import { openSignedIn } from '../sign-in.ts'
import { entryNames } from '../zip-entries.ts'

/**
 * The reports page as people see it: files, tabs, keys and focus, and what a phone shows at once. What its cards say and
 * their buttons do is in web/test/pages/download-center.page.test.tsx and generate-reports.page.test.tsx; reports are
 * made in main-job.spec.ts.
 */

/** Reports of NY-1, an older version of it, and NY-2. */
const dashboard = ownDashboard({}, { synced: 'reports' })

const generateCard = (page: Page) => page.getByRole('region', { name: 'Generate Reports' })
const center = (page: Page) => page.getByRole('region', { name: 'Download Center' })
const toast = (page: Page, title: string) => page.getByText(title, { exact: true })
const button = (page: Page, name: string) => center(page).getByRole('button', { name, exact: true })
const pick = (page: Page, subject: string | RegExp) =>
  center(page).getByRole('checkbox', { name: subject, exact: true })
const picks = (page: Page) => center(page).getByRole('checkbox')

async function openReports(page: Page) {
  await openSignedIn(page, dashboard, '/dashboard/reports')
  await expect(picks(page).first()).toBeVisible()
}

test('downloads one as a PDF, and several as a zip, each version under a different name', async ({
  page,
}) => {
  await openReports(page)
  const started = page.waitForEvent('download')
  await button(page, 'Download PDF of NY-2').click()
  const download = await started
  expect(download.suggestedFilename()).toMatch(/^Circuit NY-2 \d{4}-\d\d-\d\d\.pdf$/)
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(toast(page, 'Download Started')).toBeVisible()

  await button(page, 'Select All').click()
  await center(page).getByRole('searchbox').fill('ny-2')
  await expect(center(page).getByText('3 reports selected (2 not shown)')).toBeVisible()
  const packed = page.waitForEvent('download')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/reports/bulk-download', async (route) => {
    await held.promise
    await route.continue()
  })
  await button(page, 'Download Archive').click()
  // A phone that is turned meanwhile shows the bar at another place; it stays busy, and the selection is cleared.
  const size = page.viewportSize()
  await page.setViewportSize(phone.viewport)
  await expect(button(page, 'Download Archive')).toHaveAttribute('aria-disabled', 'true')
  held.resolve()
  const archive = await packed
  await page.setViewportSize(size ?? phone.viewport)
  const today = new Date().toISOString().slice(0, 10)
  expect(archive.suggestedFilename()).toBe(`SMPW-Reports-${today}.zip`)
  const names = entryNames(await readFile(await archive.path()))
  const reports = await (await signInByApi(dashboard)).reports()
  const newest = reports.find(({ circuitId }) => circuitId === 'NY-1')?.filename ?? ''
  expect(names).toHaveLength(4)
  expect(names).toContain(`NY-1/${newest}`)
  expect(names).toContain(`NY-1/${newest.replace('.pdf', ' (2).pdf')}`)
  await expect(toast(page, 'Bulk Download Started')).toBeVisible()
  await expect(center(page).getByText('0 reports selected')).toBeVisible()
})

/** Makes the page detect a PDF viewer or none; returns whether there is one. */
function claimPdfViewer(page: Page, value: boolean): Promise<boolean> {
  return page.evaluate((claimed) => {
    const isThere = navigator.pdfViewerEnabled
    Object.defineProperty(navigator, 'pdfViewerEnabled', { value: claimed, configurable: true })
    return isThere
  }, value)
}

test('a PDF is opened for reading in a new tab, or downloaded where that cannot be', async ({
  page,
}) => {
  await openReports(page)
  const isShown = await claimPdfViewer(page, true)
  const open = center(page).getByRole('button', { name: /^NY-2/ })
  const opened = page.waitForEvent('popup')
  // The headless shell has no viewer, and downloads the file.
  const saved = isShown ? undefined : opened.then((tab) => tab.waitForEvent('download'))
  await open.click()
  if (saved) {
    const download = await saved
    expect(download.url()).toContain(`blob:${dashboard.url}/`)
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  } else {
    const tab = await opened
    await tab.waitForURL(`blob:${dashboard.url}/*`)
    expect(await tab.evaluate('document.contentType')).toBe('application/pdf')
  }

  const expectDownloadInstead = async (reason: string) => {
    const tabs = page.context().pages().length
    const started = page.waitForEvent('download')
    await open.click()
    expect((await started).suggestedFilename()).toMatch(/^Circuit NY-2/)
    await expect(page.getByText(`${reason}, so`).first()).toBeVisible()
    expect(page.context().pages()).toHaveLength(tabs)
  }
  await claimPdfViewer(page, false)
  await expectDownloadInstead('This browser cannot show PDFs')
  await claimPdfViewer(page, true)
  await page.evaluate('window.open = () => null')
  await expectDownloadInstead('The browser refused a new tab')
})

test('moves through the reports by arrow keys, and leaves the focus near what was deleted', async ({
  page,
}) => {
  await openReports(page)
  await page.getByRole('combobox', { name: 'Sort reports' }).selectOption('Name')
  const older = pick(page, /^Select report of NY-1, older version/)
  await pick(page, 'Select report of NY-1').focus()
  await page.keyboard.press('ArrowDown')
  await expect(older).toBeFocused()
  await page.keyboard.press('End')
  await expect(pick(page, 'Select report of NY-2')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(older).toBeChecked()
  for (const [role, name] of [
    ['button', /^NY-1/],
    ['link', /^Circuit NY-1, older version/],
    ['button', /^Download PDF of NY-1, older version/],
    ['button', /^Delete report of NY-1, older version/],
  ] as const) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveRole(role)
    await expect(page.locator(':focus')).toHaveAccessibleName(name)
  }
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete report' }).press('Enter')
  await expect(picks(page)).toHaveCount(2)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(button(page, 'Delete report of NY-2')).toBeFocused()
})

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
    const inGenerate = (name: string) =>
      generateCard(page).getByRole('button', { name, exact: true })
    const box = (name: string) => generateCard(page).getByRole('checkbox', { name, exact: true })
    await expect(page.getByText('Your password was set for you.')).toBeInViewport({ ratio: 1 })
    await expect(inGenerate('Download these 2')).toBeInViewport({ ratio: 1 })
    await expect(inGenerate('Generate 0 Reports')).toBeInViewport({ ratio: 1 })
    const report = page.getByRole('list', { name: 'Reports' }).getByRole('listitem').first()
    await expect(report.getByRole('button', { name: /^Download/ })).toBeInViewport({ ratio: 1 })
    const seventh = generateCard(page).getByRole('checkbox').nth(6)
    await expect(seventh).not.toBeInViewport()
    await box('NJ-1').check()
    await expect(seventh).toBeInViewport()
    await expect(inGenerate('Generate 1 Report')).toBeInViewport({ ratio: 1 })
    // It is below the reports.
    await expect(page.getByText('These volunteers are invented')).toBeVisible()
    // Rows exist once they are near the window.
    await box('NJ-1').press('End')
    await box('NY-10').check()
    await page.setViewportSize({ width: 390, height: 700 })
    await expect(inGenerate('Generate 2 Reports')).toBeInViewport({ ratio: 1 })
  })
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
