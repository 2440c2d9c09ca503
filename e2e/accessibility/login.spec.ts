import { expect } from '@playwright/test'
import { expectAccessible, expectStateAccessible } from '../accessibility.ts'
import { admin } from '../dashboard.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { takeScreenshots } from '../screenshots.ts'

/** The way in, from the first visit to the user menu, and what stands at unknown addresses. */

const dashboard = ownDashboard()

test('the login', async ({ page }) => {
  const picture = takeScreenshots(page, 'login')
  const username = page.getByPlaceholder('Enter username')
  const password = page.getByPlaceholder('Enter password')
  const login = page.getByRole('button', { name: 'Login' })
  await page.goto(`${dashboard.url}/dashboard/monitor?job=0d0c6a4e-0f0f-4a4a-8c8c-0123456783f2`)
  await expect(username).toBeFocused()
  await expectStateAccessible(page, 'the form')
  await login.click()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expectStateAccessible(page, 'nothing was entered')
  await username.fill('nobody')
  await password.fill('wrong')
  await login.click()
  await expect(page.getByRole('alert')).toContainText('Invalid username or password')
  await expectStateAccessible(page, 'refused')
  await picture('refused')

  const answer = Promise.withResolvers<void>()
  await page.route('**/api/auth/login', async (route) => {
    await answer.promise
    await route.continue()
  })
  await username.fill(admin.username)
  await password.fill(admin.password)
  await login.click()
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible()
  await expectStateAccessible(page, 'while it is under way')
  answer.resolve()
  await expect(page.getByRole('link', { name: 'Continue to job 3f2' })).toBeVisible()
  await expectStateAccessible(page, 'welcomed, with the way on')
  await picture('continue')
  await expectStateAccessible(page, 'the user menu', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /user menu of/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  })

  await page.keyboard.press('Escape')
  await expectStateAccessible(page, 'the folded sidebar, and the sheet of a phone', async () => {
    await page.keyboard.press('Control+b')
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  })
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sync' }).hover()
  await expect(page.getByRole('tooltip', { name: 'Sync' })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`${dashboard.url}/no/such/page`)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expectStateAccessible(page, 'an unknown address')
  await takeScreenshots(page, 'shell')('not-found')
})
