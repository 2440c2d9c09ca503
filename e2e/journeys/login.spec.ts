import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { admin } from '../dashboard.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { takeScreenshots } from '../screenshots.ts'

/**
 * The login as people see it. What it says and where it leads is in web/test/pages/login.page.test.tsx.
 */

const dashboard = ownDashboard()

const username = (page: Page) => page.getByPlaceholder('Enter username')
const password = (page: Page) => page.getByPlaceholder('Enter password')
const loginButton = (page: Page) => page.getByRole('button', { name: 'Login' })

async function logIn(page: Page, user: { username: string; password: string }): Promise<void> {
  await username(page).fill(user.username)
  await password(page).fill(user.password)
  await loginButton(page).click()
}

test.describe('every state', () => {
  test.use({ hasTouch: true })

  test('from the first visit to the user menu is accessible', async ({ page }) => {
    await page.goto(`${dashboard.url}/dashboard/monitor?job=0d0c6a4e-0f0f-4a4a-8c8c-0123456783f2`)
    await expect(page).toHaveURL(/\/login$/)
    await expect(username(page)).toBeFocused()
    await expectAccessibleAtEachWidth(page)
    await loginButton(page).click()
    await expect(page.getByText('Password is required')).toBeVisible()
    await expectAccessibleAtEachWidth(page)
    await logIn(page, { username: 'nobody', password: 'wrong' })
    await expect(page.getByRole('alert')).toContainText('Invalid username or password')
    await takeScreenshots(page, 'login')('refused')
    await expectAccessibleAtEachWidth(page)

    const answer = Promise.withResolvers<void>()
    await page.route('**/api/auth/login', async (route) => {
      await answer.promise
      await route.continue()
    })
    await logIn(page, admin)
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible()
    await expectAccessibleAtEachWidth(page)
    answer.resolve()
    await expect(page.getByRole('link', { name: 'Continue to job 3f2' })).toBeVisible()
    await takeScreenshots(page, 'login')('continue')
    await expectAccessibleAtEachWidth(page)
    await page.getByRole('button', { name: /user menu of/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    await expectAccessibleAtEachWidth(page)
  })
})
