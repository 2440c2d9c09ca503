import { expect, test } from '@playwright/test'
import { ownDashboard } from '../own-dashboard.ts'
import { collectViolations } from '../policy-violations.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * Menus, dialogs, pickers and lists violate no content policy of the server (docs/api.md#every-answer); pages are in
 * e2e/journeys/widths.spec.ts.
 */

const dashboard = ownDashboard()

test('a violation is noticed', async ({ page }) => {
  const violations = await collectViolations(page)
  await page.goto(`${dashboard.url}/login`)
  await page.evaluate(`document.body.setAttribute('style', 'color: red')`)
  await page.evaluate(
    `document.head.append(Object.assign(document.createElement('style'), { textContent: 'p {}' }))`,
  )
  await expect
    .poll(() => violations.map((text) => text.split(' ')[1]))
    .toEqual(['style-src-attr', 'style-src-elem'])
})

test('dialogs and menus violate no content policy', async ({ page }) => {
  const violations = await collectViolations(page)
  await openSignedIn(page, dashboard, '/admin/users')
  await page
    .getByRole('button', { name: /Add User/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  // The scroll lock of the dialog is a style element.
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: /user menu of/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')

  await openSignedIn(page, dashboard, '/admin/branding')
  await page
    .getByRole('button', { name: /Primary Actions/i })
    .first()
    .click()
  // The picker gets its size from its own style element.
  await expect(page.locator('.react-colorful')).toHaveCSS('display', 'flex')
  expect(violations).toEqual([])
})

test('the reference of the API violates no content policy', async ({ page }) => {
  const violations = await collectViolations(page)
  await page.goto(`${dashboard.url}/api/docs/`)
  await page.getByText('Sign in with username and password').first().click()
  await expect(page.getByRole('button', { name: 'Try it out' })).toBeVisible()
  expect(violations).toEqual([])
})
