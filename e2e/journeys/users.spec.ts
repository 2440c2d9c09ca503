import { expect, type Locator, type Page } from '@playwright/test'
import { createAccount } from '../accounts.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * User management as people see it: the dialogs, where the focus goes, and the keyboard. What each change does and says
 * is in web/test/pages/users.page.test.tsx.
 */

const dashboard = ownDashboard()

const open = (page: Page) => openSignedIn(page, dashboard, '/admin/users')
const toast = (page: Page, title: string) => page.getByText(title, { exact: true })
async function choose(page: Page, username: string, item: 'Edit User' | 'Reset Password') {
  await page.getByRole('button', { name: `Actions for ${username}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function expectFocusReturns(page: Page, dialog: Locator, opener: Locator) {
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

test('adds a user', async ({ page }) => {
  await open(page)
  const addUser = page.getByRole('button', { name: 'Add User' })
  await addUser.click()
  const dialog = page.getByRole('dialog', { name: 'Create New User' })
  await expect(dialog.getByLabel('First Name')).toBeFocused()
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await expect(dialog.getByText('Username is required', { exact: true })).toBeVisible()
  await expectFocusReturns(page, dialog, addUser)

  await addUser.click()
  await dialog.getByLabel('First Name').fill('Gina')
  await dialog.getByLabel('Last Name').fill('Given')
  await dialog.getByLabel('Username').fill('ADMIN')
  await dialog.getByRole('button', { name: 'Generate password' }).click()
  const password = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await expect(dialog.getByRole('alert').getByText('Username is already taken')).toBeVisible()
  await dialog.getByLabel('Username').fill('gina')
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await expect(toast(page, 'User Created')).toBeVisible()

  await openSignedIn(page, dashboard, '/dashboard/reports', { username: 'gina', password })
  await expect(page.getByText('Your password was set for you.')).toBeVisible()
  await page.getByRole('link', { name: 'Change it' }).click()
  await expect(page.getByText('Choose a password of your own')).toBeVisible()
})

test('edits a user, sets a password by keyboard, and deletes the account', async ({ page }) => {
  await createAccount(dashboard, { username: 'mia', password: 'secret no 1' })
  await open(page)
  const menu = page.getByRole('button', { name: 'Actions for mia' })
  await choose(page, 'mia', 'Edit User')
  const edit = page.getByRole('dialog', { name: 'Edit User' })
  await expect(edit.getByLabel('Username')).toHaveValue('mia')
  await expectFocusReturns(page, edit, menu)
  await choose(page, 'mia', 'Edit User')
  await page.keyboard.press('Escape')

  await choose(page, 'mia', 'Reset Password')
  const reset = page.getByRole('dialog', { name: 'Change Password' })
  await expect(reset.getByLabel('New Password')).toBeFocused()
  await reset.getByLabel('New Password').fill('short')
  await page.keyboard.press('Enter')
  await expect(reset.getByText('Password must be at least 6 characters')).toBeVisible()
  await reset.getByLabel('New Password').fill('password123')
  await expect(reset.getByText('This is one of the most used passwords')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Password Changed')).toBeVisible()

  const remove = page.getByRole('button', { name: 'Delete mia' })
  await remove.click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectFocusReturns(page, question, remove)
  await remove.click()
})
