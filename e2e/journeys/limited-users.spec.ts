import { expect } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * Users who are limited to some circuits, as people see it (docs/behavior.md#limited-users). What their pages show and
 * leave out is in web/test/pages/limited-users.page.test.tsx.
 */

const dashboard = ownDashboard({}, { synced: 'reports' })

onEachScreen((width) => {
  test('an administrator limits a user, whose pages then have less', async ({ page }) => {
    const shot = takeScreenshots(page, 'limited-users')
    const user = { username: `lim${width}`, password: 'open sesame' }
    await createAccount(dashboard, user)
    await openSignedIn(page, dashboard, '/admin/users')
    await page.getByRole('button', { name: `Actions for ${user.username}` }).click()
    await page.getByRole('menuitem', { name: 'Edit User' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit User' })
    await dialog.getByLabel('Looks after').selectOption('Chosen circuits')
    await dialog.getByLabel('Search circuits').fill('NY-2')
    await dialog.getByRole('checkbox', { name: 'NY-2', exact: true }).check()
    await expectAccessible(page)
    await shot('dialog')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('User Updated', { exact: true })).toBeVisible()
    await shot('list')

    await openSignedIn(page, dashboard, '/dashboard/reports', user)
    const choices = page.getByRole('group', { name: 'Circuits', exact: true })
    await expect(choices.getByRole('checkbox')).toHaveCount(1)
    await expect(page.getByRole('region', { name: 'Download Center' })).toContainText('NY-2')
    await expectAccessible(page)
    await page.goto(`${dashboard.url}/dashboard/sync`)
    await expect(page.getByText('You look after NY-2.')).toBeVisible()
    await expect(page.getByText('The numbers are of NY-2.')).toBeVisible()
    await expectAccessible(page)
    await shot('sync')
    await page.getByRole('link', { name: /^Import of/ }).click()
    await expect(page.getByRole('button', { name: /NY-2/ })).toBeVisible()
    await expectAccessible(page)
    await shot('import')
  })
})
