import { startCircuitReport } from '@dashboard/contract/reports'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** Users who are limited to some circuits (docs/behavior.md#limited-users). */

const dashboard = ownDashboard({}, { synced: 'sample' })

test.beforeAll(async () => {
  const api = await signInByApi(dashboard)
  const { jobId } = (await api.call(startCircuitReport, { body: { circuits: ['NY-1', 'NY-2'] } }))
    .body
  await api.waitForJob(jobId)
})

const row = (page: Page, username: string) =>
  page.locator('tr, li').filter({ has: page.getByText(new RegExp(`^@?${username}$`)) })

onEachScreen((width) => {
  test('an administrator limits a user to circuits', async ({ page }) => {
    const username = `lim${width}`
    await createAccount(dashboard, { username, password: 'open sesame' })
    await openSignedIn(page, dashboard, '/admin/users')
    await page.getByRole('button', { name: `Actions for ${username}` }).click()
    await page.getByRole('menuitem', { name: 'Edit User' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit User' })
    await dialog.getByLabel('Looks after').selectOption('Chosen circuits')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog.getByText('Choose at least one circuit')).toBeVisible()
    await dialog.getByLabel('Search circuits').fill('NY-2')
    await dialog.getByRole('checkbox', { name: 'NY-2', exact: true }).check()
    await expect(dialog.getByText('Choose at least one circuit')).toBeHidden()
    await expectAccessible(page)
    await takeScreenshots(page, 'limited-users')('dialog')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('User Updated', { exact: true })).toBeVisible()
    await expect(row(page, username)).toContainText('NY-2')
    await takeScreenshots(page, 'limited-users')('list')
  })

  test('the user sees the own circuits alone, and is offered no sync', async ({ page }) => {
    const user = { username: `own${width}`, password: 'open sesame' }
    await createAccount(dashboard, { ...user, circuits: ['NY-2'] })
    await openSignedIn(page, dashboard, '/dashboard/reports', user)
    const choices = page.getByRole('group', { name: 'Circuits', exact: true })
    await expect(choices.getByRole('checkbox')).toHaveCount(1)
    await expect(page.getByRole('region', { name: 'Download Center' })).toContainText('NY-2')
    await expect(page.getByText(/NY-1\b/)).toHaveCount(0)
    await expectAccessible(page)

    await page.goto(`${dashboard.url}/dashboard`)
    await expect(page.getByText('NY-2', { exact: true }).first()).toBeVisible()
    await expect(page.getByText(/NY-1\b/)).toHaveCount(0)

    await page.goto(`${dashboard.url}/dashboard/sync`)
    await expect(page.getByText('You look after NY-2.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Run/ })).toHaveCount(0)
    await expect(page.getByText('colleagues who look after all of them run it')).toBeVisible()
    await expect(page.getByText('Ready to run', { exact: true })).toBeVisible()
    await expect(page.getByText('The numbers are of NY-2.')).toBeVisible()
    await expectAccessible(page)
    await takeScreenshots(page, 'limited-users')('sync')

    await page.getByRole('link', { name: /^Import of/ }).click()
    await expect(page.getByRole('heading', { name: 'Import', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /NY-2/ })).toBeVisible()
    await expect(page.getByText(/NY-1\b/)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^(Go back|Import these|Review)/ })).toHaveCount(
      0,
    )
    await expectAccessible(page)
    await takeScreenshots(page, 'limited-users')('import')
    await page.getByRole('link', { name: 'Open circuit NY-2' }).click()
    await expect(page).toHaveURL(/\/dashboard\/circuits\/NY-2$/)

    await page.goto(`${dashboard.url}/dashboard/circuits/NY-1`)
    await expect(page.getByRole('main')).toContainText(/no circuit|not found|not there/i)
  })
})
