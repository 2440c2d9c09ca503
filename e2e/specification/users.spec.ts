import { expect, type Page } from '@playwright/test'
import { test } from '../reused-page.ts'
import { says } from './says.ts'
import { startWorld, toast } from './world.ts'

/** The user management. */

const row = (page: Page, username: string) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: username, exact: true }) })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function openAction(page: Page, username: string, action: string) {
  await row(page, username)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

const world = startWorld('empty')

test('the states of the list', async ({ page }) => {
  await says(
    "States: 'Loading users...', 'Failed to load users', 'No users found. Create your first user to get started.'",
    async () => {
      const { promise: held, resolve: answer } = Promise.withResolvers<void>()
      await page.route('**/api/users', async (route) => {
        await held
        await route.fulfill({ status: 500, json: {} })
      })
      await world.open(page, '/admin/users')
      await expect(page.getByText('Loading users...', { exact: true })).toBeVisible()
      answer()
      await expect(page.getByText('Failed to load users', { exact: true })).toBeVisible()
      await page.unroute('**/api/users')
      await page.route('**/api/users', (route) => route.fulfill({ json: { users: [] } }))
      await page.reload()
      await expect(
        page.getByText('No users found. Create your first user to get started.', {
          exact: true,
        }),
      ).toBeVisible()
      await expect(page.getByRole('button', { name: 'Add User' }).first()).toBeVisible()
    },
  )
})

test('the list and its dialogs', async ({ page }) => {
  await world.open(page, '/admin/users')
  await says(
    "Table columns: Full Name, Username, Role, Status, Created (like 'Jan 5, 2025'), Actions.",
    async () => {
      await expect(page.getByRole('columnheader')).toHaveText([
        'Full Name',
        'Username',
        'Role',
        'Status',
        'Created',
        'Actions',
      ])
      const cells = row(page, 'mia').getByRole('cell')
      await expect(cells).toContainText(['Mia Ortega', 'mia', 'User', 'Active', /\d{4}/, ''])
      await expect(cells.nth(4)).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}/)
      await expect(row(page, 'ina')).toContainText('Inactive')
    },
  )
  await says("'Add User' opens 'Create New User'.", async () => {
    await page.getByRole('button', { name: 'Add User' }).click()
    const form = dialog(page, 'Create New User')
    await form.getByLabel('First Name').fill('Noa')
    await form.getByLabel('Last Name').fill('Berg')
    await form.getByLabel('Username').fill('noa')
    await form.getByLabel('Password', { exact: true }).fill('a')
    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(toast(page, 'User Created')).toBeVisible()
    await expect(row(page, 'noa')).toBeVisible()
  })
  await says(
    "Row action menu: 'Edit User' (dialog 'Edit User', includes a switch 'Active User: User can log in and access the system')",
    async () => {
      await openAction(page, 'noa', 'Edit User')
      const form = dialog(page, 'Edit User')
      await expect(form.getByRole('switch', { name: 'Active User' })).toBeChecked()
      await expect(form.getByText('Active User', { exact: true })).toBeVisible()
      await expect(form.getByText('User can log in and access the system')).toBeVisible()
    },
  )
  await says('User isActive: active or inactive, editable in the edit form.', async () => {
    const form = dialog(page, 'Edit User')
    await form.getByRole('switch', { name: 'Active User' }).click()
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page, 'User Updated')).toBeVisible()
    await expect(row(page, 'noa')).toContainText('Inactive')
  })
  await says(
    "and 'Reset Password' (dialog 'Change Password', admin mode with only a new password, for that user id and username).",
    async () => {
      await openAction(page, 'noa', 'Reset Password')
      const form = dialog(page, 'Change Password')
      await expect(form.getByText(/\bnoa\b/)).toBeVisible()
      const fields = form.locator('input[type=password]')
      await expect(fields).toHaveCount(1)
      await fields.fill('a new one')
      const called = page.waitForRequest(/\/api\/users\/[^/]+\/password$/)
      await form.getByRole('button', { name: 'Change Password' }).click()
      expect((await called).postDataJSON()).toMatchObject({ newPassword: 'a new one' })
      await expect(toast(page, 'Password Changed')).toBeVisible()
    },
  )
  await says(
    "A delete button asks 'Are you sure you want to delete user' followed by the username in quotes and a question mark.",
    async () => {
      await row(page, 'noa')
        .getByRole('button', { name: /^Delete/ })
        .click()
      await expect(
        page.getByText('Are you sure you want to delete user "noa"?', { exact: true }),
      ).toBeVisible()
    },
  )
  await says(
    'Administration: manage user accounts, view and control monitoring and auto-sync, and customise the logo and colours.',
    async () => {
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Delete/ })
        .click()
      await expect(toast(page, 'User Deleted')).toBeVisible()
      await expect(row(page, 'noa')).toHaveCount(0)
    },
  )
})
