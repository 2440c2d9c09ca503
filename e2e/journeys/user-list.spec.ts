import { expect, type Page } from '@playwright/test'
import { createAccount } from '../accounts.ts'
import { answerUsers, madeUpUser } from '../crowded-users.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { onEachScreen, phone } from '../screens.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * The list of users as people see it: as a table, as cards, empty, failed, crowded. How it is sorted and filtered is in
 * web/test/pages/user-list.page.test.tsx.
 */

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
})

test('on a phone every value has the name of its column', async ({ page }) => {
  await page.setViewportSize(phone.viewport)
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
})

onEachScreen(() => {
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
    await page.getByRole('searchbox', { name: 'Search users' }).pressSequentially('NUMBER 37')
    await expect(page.getByText('11 of 500 users', { exact: true })).toBeVisible()
  })
})
