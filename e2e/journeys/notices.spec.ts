import { importSheet } from '@dashboard/contract/sync'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
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

onEachScreen((width) => {
  test('a notice is read from the bell, which leads to its page', async ({ page }) => {
    const mia = await createAccount(dashboard, { username: `mia-${width}`, password: 'a password' })
    const { status } = await (await signInByApi(dashboard)).call(importSheet)
    expect(status).toBe(422)
    await openSignedIn(page, dashboard, '/profile', mia)
    await bell(page).click()
    const notice = list(page).getByRole('link', { name: /Unread: The import failed/ })
    await expect(notice.first()).toBeVisible()
    await expectAccessible(page)
    await takeScreenshots(page, 'notices')('bell')
    await page.keyboard.press('Escape')
    await expect(bell(page)).toBeFocused()
    await bell(page).click()
    await notice.first().click()
    await expect(page.getByRole('heading', { name: 'Locust Sync' })).toBeFocused()
  })
})

test('the choices, and a message that cannot be sent', async ({ page }) => {
  await openSignedIn(page, dashboard, '/profile')
  await page.getByRole('tab', { name: 'Notices' }).click()
  await page.getByLabel('Problems').check()
  const save = page.getByRole('button', { name: 'Save Choices' })
  await save.click()
  await expect(page.getByText('Enter an e-mail address to be sent notices')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await page.getByLabel('E-mail Address').fill('ada@example.org')
  await save.click()
  await expect(page.getByText('Choices Saved', { exact: true })).toBeVisible()
  await takeScreenshots(page, 'notices')('choices')

  await page.goto(`${dashboard.url}/admin/monitoring`)
  const channels = page.getByRole('region', { name: 'Messages' })
  await channels.getByRole('button', { name: 'Send a Test: E-mail' }).click()
  await expect(page.getByText('Test Failed', { exact: true })).toBeVisible()
  await expect(page.getByText(/nothing answers at this address/).first()).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'notices')('channels')
})
