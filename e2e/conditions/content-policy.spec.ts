import { expect, type Page, test } from '@playwright/test'
import { signInByApi } from '../api-client.ts'
import { builtPages, findExample } from '../built-pages.ts'
import { startContactSheet } from '../contact-sheet.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * No page violates the server's content policy, menus, dialogs, pickers and lists included
 * (docs/api.md#every-answer).
 */

const dashboard = ownDashboard({}, { synced: 'sample' })

/** Returns the violations on the page so far, across its navigations. */
async function collectViolations(page: Page): Promise<string[]> {
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (text: string) => void violations.push(text))
  await page.addInitScript(`
    document.addEventListener('securitypolicyviolation', (event) => {
      reportViolation(location.pathname + ': ' + event.violatedDirective + ' ' + event.sample + ' ' + event.blockedURI)
    })`)
  return violations
}

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

test('no page violates the content policy', async ({ page }) => {
  const violations = await collectViolations(page)
  await page.goto(`${dashboard.url}/login`)
  await page.getByLabel('Username').fill('x')
  const client = await signInByApi(dashboard)
  const sheet = startContactSheet(page)
  await sheet.add()
  for (const address of [...builtPages(), '/no/such/page']) {
    await openSignedIn(page, dashboard, await findExample(client, address))
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await sheet.add()
  }
  await sheet.save()
  expect(violations).toEqual([])
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
