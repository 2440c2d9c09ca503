import { importSheet } from '@dashboard/contract/sync'
import { expect, type Page } from '@playwright/test'
import { createAccount } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { phone } from '../screens.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * The bell, notices by e-mail, and their delivery, as people see them (docs/notices.md). What they say and do is in
 * web/test/pages/notices.page.test.tsx.
 */

const dashboard = ownDashboard({
  PUBLIC_URL: 'https://dashboard.example.org',
  SMTP_URL: 'smtp://127.0.0.1:59998',
  SMTP_FROM: 'dashboard@example.org',
})

const bell = (page: Page) => page.getByRole('button', { name: /^Notices/ })
const list = (page: Page) => page.getByRole('dialog', { name: 'Notices' })

test('a notice is read from the bell, which leads to its page', async ({ page }) => {
  const mia = await createAccount(dashboard, { username: 'mia', password: 'a password' })
  const { status } = await (await signInByApi(dashboard)).call(importSheet)
  expect(status).toBe(422)
  const office = page.viewportSize()
  await page.setViewportSize(phone.viewport)
  await openSignedIn(page, dashboard, '/profile#notices', mia)
  // Where not all tabs fit, the one that the address chooses is in view.
  await expect(page.getByRole('tab', { name: 'Notices', selected: true })).toBeInViewport({
    ratio: 0.9,
  })
  if (office) await page.setViewportSize(office)
  await bell(page).click()
  const notice = list(page).getByRole('link', { name: /Unread: The import failed/ })
  await expect(notice.first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bell(page)).toBeFocused()
  await bell(page).click()
  await notice.first().click()
  await expect(page.getByRole('heading', { name: 'Locust Sync' })).toBeFocused()
})
