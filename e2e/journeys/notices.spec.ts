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

/** The bell, notices by e-mail, and their delivery (docs/notices.md). */

const dashboard = ownDashboard({
  PUBLIC_URL: 'https://dashboard.example.org',
  SMTP_URL: 'smtp://127.0.0.1:59998',
  SMTP_FROM: 'dashboard@example.org',
})

const bell = (page: Page) => page.getByRole('button', { name: /^Notices/ })
const list = (page: Page) => page.getByRole('dialog', { name: 'Notices' })

/** Runs a sync that fails because there is no sheet. */
async function failSync(): Promise<void> {
  const api = await signInByApi(dashboard)
  const { status } = await api.call(importSheet)
  expect(status).toBe(422)
}

onEachScreen((width) => {
  test('a sync that somebody else started and that failed shows in the bell until it is read', async ({
    page,
  }) => {
    const mia = await createAccount(dashboard, { username: `mia-${width}`, password: 'a password' })
    await openSignedIn(page, dashboard, '/profile', mia)
    await expect(bell(page)).toHaveAccessibleName('Notices')
    await bell(page).click()
    await expect(list(page)).toContainText('What needs you shows up here.')
    await page.keyboard.press('Escape')
    await expect(bell(page)).toBeFocused()

    await failSync()
    await page.reload()
    await expect(bell(page)).toHaveAccessibleName('Notices, 1 unread')
    await bell(page).click()
    const notice = list(page).getByRole('link', { name: /Unread: The import failed/ })
    await expect(notice).toBeVisible()
    await expectAccessible(page)
    await takeScreenshots(page, 'notices')('bell')
    await notice.click()
    await expect(page).toHaveURL(/\/dashboard\/sync$/)
    await expect(page.getByRole('heading', { name: 'Locust Sync' })).toBeFocused()
    await expect(bell(page)).toHaveAccessibleName('Notices')
    await bell(page).click()
    await expect(list(page).getByRole('link', { name: 'The import failed' })).toBeVisible()
    await expect(list(page)).not.toContainText('Unread')
  })
})

test('all are marked as read at once, and what one has watched oneself is not new', async ({
  page,
}) => {
  const ben = await createAccount(dashboard, {
    username: 'ben',
    password: 'a password',
    firstName: 'Ben',
  })
  await failSync()
  await openSignedIn(page, dashboard, '/dashboard/sync', ben)
  await expect(bell(page)).toHaveAccessibleName('Notices, 1 unread')
  await bell(page).click()
  await list(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notices')
  await expect(list(page).getByRole('button', { name: 'Mark all as read' })).toBeHidden()
  await bell(page).click()
  await expect(list(page)).toBeHidden()

  await page.getByRole('checkbox', { name: 'Export from Locust' }).uncheck()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Last sync' })).toContainText('Ben')
  await bell(page).click()
  await expect(list(page).getByRole('link')).toHaveCount(2)
  await expect(bell(page)).toHaveAccessibleName('Notices')
})

test('an address and choices are kept, and a message that cannot be sent is said', async ({
  page,
}) => {
  await openSignedIn(page, dashboard, '/profile')
  const open = () => page.getByRole('tab', { name: 'Notices' }).click()
  const address = page.getByLabel('E-mail Address')
  const save = page.getByRole('button', { name: 'Save Choices' })
  await open()
  await page.getByLabel('Problems').check()
  await save.click()
  await expect(page.getByText('Enter an e-mail address to be sent notices')).toBeVisible()
  await address.fill('ada@example.org')
  await expectAccessibleAtEachWidth(page)
  await save.click()
  await expect(page.getByText('Choices Saved', { exact: true })).toBeVisible()
  await page.reload()
  await open()
  await expect(address).toHaveValue('ada@example.org')
  await expect(page.getByLabel('Problems')).toBeChecked()
  await expect(page.getByLabel('Reports')).not.toBeChecked()
  await takeScreenshots(page, 'notices')('choices')

  await page.goto(`${dashboard.url}/admin/monitoring`)
  const channels = page.getByRole('region', { name: 'Messages' })
  const row = (name: string) => channels.getByRole('listitem').filter({ hasText: name })
  await expect(row('E-mail')).toContainText(/Set up.*127\.0\.0\.1:59998.*Nothing sent yet/)
  await expect(row('Webhook')).toContainText('Not set up')
  await channels.getByRole('button', { name: 'Send a Test: E-mail' }).click()
  await expect(page.getByText('Test Failed', { exact: true })).toBeVisible()
  await expect(page.getByText(/nothing answers at this address/).first()).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'notices')('channels')
})
