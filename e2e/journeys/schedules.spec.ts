import { listSchedules } from '@dashboard/contract/schedules'
import { shownClock } from '@dashboard/store/test/shown-times'
import { expect, type Page } from '@playwright/test'
import { signInByApi } from '../api-client.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { makeDue } from '../schedule-rows.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * A schedule from the card of the sync page to its job (docs/jobs.md#schedules); what the card says and does is
 * in schedules.page.test.tsx.
 */

const dashboard = ownDashboard()
const card = (page: Page) => page.getByRole('region', { name: 'Schedule', exact: true })
const open = (page: Page) => openSignedIn(page, dashboard, '/dashboard/sync')
const weekdays = `Every Monday to Friday at ${shownClock('06:00')}`

test('a schedule is added in a dialog, and runs when it is due', async ({ page }) => {
  await open(page)
  const add = card(page).getByRole('button', { name: 'Add schedule' })
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Add schedule' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()
  await add.click()
  await dialog.getByRole('button', { name: 'Add schedule' }).click()
  await expect(card(page)).toContainText(`${weekdays}, next: `)

  makeDue(dashboard.dataDir)
  // The sync fails because there is no sheet to import.
  const api = await signInByApi(dashboard)
  const outcome = async () => (await api.call(listSchedules)).body.schedules[0]?.lastRun?.outcome
  await expect.poll(outcome).toBe('failed')
  await page.reload()
  await card(page).getByRole('link', { name: 'Open its job' }).click()
  await expect(page.getByRole('dialog').getByText('Schedule', { exact: true })).toBeVisible()
})
