import { listUsers, type User } from '@dashboard/contract/accounts'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible, widths } from '../accessibility.ts'
import { createAccount, createAccountWith } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { type Dashboard, startDashboard } from '../dashboard.ts'
import { openSignedIn } from '../sign-in.ts'

/** User management: the list in every state, and each change of an account. */

let dashboard: Dashboard

test.beforeAll(async () => {
  dashboard = await startDashboard()
})

test.afterAll(async () => {
  await dashboard.stop()
})

const open = (page: Page) => openSignedIn(page, dashboard, '/admin/users')
const toast = (page: Page, title: string) => page.getByText(title, { exact: true })
const row = (page: Page, username: string) =>
  page.getByRole('row').filter({ has: page.getByText(username, { exact: true }) })

async function choose(page: Page, username: string, item: 'Edit User' | 'Reset Password') {
  await page.getByRole('button', { name: `Actions for ${username}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function expectFocusReturns(page: Page, dialog: Locator, opener: Locator) {
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

function madeUpUser(index: number): User {
  const at = new Date(Date.UTC(2025, 0, 5 + index, 12)).toISOString()
  return {
    id: `id-${index}`,
    username: `user${index}`,
    firstName: 'Nadia',
    lastName: `Number ${index}`,
    role: 'user',
    isActive: index % 7 !== 0,
    createdAt: at,
    updatedAt: at,
  }
}

async function answerUsers(page: Page, users: readonly User[]) {
  await page.route('**/api/users', (route) => route.fulfill({ json: { users } }))
}

test('the table has every column', async ({ page }) => {
  await createAccount(dashboard, { username: 'jdoe', password: 'secret1', role: 'admin' })
  await createAccount(dashboard, { username: 'idle', password: 'secret1', isActive: false })
  await open(page)
  const table = page.getByRole('table', { name: 'Users' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Full Name',
    'Username',
    'Role',
    'Status',
    'Created',
    'Actions',
  ])
  const cells = row(page, 'jdoe').getByRole('cell')
  await expect(cells.nth(0)).toHaveText('Mia Ortega')
  await expect(cells.nth(2)).toHaveText('Admin')
  await expect(cells.nth(3)).toHaveText('Active')
  await expect(cells.nth(4)).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
  await expect(row(page, 'idle').getByRole('cell').nth(3)).toHaveText('Inactive')
  await expectAccessible(page)
})

test('dates are Eastern days, like Jan 5, 2025', async ({ page }) => {
  await answerUsers(page, [{ ...madeUpUser(0), createdAt: '2025-01-06T03:00:00Z' }])
  await open(page)
  await expect(row(page, 'user0').getByRole('cell').nth(4)).toHaveText('Jan 5, 2025')
})

for (const width of widths) {
  test(`loading, failed and empty, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/users', async (route) => {
      await isAnswered
      await route.fulfill({ status: 503, json: { message: 'The database is busy. Try again.' } })
    })
    await open(page)
    await expect(page.getByText('Loading users...')).toBeVisible()
    await expectAccessible(page)
    answer()
    await expect(page.getByText('Failed to load users', { exact: true })).toBeVisible()
    await expect(page.getByText('The database is busy. Try again.')).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/api/users')
    await answerUsers(page, [])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(
      page.getByText('No users found. Create your first user to get started.', { exact: true }),
    ).toBeVisible()
    await expectAccessible(page)
  })

  test(`creates a user, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
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

  test(`500 users scroll and can be searched, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await answerUsers(
      page,
      Array.from({ length: 500 }, (_, index) => madeUpUser(index)),
    )
    await open(page)
    await expect(page.getByText('500 users', { exact: true })).toBeVisible()
    await expect(page.getByText('user499')).toHaveCount(0)
    const drawn = page.getByRole('button', { name: /^Actions for/ })
    expect(await drawn.count()).toBeLessThan(60)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(page.getByText('Nadia Number 499')).toBeInViewport()
    await expectAccessible(page)
    await page.getByRole('searchbox', { name: 'Search users' }).fill('NUMBER 37')
    await expect(page.getByText('11 of 500 users', { exact: true })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody')
    await expect(page.getByText('Nobody matches "nobody".')).toBeVisible()
  })

  test(`names of 80 characters stay inside, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const long = 'W'.repeat(80)
    await answerUsers(page, [
      { ...madeUpUser(0), username: long, firstName: long, lastName: long },
      madeUpUser(1),
    ])
    await open(page)
    await expect(page.getByText('Number 1')).toBeVisible()
    await expectAccessible(page)
    await choose(page, long, 'Reset Password')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Delete ${long}` }).click()
    await expectAccessible(page)
  })
}

