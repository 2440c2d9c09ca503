import { expect } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { signInByApi } from '../api-client.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * The user's own sessions, under Profile, as people see them. What their buttons do is in
 * web/test/pages/sessions.page.test.tsx.
 */

const dashboard = ownDashboard()

test('the list and its question are accessible', async ({ page }) => {
  await signInByApi(dashboard)
  await openSignedIn(page, dashboard, '/profile')
  await page.getByRole('tab', { name: 'Sessions' }).click()
  const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(rows.last()).toContainText('Last seen just now')
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'sessions')('list')
  await page.getByRole('button', { name: 'Sign Out All Others' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
})
