import { readFile } from 'node:fs/promises'
import { listAuditEntries } from '@dashboard/contract/audit'
import { expect, type Page } from '@playwright/test'
import { type ApiClient, signInByApi } from '../api-client.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { phone } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * Quick access as people see it: the focus of the box of Ctrl + K, the arrow keys, and the list as a file. What the box
 * finds is in web/test/pages/find.page.test.tsx.
 */

const dashboard = ownDashboard({}, { synced: 'locust' })
let api: ApiClient

test.beforeAll(async () => {
  api = await signInByApi(dashboard)
})

const box = (page: Page) => page.getByRole('combobox', { name: /^Find people/ })
const options = (page: Page) => page.getByRole('option')
/** Opens the box and waits for its focus: letters typed before that go to the page. */
async function openBox(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
}
const active = (page: Page) => page.getByRole('option', { selected: true })

test('Ctrl + K leads to people, whose details take the focus, as pages do', async ({ page }) => {
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  await expect(page.getByRole('heading', { name: 'Monitor' })).toBeVisible()
  await openBox(page)
  await page.keyboard.type('кузнецова 4')
  await expect(options(page).first()).toHaveText(/^Кузнецова 4, Наталья/)
  await expect(active(page)).toHaveAttribute('aria-posinset', '1')
  await page.keyboard.press('ArrowDown')
  await expect(active(page)).toHaveAttribute('aria-posinset', '2')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Кузнецова 4, Наталья' })).toBeFocused()
  await expect(box(page)).toHaveCount(0)

  await openBox(page)
  await page.keyboard.type('reports of ny-2')
  await page.keyboard.press('Enter')
  // The new page takes the focus once it is loaded.
  await expect(page.getByRole('heading', { name: 'Reports', exact: true })).toBeFocused()
})

test('Ctrl + K and Ctrl + B act as soon as the page is drawn', async ({ page }) => {
  await page.addInitScript(() => {
    const press = (key: string) =>
      dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, cancelable: true }))
    const watch = new MutationObserver(() => {
      if (!document.querySelector('h1')) return
      watch.disconnect()
      for (const key of ['b', 'k']) press(key)
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Monitor' })).toHaveText('')
})

test('? shows help, and the focus returns to where it was', async ({ page }) => {
  await openSignedIn(page, dashboard, '/dashboard/volunteers')
  await page.getByRole('button', { name: 'Export' }).focus()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Help: Volunteers' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Export' })).toBeFocused()
})

test('arrow keys move through the volunteers, and Tab leaves a row', async ({ page }) => {
  await openSignedIn(page, dashboard, '/dashboard/volunteers')
  const rows = page.getByRole('list', { name: 'Volunteers' }).getByRole('listitem')
  const row = (position: number) =>
    page.getByRole('list', { name: 'Volunteers' }).locator(`[aria-posinset="${position}"]`)
  await expect(rows.first()).toHaveAttribute('aria-setsize', '400')
  await row(1).getByRole('link').first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(row(2).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('PageDown')
  await expect(row(10).getByRole('link').nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(row(100).getByRole('link').nth(1)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(row(1).getByRole('link').nth(1)).toBeFocused()
})

test('the filtered list is saved as a file that says what it holds', async ({ page }) => {
  await openSignedIn(page, dashboard, '/dashboard/volunteers?circuit=NY-2&available=true')
  const total = await page.getByText(/volunteers found$/).textContent()
  const save = async (name: string) => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name }).click()
    return download
  }
  const csv = await save('Plain table (CSV)')
  expect(csv.suggestedFilename()).toMatch(/^SMPW-Volunteers-\d{4}-\d{2}-\d{2}\.csv$/)
  const lines = (await readFile(await csv.path(), 'utf8')).split('\r\n')
  const count = Number.parseInt(total ?? '', 10)
  expect(lines.indexOf('')).toBe(count + 1)
  expect(lines).toContain(`Volunteers,${count}`)
  expect(lines).toContain('Filters,"Circuit: NY-2; Available: yes"')
  const xlsx = await save('Excel workbook (XLSX)')
  expect((await readFile(await xlsx.path())).subarray(0, 2).toString()).toBe('PK')
  // A job draws the list; the page waits for it even if the user goes elsewhere meanwhile.
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'To print (PDF)' }).click()
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled()
  await page.getByRole('link', { name: 'Monitor' }).click()
  const pdf = await waiting
  expect(pdf.suggestedFilename()).toMatch(/^SMPW-Volunteers-\d{4}-\d{2}-\d{2}\.pdf$/)
  const bytes = await readFile(await pdf.path())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const job = page.getByRole('listitem').filter({ hasText: 'Volunteers as PDF' })
  await expect(job).toContainText('Completed')
  const { entries } = (await api.call(listAuditEntries)).body
  expect(entries.filter(({ action }) => action === 'volunteers.export')).toHaveLength(3)
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a button opens the box, and one tap on a result rings', async ({ page }) => {
    await openSignedIn(page, dashboard, '/dashboard/reports')
    await page.getByRole('button', { name: 'Find', exact: true }).tap()
    await box(page).fill('(201) 555-0107')
    const call = page.getByRole('link', { name: /^Call / }).first()
    await expect(call).toHaveAttribute('href', 'tel:+12015550107')
    await expect(options(page).first()).toContainText('+1 201 555 0107')
    await takeScreenshots(page, 'find')('phone')
    await page.getByRole('button', { name: 'Close' }).tap()
    await expect(page.getByRole('button', { name: 'Find', exact: true })).toBeFocused()
  })
})
