import { listSchedules } from '@dashboard/contract/schedules'
import { expect, type Page } from '@playwright/test'
import { expectStateAccessible } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { admin } from '../dashboard.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { makeDue, pauseAll } from '../schedule-rows.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * How the card of schedules on the sync page looks (docs/behavior.md#schedule-card); what it says and does is in
 * schedules.page.test.tsx.
 */

const dashboard = ownDashboard()
const user = { username: 'mia', password: 'a secret' }
test.beforeAll(async () => {
  await createAccount(dashboard, user)
})

const card = (page: Page) => page.getByRole('region', { name: 'Schedule', exact: true })
const open = (page: Page, who = admin) => openSignedIn(page, dashboard, '/dashboard/sync', who)
const weekdays = 'Every Monday to Friday at 6:00 AM ET'

test('a schedule is added, paused for all, resumed, and runs when it is due', async ({ page }) => {
  const takePicture = takeScreenshots(page, 'schedules')
  await open(page)
  await expect(card(page)).toContainText('No schedule yet')
  await expectStateAccessible(page, 'without schedules')
  await takePicture('none')
  const add = card(page).getByRole('button', { name: 'Add schedule' })
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Add schedule' })
  await expect(dialog.getByRole('checkbox', { name: 'Monday' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()
  await add.click()
  await expectStateAccessible(page, 'the dialog')
  await takePicture('add')
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
    await dialog.getByRole('checkbox', { name: day }).uncheck()
  }
  await dialog.getByLabel('Time').fill('')
  await dialog.getByLabel('Reports after the import').selectOption('Those of chosen circuits')
  await dialog.getByRole('button', { name: 'Add schedule' }).click()
  await expect(dialog.getByText('Select at least one circuit')).toBeVisible()
  await expectStateAccessible(page, 'the dialog, refused')
  await takePicture('refused')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await add.click()
  await dialog.getByRole('button', { name: 'Add schedule' }).click()
  await expect(card(page)).toContainText(`${weekdays}, next: `)
  await expectStateAccessible(page, 'one schedule')
  await takePicture('list')

  pauseAll(dashboard.dataDir, { reason: 'guard', at: '2026-11-20T11:01:00.000Z' })
  await open(page, user)
  await expect(card(page).getByText('An administrator can resume them.')).toBeVisible()
  await expectStateAccessible(page, 'paused, for a user')
  await open(page)
  await expect(card(page).getByText('The schedules are paused')).toBeVisible()
  await expectStateAccessible(page, 'paused, for an administrator')
  await takePicture('paused')
  await card(page).getByRole('button', { name: 'Resume' }).click()
  await expect(card(page)).toContainText('next: ')

  makeDue(dashboard.dataDir)
  await page.route('**/api/schedules', (route) =>
    route.fulfill({ status: 502, json: { message: 'The database is away.' } }),
  )
  await page.reload()
  await expect(card(page)).toContainText('The schedule could not be loaded')
  await expectStateAccessible(page, 'not loaded')
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