test('cards on a phone say what the table says', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await answerUsers(page, [{ ...madeUpUser(0), isActive: false }])
  await open(page)
  const card = page.getByRole('list', { name: 'Users' }).getByRole('listitem')
  for (const text of ['Nadia Number 0', '@user0', 'User', 'Inactive', 'Created Jan 5, 2025']) {
    await expect(card.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(card.getByRole('button', { name: 'Actions for user0' })).toBeVisible()
  await expectAccessible(page)
})

test('edits a user and switches the account off', async ({ page }) => {
  const user = await createAccount(dashboard, { username: 'edit-me', password: 'secret1' })
  const theirs = await signInByApi(dashboard, user)
  await open(page)
  const menu = page.getByRole('button', { name: 'Actions for edit-me' })
  await menu.click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await choose(page, 'edit-me', 'Edit User')
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  await expect(dialog.getByLabel('Username')).toHaveValue('edit-me')
  await expect(dialog.getByLabel('Password')).toHaveCount(0)
  await expectAccessible(page)
  await expectFocusReturns(page, dialog, menu)

  await choose(page, 'edit-me', 'Edit User')
  await dialog.getByLabel('Last Name').fill('')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Last name is required', { exact: true })).toBeVisible()
  await dialog.getByLabel('Last Name').fill('Meyer')
  await dialog.getByLabel('Username').fill('admin')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByRole('alert').getByText('Username is already taken')).toBeVisible()
  await expect(toast(page, 'Update Failed')).toBeVisible()
  await dialog.getByLabel('Username').fill('edit-me')
  await dialog.getByRole('switch', { name: 'Active User' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'User Updated')).toBeVisible()
  await expect(row(page, 'edit-me')).toContainText('Mia Meyer')
  await expect(row(page, 'edit-me')).toContainText('Inactive')
  await expect(menu).toBeFocused()
  expect((await theirs.call(listUsers)).status).toBe(401)
})

test('resets a password without asking for the old one', async ({ page }) => {
  await createAccount(dashboard, { username: 'forgot', password: 'secret1' })
  await open(page)
  await choose(page, 'forgot', 'Reset Password')
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  await expect(dialog.getByText('@forgot')).toBeVisible()
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
  await page.unroute('**/api/users/*/password')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Password Changed')).toBeVisible()
  await expect(dialog).toBeHidden()
  const { token } = await signInByApi(dashboard, { username: 'forgot', password: 'a new secret' })
  expect(token).toBeTruthy()
})

test('deletes a user after asking', async ({ page }) => {
  await createAccount(dashboard, { username: 'leaver', password: 'secret1' })
  await open(page)
  const remove = page.getByRole('button', { name: 'Delete leaver' })
  await remove.click()
  const dialog = page.getByRole('alertdialog')
  await expect(
    dialog.getByText('Are you sure you want to delete user "leaver"?', { exact: true }),
  ).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await expectFocusReturns(page, dialog, remove)

  await page.route('**/api/users/*', (route) =>
    route.fulfill({
      status: 400,
      json: { message: 'At least one active administrator must remain.' },
    }),
  )
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete user' }).click()
  await expect(toast(page, 'Delete Failed')).toBeVisible()
  await expect(
    page.getByText('At least one active administrator must remain.', { exact: true }),
  ).toBeVisible()
  await page.unroute('**/api/users/*')

  await remove.click()
  await dialog.getByRole('button', { name: 'Delete user' }).click()
  await expect(toast(page, 'User Deleted')).toBeVisible()
  await expect(row(page, 'leaver')).toHaveCount(0)
})

test('nobody takes the ground from under their own feet', async ({ page }) => {
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
})

test('sees what another administrator did since the last visit', async ({ page }) => {
  await open(page)
  await expect(row(page, 'admin')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Settings' }).click()
  await createAccountWith(await signInByApi(dashboard), { username: 'late', password: 'x' })
  await page.getByRole('link', { name: 'User Management', exact: true }).click()
  await expect(row(page, 'late')).toBeVisible()
})
