import { rm } from 'node:fs/promises'
import { getLookupOptions } from '@dashboard/contract/reports'
import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { expect, type Locator, type Page } from '@playwright/test'
import { signInByApi } from '../api-client.ts'
import { admin, type Dashboard, startDashboard } from '../dashboard.ts'
import { test } from '../reused-page.ts'
import { openSignedIn } from '../sign-in.ts'
import { copyData } from '../synced-data.ts'

/** A day's work without a mouse: sign in, run a sync, cancel it, make a report, delete it, sign out. */

let dashboard: Dashboard
let folder: string
let locust: Awaited<ReturnType<typeof startLocustDouble>>

test.beforeAll(async () => {
  locust = await startLocustDouble()
  folder = await copyData('locust')
  dashboard = await startDashboard({ LOCUST_URL: locust.url, LOCUST_TOKEN: locustToken }, folder)
  const api = await signInByApi(dashboard)
  expect((await api.call(getLookupOptions)).body.circuits).toHaveLength(3)
})

test.afterAll(async () => {
  await dashboard.stop()
  await locust.close()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Presses Tab until the target has the focus, starting once it is visible as a person would, and checks that the focus
 * stays.
 */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await isFocused(target)) {
      await expect(target).toBeVisible()
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never led to ${target}`)
}

async function isFocused(target: Locator): Promise<boolean> {
  if ((await target.count()) !== 1) return false
  return target.evaluate((element) => element === document.activeElement)
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

test('a whole day of work by keyboard', async ({ page }) => {
  await page.goto(dashboard.url)
  await expect(page.getByPlaceholder('Enter username')).toBeFocused()
  await page.keyboard.type(admin.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(admin.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/reports$/)
  await expect(page.getByRole('heading', { name: 'Reports', exact: true })).toBeFocused()

  const link = (name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true })

  // Locust delays the export, so that there is a job to cancel.
  await locust.setMode({ kind: 'hang' })
  await press(page, link('Locust Sync'))
  await expect(page).toHaveURL(/\/dashboard\/sync$/)
  for (const name of ['Export from Locust', 'Import to SMPW Dashboard']) {
    const box = page.getByRole('checkbox', { name })
    await tabTo(page, box)
    if (!(await box.isChecked())) await page.keyboard.press('Space')
  }
  await press(page, page.getByRole('button', { name: 'Run', exact: true }))
  await expect(page.getByText('Sync in progress...')).toBeVisible()

  await press(page, link('Monitor'))
  const cancelAll = page.getByRole('button', { name: 'Cancel All Jobs' })
  await expect(cancelAll).toBeVisible()
  await press(page, cancelAll)
  await expect(page.getByText('Jobs Cancelled', { exact: true })).toBeVisible()
  await expect(cancelAll).toHaveCount(0)

  await press(page, link('Reports'))
  const card = page.getByRole('region', { name: 'Generate Reports' })
  const search = card.getByRole('searchbox')
  await tabTo(page, search)
  await page.keyboard.type('NY-10')
  await press(page, card.getByRole('checkbox', { name: 'NY-10', exact: true }), 'Space')
  await press(page, card.getByRole('button', { name: 'Generate 1 Report' }))
  const row = page.getByRole('checkbox', { name: 'Select report of NY-10' })
  await expect(row).toBeVisible()

  const remove = page.getByRole('button', { name: 'Delete report of NY-10' })
  await press(page, remove)
  const confirmation = page.getByRole('alertdialog')
  await expect(page.getByText('Are you sure you want to delete this report?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(confirmation).toHaveCount(0)
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, confirmation.getByRole('button', { name: /^Delete/ }))
  await expect(row).toHaveCount(0)

  await press(page, page.getByRole('button', { name: /user menu of/ }))
  // The menu takes the focus a moment after it has opened; keys before that lead nowhere.
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
})

test('a busy button retains the focus, and one Escape closes a dialog, under a toast or tooltip too', async ({
  page,
}) => {
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  let calls = 0
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/jobs/sync-github', async (route) => {
    calls += 1
    await held
    await route.continue()
  })
  const refresh = page.getByRole('button', { name: 'Refresh Status' })
  await refresh.focus()
  await page.keyboard.press('Enter')
  await expect(refresh).toHaveAttribute('aria-busy', 'true')
  await expect(refresh).toBeFocused()
  await page.keyboard.press('Enter')
  answer()
  const toast = page.getByText('Status Refresh Complete', { exact: true })
  await expect(toast).toBeVisible()
  await expect(refresh).toBeFocused()
  expect(calls).toBe(1)

  const details = page.getByRole('button', { name: /^View Details/ }).first()
  await details.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expect(toast).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(toast).toBeVisible()
  await details.click()
  await dialog.getByRole('button', { name: /copy job id$/ }).hover()
  await expect(page.getByRole('tooltip')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})
