import { createSchedule, listSchedules } from '@dashboard/contract/schedules'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { admin } from '../dashboard.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { makeDue, pauseAll } from '../schedule-rows.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * How the card of schedules on the sync page looks (docs/behavior.md#schedule-card); what it says and does is in
 * schedules.page.test.tsx.
 */

const dashboard = ownDashboard()
const card = (page: Page) => page.getByRole('region', { name: 'Schedule', exact: true })
const open = (page: Page, user = admin) => openSignedIn(page, dashboard, '/dashboard/sync', user)
const weekdays = 'Every Monday to Friday at 6:00 AM ET'

onEachScreen((width) => {
  test('the card without schedules, paused, and with one', async ({ page }) => {
    const takePicture = takeScreenshots(page, 'schedules')
    await open(page)
    await expect(card(page)).toContainText('No schedule yet')
    await expectAccessible(page)
    await takePicture('none')

    const user = { username: `mia${width}`, password: 'a secret' }
    await createAccount(dashboard, user)
    const api = await signInByApi(dashboard)
    const body = { days: [1, 2, 3, 4, 5], time: '06:00', reportsAfter: 'outdated', isActive: true }
    await api.call(createSchedule, { body })
    pauseAll(dashboard.dataDir, { reason: 'guard', at: '2026-11-20T11:01:00.000Z' })
    await open(page, user)
    await expect(card(page).getByText('An administrator can resume them.')).toBeVisible()
    await expectAccessible(page)
    await open(page)
    await expect(card(page).getByText('The schedules are paused')).toBeVisible()
    await expectAccessible(page)
    await takePicture('paused')
    await card(page).getByRole('button', { name: 'Resume' }).click()
    await expect(card(page)).toContainText('next: ')
    await expectAccessible(page)
    await takePicture('list')
    await page.getByRole('button', { name: `Actions for ${weekdays}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete schedule' }).click()
    await expect(card(page).getByText(weekdays)).toHaveCount(0)
  })
})

test('a schedule is added in a dialog, and runs when it is due', async ({ page }) => {
  const takePicture = takeScreenshots(page, 'schedules')
  await open(page)
  const add = card(page).getByRole('button', { name: 'Add schedule' })
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Add schedule' })
  await expect(dialog.getByRole('checkbox', { name: 'Monday' })).toBeChecked()
  await expectAccessible(page)
  await takePicture('add')
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
    await dialog.getByRole('checkbox', { name: day }).uncheck()
  }
  await dialog.getByLabel('Time').fill('')
  await dialog.getByLabel('Reports after the import').selectOption('Those of chosen circuits')
  await dialog.getByRole('button', { name: 'Add schedule' }).click()
  await expect(dialog.getByText('Select at least one circuit')).toBeVisible()
  await expectAccessible(page)
  await takePicture('refused')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()
  await add.click()
  await dialog.getByRole('button', { name: 'Add schedule' }).click()
  await expect(card(page)).toContainText(`${weekdays}, next: `)

  makeDue(dashboard.dataDir)
  await page.route('**/api/schedules', (route) =>
    route.fulfill({ status: 502, json: { message: 'The database is away.' } }),
  )
  await page.reload()
  await expect(card(page)).toContainText('The schedule could not be loaded')
  await expectAccessible(page)
  await takePicture('not-loaded')
  // The sync fails because there is no sheet to import.
  const api = await signInByApi(dashboard)
  const outcome = async () => (await api.call(listSchedules)).body.schedules[0]?.lastRun?.outcome
  await expect.poll(outcome).toBe('failed')
  await page.unroute('**/api/schedules')
  await card(page).getByRole('button', { name: 'Try again' }).click()
  await card(page).getByRole('link', { name: 'Open its job' }).click()
  await expect(page.getByRole('dialog').getByText('Schedule', { exact: true })).toBeVisible()
})
