import { expect } from '@playwright/test'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { openSignedIn } from '../sign-in.ts'

/** The settings' index as people see it; where it leads and who sees it is in web/test/pages/settings.page.test.tsx. */

const dashboard = ownDashboard()

test('the cards work by keyboard', async ({ page }) => {
  await openSignedIn(page, dashboard, '/admin')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'User Management', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Monitoring Controls' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${dashboard.url}/admin/monitoring`)
})
