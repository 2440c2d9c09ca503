import { expect } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { codeOf } from '../authenticator-app.ts'
import { admin } from '../dashboard.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { takeScreenshots } from '../screenshots.ts'

/** A second step that administrators have to set up (docs/sign-in.md#required-of-administrators). */

const dashboard = ownDashboard({ SECOND_FACTOR: 'administrators' })

test('where it is required, an administrator sets up a second step before anything else', async ({
  page,
}) => {
  await page.goto(`${dashboard.url}/login`)
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Before you go on' })).toBeVisible()
  await expect(page.getByText('Set up a second step first')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'second-step')('required')
  await page.goto(`${dashboard.url}/admin/users`)
  await page.getByRole('button', { name: 'Set Up an Authenticator App' }).click()
  const dialog = page.getByRole('dialog')
  const key = String(await dialog.locator('code').textContent())
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(key))
  await dialog.getByRole('button', { name: 'Add App' }).click()
  await page.getByRole('button', { name: 'I Have Kept Them' }).click()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
})
