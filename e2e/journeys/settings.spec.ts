import { expect } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The settings' index as people see it; where it leads and who sees it is in web/test/pages/settings.page.test.tsx. */

const dashboard = ownDashboard()
const denied = 'Access Denied - You need admin privileges to access this page.'

test('the cards work by keyboard', async ({ page }) => {
  await openSignedIn(page, dashboard, '/admin')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'settings')('index')
  await page.getByRole('link', { name: 'User Management', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Monitoring Controls' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${dashboard.url}/admin/monitoring`)
})

test('denies access to everybody else', async ({ page }) => {
  const user = await createAccount(dashboard, { username: 'plain', password: 'secret no 1' })
  await openSignedIn(page, dashboard, '/admin', user)
  await expect(page.getByText(denied, { exact: true })).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'settings')('access-denied')
})
