import { listJobs } from '@dashboard/contract/jobs'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The profile page: one's own account, changing names, changing the password. */

const dashboard = ownDashboard()
let accounts = 0

/** Opens the profile of a new user. */
async function openProfile(page: Page, names: { firstName?: string; lastName?: string } = {}) {
  accounts += 1
  const username = `mia${accounts}`
  const user = await createAccount(dashboard, { username, password: 'first secret', ...names })
  await openSignedIn(page, dashboard, '/profile', user)
  await expect(page.getByRole('tab', { name: 'Profile' })).toBeVisible()
  return user
}

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
const toast = (page: Page, title: string) => page.getByText(title, { exact: true })

onEachScreen(() => {
  test('shows who one is', async ({ page }) => {
    const user = await openProfile(page)
    const content = page.getByRole('main')
    await expect(content.getByText('MO', { exact: true })).toBeVisible()
    await expect(content.getByText(`@${user.username}`, { exact: true })).toBeVisible()
    const summary = page.getByRole('region', { name: 'Profile Summary' })
    for (const text of ['Mia Ortega', user.username, 'User', user.id]) {
      await expect(summary.getByText(text, { exact: true }).first()).toBeVisible()
    }
    await expectAccessible(page)
    await takeScreenshots(page, 'profile')('names')
    await page.getByRole('tab', { name: 'Security' }).click()
    await expect(page.getByLabel('Current Password')).toBeVisible()
    await expectAccessible(page)
  })

  test('holds names of 80 characters', async ({ page }) => {
    await openProfile(page, { firstName: 'W'.repeat(80), lastName: 'Ö'.repeat(80) })
    await expectAccessible(page)
  })
})

test('leads back to the dashboard, and to the login page without a session', async ({ page }) => {
  await openProfile(page)
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL(`${dashboard.url}/dashboard`)
  await page.evaluate('localStorage.clear()')
  await page.goto(`${dashboard.url}/profile`)
  await expect(page).toHaveURL(`${dashboard.url}/login`)
})

/** Content and state of the page at the moment it was left. */
interface LeftPage {
  afterAnswerMs: number
  text: string
  userMenu: string | null
  token: string | null
}

function noteLeaving(): void {
  window.addEventListener('pagehide', () => {
    const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const answer = answers.findLast(({ name }) => name.endsWith('/api/auth/profile'))
    const left: LeftPage = {
      afterAnswerMs: performance.now() - (answer?.responseEnd ?? 0),
      text: document.body.textContent,
      userMenu:
        document.querySelector('[aria-label*="user menu"]')?.getAttribute('aria-label') ?? null,
      token: localStorage.getItem('session_token'),
    }
    sessionStorage.setItem('left', JSON.stringify(left))
  })
}

test('saves names, stores the new token and reloads after 1.5 s', async ({ page }) => {
  await openProfile(page)
  const tokenBefore = await page.evaluate('localStorage.getItem("session_token")')
  await page.evaluate(noteLeaving)
  await page.getByLabel('First Name').fill('Maria')
  await page.getByLabel('Last Name').fill('Østergård')
  await page.getByLabel('Username').fill(`  maria${accounts}  `)
  const reload = page.waitForEvent('load')
  await save(page).click()
  await reload
  await expect(page.getByText(`@maria${accounts}`)).toBeVisible()
  const left: LeftPage = JSON.parse(String(await page.evaluate('sessionStorage.getItem("left")')))
  expect(left.afterAnswerMs).toBeGreaterThan(1_450)
  expect(left.text).toContain('Profile Updated')
  // The change is applied before the reload.
  expect(left.userMenu).toMatch(/user menu of Maria Østergård/)
  expect(left.token).not.toBe(tokenBefore)
})

test('asks for every field', async ({ page }) => {
  await openProfile(page)
  for (const label of ['First Name', 'Last Name', 'Username'])
    await page.getByLabel(label).fill(' ')
  await save(page).click()
  for (const text of ['First name is required', 'Last name is required', 'Username is required']) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(page.getByLabel('First Name')).toBeFocused()
  await expectAccessibleAtEachWidth(page)
})

test('says above the form and in a toast why it cannot save', async ({ page }) => {
  await openProfile(page)
  await page.getByLabel('Username').fill('ADMIN')
  await save(page).click()
  await expect(toast(page, 'Update Failed')).toBeVisible()
  await expect(page.getByRole('alert').getByText('Username is already taken')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await page.route('**/api/auth/profile', (route) => route.fulfill({ status: 500, body: '<html>' }))
  await save(page).click()
  await expect(page.getByRole('alert').getByText('Internal Server Error')).toBeVisible()
})

test('is busy while it saves', async ({ page }) => {
  await openProfile(page)
  await page.route('**/api/auth/profile', () => undefined)
  await save(page).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  await expectAccessibleAtEachWidth(page)
})

test.describe('Security', () => {
  const fill = async (page: Page, current: string, next: string, again: string) => {
    await page.getByLabel('Current Password').fill(current)
    await page.getByLabel('New Password', { exact: true }).fill(next)
    await page.getByLabel('Confirm New Password').fill(again)
    await page.getByRole('button', { name: 'Change Password' }).click()
  }

  test.beforeEach(async ({ page }) => {
    await openProfile(page)
    // Uses the keyboard, as people do with tabs.
    await page.getByRole('tab', { name: 'Profile' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Security' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
  })

  test('checks the three fields', async ({ page }) => {
    await page.getByRole('button', { name: 'Change Password' }).click()
    for (const text of [
      'Current password is required',
      'Password must be at least 6 characters',
      'Please confirm your password',
    ]) {
      await expect(page.getByText(text, { exact: true })).toBeVisible()
    }
    await expectAccessibleAtEachWidth(page)
    await fill(page, 'x', 'second secret', 'second  secret')
    await expect(page.getByText('Passwords do not match', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Confirm New Password')).toBeFocused()
    await takeScreenshots(page, 'profile')('password')
  })

  test('says when the current password is wrong', async ({ page }) => {
    await fill(page, 'wrong secret', 'second secret', 'second secret')
    await expect(toast(page, 'Error')).toBeVisible()
    await expect(page.getByRole('alert').getByText('Current password is incorrect')).toBeVisible()
    await expectAccessibleAtEachWidth(page)
  })

  test('changes the password, stays signed in here and ends other sessions', async ({ page }) => {
    const username = `mia${accounts}`
    const elsewhere = await signInByApi(dashboard, { username, password: 'first secret' })
    await fill(page, 'first secret', 'second secret', 'second secret')
    await expect(toast(page, 'Password Changed')).toBeVisible()
    for (const label of ['Current Password', 'Confirm New Password']) {
      await expect(page.getByLabel(label)).toHaveValue('')
    }
    expect((await elsewhere.call(listJobs)).status).toBe(401)
    await page.getByRole('link', { name: 'Monitor' }).click()
    await expect(page.getByRole('region', { name: 'Job Status' })).toBeVisible()
    const again = await signInByApi(dashboard, { username, password: 'second secret' })
    expect((await again.call(listJobs)).status).toBe(200)
  })
})
