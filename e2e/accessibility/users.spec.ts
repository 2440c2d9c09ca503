import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createToken } from '@dashboard/contract/access-tokens'
import { createUser } from '@dashboard/contract/accounts'
import { expect, type Page } from '@playwright/test'
import { expectStateAccessible } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { answerUsers, madeUpUser } from '../crowded-users.ts'
import { goInApp } from '../in-app.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** User management, and the pages of users whom an administrator has invited, limited or given a password. */

const publicUrl = 'https://dashboard.example.org'
const dashboard = ownDashboard(
  {
    PUBLIC_URL: publicUrl,
    // Nothing is sent here.
    SMTP_URL: 'smtp://127.0.0.1:9',
    SMTP_FROM: 'dashboard@example.org',
  },
  { synced: 'reports' },
)

const open = (page: Page, user?: { username: string; password: string }) =>
  openSignedIn(page, dashboard, '/admin/users', user)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

type Action = 'Edit User' | 'Reset Password' | 'Password Link' | 'Access Tokens'
async function choose(page: Page, username: string, item: Action) {
  await button(page, `Actions for ${username}`).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('the list of users', async ({ page }) => {
  await answerUsers(page, [])
  await open(page)
  await expect(page.getByText(/^No users found\./)).toBeVisible()
  await expectStateAccessible(page, 'no users')

  const long = 'W'.repeat(80)
  const [first, ...others] = Array.from({ length: 500 }, (_, index) => madeUpUser(index))
  if (!first) throw new Error('500 users are there')
  const named = { ...first, username: long, firstName: long, lastName: long }
  await answerUsers(page, [named, ...others])
  await page.reload()
  await expect(page.getByText('500 users', { exact: true })).toBeVisible()
  await expectStateAccessible(page, '500 users, one with names of 80 characters')
  await choose(page, long, 'Reset Password')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectStateAccessible(page, 'a new password for the user with long names')
  await page.keyboard.press('Escape')
  await button(page, `Delete ${long}`).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectStateAccessible(page, 'the question before the user with long names is deleted')
})

test('what an administrator does with users', async ({ page }) => {
  const picture = takeScreenshots(page, 'users')
  const mia = { username: 'mia', password: 'secret no 1' }
  await createAccount(dashboard, mia)
  await createAccount(dashboard, { username: 'idle', password: 'secret no 1', isActive: false })
  const token = { name: 'Nightly sync', access: 'write', days: 90 }
  await (await signInByApi(dashboard, mia)).call(createToken, { body: token })
  const own = { username: 'own', password: 'secret no 1', role: 'admin' as const }
  await createAccount(dashboard, own)
  const dialog = page.getByRole('dialog')
  await open(page, own)
  await expect(button(page, 'Actions for idle')).toBeVisible()
  await expectStateAccessible(page, 'a user of each role and status')
  await picture('list')

  await button(page, 'Add User').click()
  await button(page, 'Create User').click()
  await expect(dialog.getByText('Username is required', { exact: true })).toBeVisible()
  await expectStateAccessible(page, 'a new user without a name')
  await picture('create')
  await dialog.getByLabel('First Name').fill('Gina')
  await dialog.getByLabel('Last Name').fill('Given')
  await dialog.getByLabel('Username').fill('ADMIN')
  await button(page, 'Generate password').click()
  await button(page, 'Create User').click()
  await expect(dialog.getByRole('alert').getByText('Username is already taken')).toBeVisible()
  await expectStateAccessible(page, 'a new user whose name is taken, with a generated password')
  await picture('generated')
  await page.keyboard.press('Escape')

  await choose(page, 'mia', 'Edit User')
  await expect(dialog.getByLabel('Username')).toHaveValue('mia')
  await picture('edit')
  await dialog.getByLabel('Looks after').selectOption('Chosen circuits')
  await dialog.getByLabel('Search circuits').fill('NY-2')
  await dialog.getByRole('checkbox', { name: 'NY-2', exact: true }).check()
  await expectStateAccessible(page, 'limiting a user')
  await takeScreenshots(page, 'limited-users')('dialog')
  await page.keyboard.press('Escape')
  await choose(page, 'mia', 'Reset Password')
  await dialog.getByLabel('New Password').fill('password123')
  await expect(dialog.getByText('This is one of the most used passwords')).toBeVisible()
  await expectStateAccessible(page, 'a new password that many use')
  await page.keyboard.press('Escape')
  await button(page, 'Delete mia').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await picture('delete')
  await page.keyboard.press('Escape')
  await choose(page, 'mia', 'Access Tokens')
  await expect(page.getByRole('list', { name: 'Access tokens' })).toContainText('Nightly sync')
  await expectStateAccessible(page, 'the access tokens of a user')
  await takeScreenshots(page, 'access-tokens')('of-a-user')
  await page.keyboard.press('Escape')

  const database = new DatabaseSync(join(dashboard.dataDir, 'dashboard.db'), { timeout: 5_000 })
  const past = new Date(Date.now() - 11 * 60_000).toISOString()
  database.prepare('update sessions set createdAt = ?, confirmedAt = ?').run(past, past)
  database.close()
  await choose(page, 'own', 'Reset Password')
  await dialog.getByLabel('New Password').fill('a new secret')
  await dialog.getByLabel('Current Password').fill('not mine')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible()
  await expectStateAccessible(page, 'one’s own new password, long after the sign-in')
})

test('links for users without a password', async ({ page }) => {
  const picture = takeScreenshots(page, 'links')
  const dialog = page.getByRole('dialog')
  await open(page)
  await button(page, 'Invite User').click()
  await dialog.getByLabel('First Name').fill('Ina')
  await dialog.getByLabel('Last Name').fill('Ortega')
  await dialog.getByLabel('Username').fill('ina')
  await expect(dialog.getByLabel('E-mail Address')).toBeVisible()
  await expectStateAccessible(page, 'an invitation')
  await dialog.getByRole('button', { name: 'Invite User' }).click()
  await expect(dialog).toContainText('The link for @ina is ready.')
  await expectStateAccessible(page, 'the link is ready')
  await picture('made')
  const link = (await dialog.locator('code').textContent())?.replace(publicUrl, dashboard.url) ?? ''
  await button(page, 'Done').click()
  await expect(page.getByText('Invited, no password yet')).toBeVisible()
  await expectStateAccessible(page, 'a user who was invited')
  await expectStateAccessible(page, 'the menu of a user', async () => {
    await page.keyboard.press('Escape')
    await button(page, 'Actions for ina').click()
    await expect(page.getByRole('menuitem', { name: 'Edit User' })).toBeVisible()
  })
  await page.keyboard.press('Escape')
  await choose(page, 'ina', 'Password Link')
  await expect(dialog.getByLabel('E-mail Address')).toBeVisible()
  await expectStateAccessible(page, 'a link to a new password')

  await page.evaluate('localStorage.clear()')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Welcome, Ina' })).toBeVisible()
  await page.getByLabel('New Password').fill('password1')
  await expect(page.getByText('one of the most used passwords')).toBeVisible()
  await expectStateAccessible(page, 'a link that was opened')
  await picture('opened')
  await page.getByLabel('New Password').fill('a fine new day')
  await button(page, 'Save and Log In').click()
  await expect(page).toHaveURL(/\/dashboard\/reports$/)
  await page.evaluate('localStorage.clear()')
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('This link was used, has expired')
  await expectStateAccessible(page, 'a link that was used')
  await picture('used')
})

test('a user who is limited to a circuit, and whose password was set', async ({ page }) => {
  const picture = takeScreenshots(page, 'limited-users')
  const user = { username: 'lim', password: 'open sesame' }
  const names = { firstName: 'Mia', lastName: 'Ortega' }
  await (await signInByApi(dashboard)).call(createUser, {
    body: { ...user, ...names, circuits: ['NY-2'], mustChangePassword: true },
  })
  await openSignedIn(page, dashboard, '/dashboard/reports', user)
  await expect(page.getByText('Your password was set for you.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Download Center' })).toContainText('NY-2')
  await expectStateAccessible(page, 'the reports')
  await goInApp(page, '/dashboard/sync')
  await expect(page.getByText('You look after NY-2.')).toBeVisible()
  await expect(page.getByText('The numbers are of NY-2.')).toBeVisible()
  await expectStateAccessible(page, 'the sync page')
  await picture('sync')
  await page.getByRole('link', { name: /^Import of/ }).click()
  await expect(page.getByRole('button', { name: /NY-2/ })).toBeVisible()
  await expectStateAccessible(page, 'an import')
  await picture('import')
  await goInApp(page, '/admin')
  await expect(page.getByText(/^Access Denied/)).toBeVisible()
  await expectStateAccessible(page, 'the settings are refused')
  await takeScreenshots(page, 'settings')('access-denied')
  await goInApp(page, '/profile#security')
  await expect(page.getByText('Choose a password of your own')).toBeVisible()
  await expectStateAccessible(page, 'the profile asks for a password of one’s own')
  await takeScreenshots(page, 'profile')('password-due')
})
