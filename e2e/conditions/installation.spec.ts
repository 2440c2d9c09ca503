import { createSchedule } from '@dashboard/contract/schedules'
import { anyClock, shownClock } from '@dashboard/store/test/shown-times'
import { expect } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { signInByApi } from '../api-client.ts'
import { logBox } from '../job-dialog.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { openSignedIn } from '../sign-in.ts'

/** Texts of an installation with another outside system and another time zone (docs/settings.md). */

const name = '"Helfer" & Söhne'
const dashboard = ownDashboard(
  { OUTSIDE_SYSTEM_NAME: name, TIME_ZONE: 'Asia/Kolkata' },
  { synced: 'sample' },
)

test('screens, jobs and times follow the settings', async ({ page }) => {
  const { call } = await signInByApi(dashboard)
  await call(createSchedule, {
    body: { days: [1], time: '18:05', reportsAfter: 'none', isActive: true },
  })
  await openSignedIn(page, dashboard, '/dashboard')
  await page.getByText('These volunteers are invented').click()
  await expect(
    page.getByText(`Connect ${name} to work with your own, or upload a sheet of them.`),
  ).toBeVisible()
  await page.getByRole('link', { name: `${name} Sync`, exact: true }).click()
  await expect(page.getByRole('heading', { name: `${name} Sync`, exact: true })).toBeVisible()
  const schedule = page.getByRole('region', { name: 'Schedule', exact: true })
  await expect(schedule).toContainText(`Every Monday at ${shownClock('18:05', 'IST')}`)
  await expect(schedule).toContainText(`${name} is not connected.`)
  const lastImport = page.locator('dl', { hasText: 'Last Import' })
  await expect(lastImport).toContainText(new RegExp(`Last Import.*, ${anyClock}`))
  await expect(page.getByText(/\bLocust\b/)).toHaveCount(0)
  await expectAccessibleAtEachWidth(page)

  // The runner is a separate program, but must use the same name.
  await page.getByRole('checkbox', { name: 'Import to SMPW Dashboard' }).uncheck()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.goto(`${dashboard.url}/dashboard/monitor`)
  await page
    .getByRole('button', { name: `Export from ${name}` })
    .first()
    .click()
  await expect(logBox(page)).toContainText(`${name} is not connected, so this export uses`)
})
