import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { listUsers } from '@dashboard/contract/accounts'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** User management: each change of an account, its dialogs, toasts and refusals. */

const dashboard = ownDashboard()

const open = (page: Page) => openSignedIn(page, dashboard, '/admin/users')
const toast = (page: Page, title: string) => page.getByText(title, { exact: true })
/** Finds a row of the table, or a card on a phone, where the username begins with an at sign. */
const row = (page: Page, username: string) =>
  page.locator('tr, li').filter({ has: page.getByText(new RegExp(`^@?${username}$`)) })

/** Types the name into the search, because rows out of view are not in the document. */
const find = (page: Page, username: string) =>
  page.getByRole('searchbox', { name: 'Search users' }).fill(username)

async function choose(page: Page, username: string, item: 'Edit User' | 'Reset Password') {
  await page.getByRole('button', { name: `Actions for ${username}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function expectFocusReturns(page: Page, dialog: Locator, opener: Locator) {
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

onEachScreen((width) => {
  test('creates a user', async ({ page }) => {
    const username = `new${width}`
    await open(page)
    const addUser = page.getByRole('button', { name: 'Add User' })
    await addUser.click()
    const dialog = page.getByRole('dialog', { name: 'Create New User' })
    await expect(dialog.getByLabel('First Name')).toBeFocused()
    await expect(dialog.getByRole('switch', { name: 'Active User' })).toBeChecked()
    await expect(dialog.getByText('User can log in and access the system')).toBeVisible()
    await dialog.getByRole('button', { name: 'Create User' }).click()
    for (const text of [
      'Username is required',
      'First name is required',
      'Last name is required',
      'Password is required',
    ]) {
      await expect(dialog.getByText(text, { exact: true })).toBeVisible()
    }
    await expectAccessible(page)
    await takeScreenshots(page, 'users')('create')
    await expectFocusReturns(page, dialog, addUser)

    await addUser.click()
    await expect(dialog.getByText('Username is required')).toHaveCount(0)
    await dialog.getByLabel('First Name').fill('Æsa')
    await dialog.getByLabel('Last Name').fill('Þórsdóttir')
    await dialog.getByLabel('Username').fill('ADMIN')
    await dialog.getByLabel('Password', { exact: true }).fill('p')
    await dialog.getByLabel('Role').selectOption('Admin')
    await dialog.getByRole('button', { name: 'Create User' }).click()
    await expect(dialog.getByRole('alert').getByText('Username is already taken')).toBeVisible()
    await expect(toast(page, 'Error')).toBeVisible()
    await expectAccessible(page)

    await dialog.getByLabel('Username').fill(username)
    await dialog.getByRole('button', { name: 'Create User' }).click()
    await expect(toast(page, 'User Created')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Æsa Þórsdóttir').first()).toBeVisible()
    const { users } = (await (await signInByApi(dashboard)).call(listUsers)).body
    expect(users.find((user) => user.username === username)).toMatchObject({
      firstName: 'Æsa',
      role: 'admin',
      isActive: true,
    })
    await signInByApi(dashboard, { username, password: 'p' })
  })
})

onEachScreen((width) => {
  test('gives a generated password, which its user is asked to change', async ({ page }) => {
    const username = `given${width}`
    await open(page)
    await page.getByRole('button', { name: 'Add User' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create New User' })
    await dialog.getByLabel('First Name').fill('Gina')
    await dialog.getByLabel('Last Name').fill('Given')
    await dialog.getByLabel('Username').fill(username)
    const mustChange = dialog.getByRole('switch', { name: 'Ask for a change' })
    await expect(mustChange).not.toBeChecked()
    await dialog.getByRole('button', { name: 'Generate password' }).click()
    await expect(mustChange).toBeChecked()
    const password = (await dialog.locator('code').textContent()) ?? ''
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue(password)
    await expectAccessible(page)
    await takeScreenshots(page, 'users')('generated')
    await dialog.getByRole('button', { name: 'Create User' }).click()
    await expect(row(page, username)).toContainText('New password due')
    await page.getByRole('button', { name: 'Add User' }).click()
    await expect(dialog.locator('code')).toHaveCount(0)

    await openSignedIn(page, dashboard, '/dashboard/reports', { username, password })
    await expect(page.getByText('Your password was set for you.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Choose one of your own' }).click()
    await expect(page.getByRole('tab', { name: 'Security' })).toHaveAttribute(
      'data-state',
      'active',
    )
    await expect(page.getByText('Choose a password of your own')).toBeVisible()
    await expectAccessible(page)
    await takeScreenshots(page, 'profile')('password-due')
    await page.getByLabel('Current Password', { exact: true }).fill(password)
    await page.getByLabel('New Password', { exact: true }).fill('of my own')
    await page.getByLabel('Confirm New Password', { exact: true }).fill('of my own')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(toast(page, 'Password Changed')).toBeVisible()
    await expect(page.getByText('Choose a password of your own')).toHaveCount(0)
    await page.goto(`${dashboard.url}/dashboard/reports`)
    await expect(page.getByRole('heading', { name: 'Reports', exact: true })).toBeVisible()
    await expect(page.getByText('Your password was set for you.')).toHaveCount(0)
  })
})

onEachScreen((width) => {
  test('edits a user and switches the account off', async ({ page }) => {
    const username = `edit-me-${width}`
    const user = await createAccount(dashboard, { username, password: 'secret no 1' })
    const theirs = await signInByApi(dashboard, user)
    await open(page)
    await find(page, username)
    const menu = page.getByRole('button', { name: `Actions for ${username}` })
    await menu.click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await choose(page, username, 'Edit User')
    const dialog = page.getByRole('dialog', { name: 'Edit User' })
    await expect(dialog.getByLabel('Username')).toHaveValue(username)
    await expect(dialog.getByLabel('Password')).toHaveCount(0)
    await expectAccessible(page)
    await expectFocusReturns(page, dialog, menu)
    await choose(page, username, 'Edit User')
    await takeScreenshots(page, 'users')('edit')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    await choose(page, username, 'Edit User')
    await dialog.getByLabel('Last Name').fill('')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog.getByText('Last name is required', { exact: true })).toBeVisible()
    await dialog.getByLabel('Last Name').fill('Meyer')
    await dialog.getByLabel('Username').fill('admin')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog.getByRole('alert').getByText('Username is already taken')).toBeVisible()
    await expect(toast(page, 'Update Failed')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Username').fill(username)
    await dialog.getByRole('switch', { name: 'Active User' }).click()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page, 'User Updated')).toBeVisible()
    await expect(row(page, username)).toContainText('Mia Meyer')
    await expect(row(page, username)).toContainText('Inactive')
    await expect(menu).toBeFocused()
    expect((await theirs.call(listUsers)).status).toBe(401)
  })

  test('warns of a password that everybody uses, and takes it', async ({ page }) => {
    const username = `usual-${width}`
    await createAccount(dashboard, { username, password: '1' })
    await open(page)
    await find(page, username)
    await choose(page, username, 'Reset Password')
    const dialog = page.getByRole('dialog', { name: 'Change Password' })
    const warning = dialog.getByText('This is one of the most used passwords')
    await dialog.getByLabel('New Password').fill('password123')
    await expect(warning).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('New Password').fill('password1234567')
    await expect(warning).toHaveCount(0)
    await dialog.getByLabel('New Password').fill('123456')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Password Changed')).toBeVisible()
  })

  test('asks for the current password beside one’s own new one, long after the sign-in', async ({
    page,
  }) => {
    const username = `own-${width}`
    const user = { username, password: 'secret no 1', role: 'admin' as const }
    const account = await createAccount(dashboard, user)
    await openSignedIn(page, dashboard, '/admin/users', account)
    await find(page, username)
    await choose(page, username, 'Reset Password')
    const dialog = page.getByRole('dialog', { name: 'Change Password' })
    await expect(dialog.getByLabel('New Password')).toBeFocused()
    await expect(dialog.getByLabel('Current Password')).toHaveCount(0)
    await page.keyboard.press('Escape')

    const database = new DatabaseSync(join(dashboard.dataDir, 'dashboard.db'), { timeout: 5_000 })
    const past = new Date(Date.now() - 11 * 60_000).toISOString()
    database.prepare('update sessions set createdAt = ?, confirmedAt = ?').run(past, past)
    database.close()
    await choose(page, username, 'Reset Password')
    await dialog.getByLabel('New Password').fill('a new secret')
    await dialog.getByLabel('Current Password').fill('not mine')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Current password is incorrect')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Current Password').fill('secret no 1')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Password Changed')).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  test('resets a password without asking for the old one', async ({ page }) => {
    const username = `forgot-${width}`
    await createAccount(dashboard, { username, password: 'secret no 1' })
    await open(page)
    await find(page, username)
    await choose(page, username, 'Reset Password')
    const dialog = page.getByRole('dialog', { name: 'Change Password' })
    await expect(dialog.getByText(`@${username}`)).toBeVisible()
    await expect(dialog.getByLabel('Current Password')).toHaveCount(0)
    await expect(dialog.getByLabel('New Password')).toBeFocused()
    await dialog.getByLabel('New Password').fill('short')
    await page.keyboard.press('Enter')
    await expect(
      dialog.getByText('Password must be at least 6 characters', { exact: true }),
    ).toBeVisible()
    await expectAccessible(page)

    await page.route('**/api/users/*/password', (route) =>
      route.fulfill({ status: 500, json: { message: 'It went wrong. Try again.' } }),
    )
    await dialog.getByLabel('New Password').fill('a new secret')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Error')).toBeVisible()
    await expect(dialog.getByRole('alert').getByText('It went wrong. Try again.')).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/api/users/*/password')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Password Changed')).toBeVisible()
    await expect(dialog).toBeHidden()
    const { token } = await signInByApi(dashboard, { username, password: 'a new secret' })
    expect(token).toBeTruthy()
  })

  test('deletes a user after asking', async ({ page }) => {
    const username = `leaver-${width}`
    await createAccount(dashboard, { username, password: 'secret no 1' })
    await open(page)
    const remove = page.getByRole('button', { name: `Delete ${username}` })
    await remove.click()
    const dialog = page.getByRole('alertdialog')
    await expect(
      dialog.getByText(`Are you sure you want to delete user "${username}"?`, { exact: true }),
    ).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page)
    await expectFocusReturns(page, dialog, remove)
    await remove.click()
    await takeScreenshots(page, 'users')('delete')
    await page.keyboard.press('Escape')

    await page.route('**/api/users/*', (route) =>
      route.fulfill({
        status: 400,
        json: { message: 'You cannot delete your own account.' },
      }),
    )
    await remove.click()
    await dialog.getByRole('button', { name: 'Delete user' }).click()
    await expect(toast(page, 'Delete Failed')).toBeVisible()
    await expectAccessible(page)
    await expect(
      page.getByText('You cannot delete your own account.', { exact: true }),
    ).toBeVisible()
    await page.unroute('**/api/users/*')

    await remove.click()
    await dialog.getByRole('button', { name: 'Delete user' }).click()
    await expect(toast(page, 'User Deleted')).toBeVisible()
    await expect(row(page, username)).toHaveCount(0)
  })

  test('nobody can delete, demote or deactivate themselves', async ({ page }) => {
    await open(page)
    const ownDelete = row(page, 'admin').getByRole('button', {
      name: 'You cannot delete your own account',
    })
    await ownDelete.click({ force: true })
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await choose(page, 'admin', 'Edit User')
    const dialog = page.getByRole('dialog', { name: 'Edit User' })
    await expect(dialog.getByLabel('Role')).toBeDisabled()
    await expect(dialog.getByRole('switch', { name: 'Active User' })).toBeDisabled()
    await expectAccessible(page)
    await dialog.getByLabel('First Name').fill(`Grace${width}`)
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page, 'User Updated')).toBeVisible()
    await expect(page.getByRole('button', { name: `user menu of Grace${width}` })).toBeVisible()
  })
})
