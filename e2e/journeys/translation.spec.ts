import { startCircuitReport } from '@dashboard/contract/reports'
import { expect, type Page, test } from '@playwright/test'
import { type ApiClient, signInByApi } from '../api-client.ts'
import { builtPages, findExample } from '../built-pages.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { watchErrors } from '../page-errors.ts'
import { openSignedIn } from '../sign-in.ts'

/** Pages stay whole, and say what is true, while a browser translates them. */

const dashboard = ownDashboard({}, { synced: 'sample' })
let client: ApiClient

test.beforeAll(async () => {
  client = await signInByApi(dashboard)
  const { body } = await client.call(startCircuitReport, { body: { circuits: ['NY-1'] } })
  await client.waitForJob(body.jobId)
})

for (const address of builtPages()) {
  test(`${address} stays whole`, async ({ page }) => {
    const errors = watchErrors(page)
    await openSignedIn(page, dashboard, await findExample(client, address))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.evaluate(translate)
    for (const box of await page.getByRole('checkbox').all()) {
      if (await box.isEnabled()) await box.click()
    }
    for (const tab of await page.getByRole('tab').all()) await tab.click()
    for (const field of await page.getByRole('searchbox').all()) {
      await field.fill('zzz')
      await field.fill('')
    }
    await page.getByRole('button', { name: 'User menu' }).click()
    await page.keyboard.press('Escape')
    await page
      .getByRole('link', { name: /Monitor/ })
      .first()
      .click()
    await expect(page.getByText(/Job Status/)).toBeVisible()
    await expectWhole(page, errors)
  })
}

test('a failed login is said', async ({ page }) => {
  const errors = watchErrors(page)
  await page.goto(`${dashboard.url}/login`)
  await page.evaluate(translate)
  for (const password of ['wrong one', 'wrong two']) {
    await page.getByPlaceholder('Enter username').fill('admin')
    await page.getByPlaceholder('Enter password').fill(password)
    await page.getByRole('button', { name: /^Login/ }).click()
    await expect(page.getByRole('alert').getByText(/Invalid username or password/)).toBeVisible()
  }
  await expectWhole(page, errors)
})

test('a sync runs, and its words follow', async ({ page }) => {
  const errors = watchErrors(page)
  await openSignedIn(page, dashboard, '/dashboard/sync')
  await page.evaluate(translate)
  await page.getByRole('button', { name: /^Run/ }).click()
  await expect(page.getByText(/Sync in progress\.\.\./)).toBeVisible()
  await expect(page.getByText(/Ready to run/)).toBeVisible()
  await expectWhole(page, errors)
})

test('a color is chosen and taken back', async ({ page }) => {
  const errors = watchErrors(page)
  await openSignedIn(page, dashboard, '/admin/branding')
  await page.evaluate(translate)
  await page.getByRole('textbox', { name: /Primary Actions/ }).fill('#aa0000')
  await page
    .getByRole('button', { name: /^Cancel/ })
    .first()
    .click()
  await expect(page.getByRole('textbox', { name: /Primary Actions/ })).toHaveValue('#1d489a')
  await expectWhole(page, errors)
})

test('the number of selected circuits is the true one', async ({ page }) => {
  const errors = watchErrors(page)
  await openSignedIn(page, dashboard, '/dashboard/reports')
  await page.evaluate(translate)
  const circuits = page.getByRole('checkbox', { name: /^NY-\d/ })
  await circuits.nth(0).click()
  await expect(page.getByRole('button', { name: /Generate 1 Report/ })).toBeVisible()
  await circuits.nth(1).click()
  await expect(page.getByRole('button', { name: /Generate 2 Reports/ })).toBeVisible()
  await page.getByRole('button', { name: /Generate 2 Reports/ }).click()
  await expect(page.getByText(/Started generating 2/).first()).toBeVisible()
  await expectWhole(page, errors)
})

async function expectWhole(page: Page, errors: readonly string[]): Promise<void> {
  await expect(page.getByText(/This page cannot be shown/)).toBeHidden()
  expect(errors).toEqual([])
}

/**
 * Runs in the page and does what the translation of Chrome and Edge does: replaces each text by elements, also those
 * that come later. Each gets a mark behind it.
 */
function translate(): void {
  const left = new Set(['FONT', 'INPUT', 'OPTION', 'SCRIPT', 'SELECT', 'STYLE', 'TEXTAREA'])
  const replaceTexts = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    if (root instanceof Text) texts.push(root)
    for (const text of texts) {
      const parent = text.parentElement
      if (!parent || left.has(parent.tagName) || text.data.trim() === '') continue
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = `${text.data}·`
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  replaceTexts(document.body)
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) if (node.nodeName !== 'FONT') replaceTexts(node)
    }
  }).observe(document.body, { childList: true, subtree: true })
}
