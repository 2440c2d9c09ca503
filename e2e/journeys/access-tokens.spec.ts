import { expect } from '@playwright/test'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { openSignedIn } from '../sign-in.ts'

/** An access token in the clipboard. Making and revoking them is in web/test/pages/access-tokens.page.test.tsx. */

const dashboard = ownDashboard()

test('a secret is copied', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openSignedIn(page, dashboard, '/profile')
  await page.getByRole('tab', { name: 'Access tokens' }).click()
  await page.getByRole('button', { name: 'New Token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Saturday list')
  await dialog.getByRole('button', { name: 'Create Token' }).click()
  await page.getByRole('button', { name: 'Copy Token' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    await dialog.locator('code').textContent(),
  )
})
