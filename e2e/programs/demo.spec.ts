import { isActive } from '@dashboard/contract/jobs'
import { expect, test } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { signInByApi } from '../api-client.ts'
import { type Dashboard, startDashboard } from '../dashboard.ts'

/** An installation that is open to everybody (docs/operations.md#a-public-demo). */

let dashboard: Dashboard
test.beforeAll(async () => {
  dashboard = await startDashboard({ DEMO: '1' })
})
test.afterAll(() => dashboard?.stop())

test('says that it is a demo and how to log in, fills itself, and refuses changes', async ({
  page,
}) => {
  await page.goto(dashboard.url)
  const banner = page.getByRole('complementary', { name: 'Demo' })
  await expect(banner).toContainText('This is a demo. Everything is put back at 3:00 AM ET.')
  await expect(banner).toContainText('Log in with the username demo and the password demo.')
  await expectAccessibleAtEachWidth(page)
  await page.getByPlaceholder('Enter username').fill('demo')
  await page.getByPlaceholder('Enter password').fill('demo')
  await page.getByRole('button', { name: 'Login' }).click()

  const api = await signInByApi(dashboard, { username: 'demo', password: 'demo' })
  for (const { id } of (await api.jobs()).filter(isActive)) await api.waitForJob(id)
  await expect(page.getByText(/^NY-3/).first()).toBeVisible()
  await expect(banner).toHaveText('This is a demo. Everything is put back at 3:00 AM ET.')
  await expectAccessibleAtEachWidth(page)

  await page.goto(`${dashboard.url}/admin/users`)
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New User' })
  await dialog.getByLabel('First Name').fill('Vera')
  await dialog.getByLabel('Last Name').fill('Visitor')
  await dialog.getByLabel('Username').fill('vera')
  await dialog.getByLabel('Password', { exact: true }).fill('a password of hers')
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'This cannot be changed in the demo, which everybody shares.',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(banner).toBeVisible()
})
