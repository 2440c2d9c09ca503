import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { createAccount, createAccountWith } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { answerUsers, madeUpUser } from '../crowded-users.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen, phone } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The list of users in every state: as a table, as cards, empty, failed, crowded. */

const dashboard = ownDashboard()

const open = (page: Page) => openSignedIn(page, dashboard, '/admin/users')
const row = (page: Page, username: string) =>
  page.getByRole('row').filter({ has: page.getByText(username, { exact: true }) })

test('the table has every column', async ({ page }) => {
  await createAccount(dashboard, { username: 'jdoe', password: 'secret no 1', role: 'admin' })
  await createAccount(dashboard, { username: 'idle', password: 'secret no 1', isActive: false })
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
  await expect(cells.nth(3)).toHaveText('ActiveNever signed in')
  await expect(cells.nth(4)).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
  await expect(row(page, 'idle').getByRole('cell').nth(3)).toHaveText('InactiveNever signed in')
  await expect(row(page, 'admin').getByRole('cell').nth(3)).toContainText(
    /Last sign-in [A-Z][a-z]{2} \d{1,2}, /,
  )
  await expectAccessible(page)
  await takeScreenshots(page, 'users')('list')
})

test('sorts by each column and filters by role and status', async ({ page }) => {
  await answerUsers(page, [
    { ...madeUpUser(0), role: 'admin' },
    { ...madeUpUser(1), lastSignInAt: null },
    { ...madeUpUser(2), lastSignInAt: '2026-01-05T12:00:00Z' },
  ])
  await open(page)
  const names = page.getByRole('table', { name: 'Users' }).locator('tbody td:nth-of-type(2)')
  await expect(names).toHaveText(['user0', 'user1', 'user2'])
  await page.getByRole('combobox', { name: 'Sort users' }).selectOption('Last sign-in first')
  await expect(names.first()).toHaveText('user2')
  await expect(names.last()).toHaveText('user1')
  await page.getByRole('combobox', { name: 'Filter by role' }).selectOption('Admins')
  await expect(names).toHaveText(['user0'])
  await page.getByRole('combobox', { name: 'Filter by status' }).selectOption('Active')
  await expect(page.getByText('Nobody matches the filters.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all users' }).click()
  await expect(names).toHaveCount(3)
})

test('on a phone every value has the name of its column', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await answerUsers(page, [
    { ...madeUpUser(0), createdAt: '2025-01-06T03:00:00Z', circuits: ['NY-1', 'NY-2'] },
  ])
  await open(page)
  const card = page.getByRole('list', { name: 'Users' }).getByRole('listitem')
  await expect(card.getByRole('term')).toHaveText([
    'Full Name',
    'Username',
    'Role',
    'Status',
    'Created',
  ])
  const values = card.getByRole('definition')
  await expect(values.nth(1)).toHaveText('user0')
  await expect(values.nth(2)).toContainText('Circuits: NY-1, NY-2')
  await expect(values.nth(4)).toHaveText('Jan 5, 2025')
  await expectAccessible(page)
})

test('dates are Eastern days, like Jan 5, 2025', async ({ page }) => {
  await answerUsers(page, [{ ...madeUpUser(0), createdAt: '2025-01-06T03:00:00Z' }])
  await open(page)
  await expect(row(page, 'user0').getByRole('cell').nth(4)).toHaveText('Jan 5, 2025')
})

onEachScreen(() => {
  test('loading, failed and empty', async ({ page }) => {
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

  test('500 users scroll and can be searched', async ({ page }) => {
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
    const search = page.getByRole('searchbox', { name: 'Search users' })
    await search.pressSequentially('NUMBER 37')
    await expect(page.getByText('11 of 500 users', { exact: true })).toBeVisible()
    await search.fill('nobody')
    await expect(page.getByText('Nobody matches "nobody".')).toBeVisible()
    await search.fill('')
    await expect(page.getByText('500 users', { exact: true })).toBeVisible()
  })

  test('names of 80 characters stay inside', async ({ page }) => {
    const long = 'W'.repeat(80)
    await answerUsers(page, [
      { ...madeUpUser(0), username: long, firstName: long, lastName: long },
      madeUpUser(1),
    ])
    await open(page)
    await expect(page.getByText('Number 1')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: `Actions for ${long}` }).click()
    await page.getByRole('menuitem', { name: 'Reset Password' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Delete ${long}` }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('cards say what the table says', async ({ page }) => {
    await answerUsers(page, [{ ...madeUpUser(0), isActive: false }])
    await open(page)
    const card = page.getByRole('list', { name: 'Users' }).getByRole('listitem')
    for (const text of ['Nadia Number 0', 'user0', 'User', 'Inactive', 'Jan 5, 2025']) {
      await expect(card.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(card.getByRole('button', { name: 'Actions for user0' })).toBeVisible()
    await expectAccessible(page)
  })
})

test('sees what another administrator did since the last visit', async ({ page }) => {
  await open(page)
  await expect(row(page, 'admin')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Settings' }).click()
  await createAccountWith(await signInByApi(dashboard), { username: 'late', password: 'x' })
  await page.getByRole('link', { name: 'User Management', exact: true }).click()
  await expect(row(page, 'late')).toBeVisible()
})
