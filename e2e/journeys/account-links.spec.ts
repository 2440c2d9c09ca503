import { expect } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * Invitations and new passwords by links, as people see them. What they do, also by e-mail, is in
 * web/test/pages/password-links.page.test.tsx.
 */

const publicUrl = 'https://dashboard.example.org'
const dashboard = ownDashboard({
  PUBLIC_URL: publicUrl,
  // Nothing is sent here.
  SMTP_URL: 'smtp://127.0.0.1:9',
  SMTP_FROM: 'dashboard@example.org',
})

test.use({ hasTouch: true })

test('from the invitation to the password of one’s own, and when the link was used', async ({
  page,
}) => {
  const screenshot = takeScreenshots(page, 'links')
  const dialog = page.getByRole('dialog')
  await openSignedIn(page, dashboard, '/admin/users')
  await page.getByRole('button', { name: 'Invite User' }).click()
  await dialog.getByLabel('First Name').fill('Mia')
  await dialog.getByLabel('Last Name').fill('Ortega')
  await dialog.getByLabel('Username').fill('mia')
  await expect(dialog.getByLabel('E-mail Address')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await dialog.getByRole('button', { name: 'Invite User' }).click()
  await expect(dialog).toContainText('The link for @mia is ready.')
  await expectAccessibleAtEachWidth(page)
  await screenshot('made')
  const link = (await dialog.locator('code').textContent())?.replace(publicUrl, dashboard.url) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Invited, no password yet')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await page.getByRole('button', { name: 'Actions for mia' }).click()
  await page.getByRole('menuitem', { name: 'Password Link' }).click()
  await expect(dialog.getByLabel('E-mail Address')).toBeVisible()
  await expectAccessibleAtEachWidth(page)

  await page.evaluate('localStorage.clear()')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Welcome, Mia' })).toBeVisible()
  await page.getByLabel('New Password').fill('password1')
  await expect(page.getByText('one of the most used passwords')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await screenshot('opened')
  await page.getByLabel('New Password').fill('a fine new day')
  await page.getByRole('button', { name: 'Save and Log In' }).click()
  await expect(page).toHaveURL(/\/dashboard\/reports$/)
  await page.evaluate('localStorage.clear()')
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('This link was used, has expired')
  await expectAccessibleAtEachWidth(page)
  await screenshot('used')
})
