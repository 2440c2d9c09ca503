import { cancelAllJobs } from '@dashboard/contract/jobs'
import { expect, type Page, test } from '@playwright/test'
import { createAccountWith } from '../accounts.ts'
import { type ApiClient, signInByApi } from '../api-client.ts'
import { builtPages, findExample } from '../built-pages.ts'
import { deleteAllJobs, runningRow, writeJobs } from '../job-rows.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { watchErrors } from '../page-errors.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * Pages stay whole, and say what is true, while a browser translates them. The app is loaded and translated once, and
 * goes from page to page as by its links. On each page a text changes that was translated before.
 */

const dashboard = ownDashboard({}, { synced: 'sample' })
let client: ApiClient
let page: Page
let errors: string[]

test.beforeAll(async ({ browser }) => {
  client = await signInByApi(dashboard)
  await createAccountWith(client, { username: 'mia', password: 'secret no 1' })
  page = await browser.newPage()
  errors = watchErrors(page)
  await page.clock.install()
  await openSignedIn(page, dashboard, '/dashboard')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(translate)
})

test.afterAll(() => page.close())

const button = (name: RegExp) => page.getByRole('button', { name })

/** Presses a button that puts a sign before its text while it is busy. */
async function press(name: RegExp): Promise<void> {
  await button(name).click()
  await expect(button(name)).toBeVisible()
  await expect(button(name)).not.toHaveAttribute('aria-busy', 'true')
}

async function letTimePass(): Promise<void> {
  const time = page.getByRole('main').locator('time').first()
  const before = (await time.textContent()) ?? ''
  await page.clock.fastForward('10:00')
  await expect(time).not.toHaveText(before)
}

/** What changes a text of each page. */
const changes: Readonly<Record<string, () => Promise<void>>> = {
  '/dashboard': letTimePass,
  '/dashboard/circuits/*': async () => {
    const figures = page.getByRole('region', { name: 'Key figures' })
    await expect(figures.getByRole('button', { name: /^Generate/ })).toBeVisible()
    writeJobs(dashboard.dataDir, [runningRow({ type: 'circuit-report', targets: ['NY-1'] })])
    await page.clock.fastForward('00:30')
    await expect(figures.getByText(/^Generating/).first()).toBeVisible()
    deleteAllJobs(dashboard.dataDir)
  },
  '/dashboard/volunteers': async () => {
    const filter = page.locator('details').filter({ hasText: /^Congregation/ })
    await filter.locator('summary').click()
    await filter.getByRole('checkbox').nth(0).click()
    await expect(filter.locator('summary')).toContainText(/1.? chosen/)
    await filter.getByRole('checkbox').nth(1).click()
    await expect(filter.locator('summary')).toContainText(/2.? chosen/)
  },
  '/dashboard/volunteers/*': () => press(/^Export Personal Data/),
  '/dashboard/calls': async () => {
    await button(/^Show who can serve/).click()
    await expect(page.getByRole('list', { name: 'Who can serve' })).toBeVisible()
  },
  '/dashboard/calls/*': async () => {
    const row = page.getByRole('list', { name: 'Who can serve' }).getByRole('listitem').first()
    await row.getByRole('combobox').selectOption({ label: 'Yes' })
    await expect(row).toContainText('noted by')
  },
  '/dashboard/sync': async () => {
    await button(/^Run/).click()
    await expect(page.getByText(/^Sync in progress\.\.\./)).toBeVisible()
    await client.call(cancelAllJobs)
    await page.clock.fastForward(5_000)
    await expect(page.getByText(/^Ready to run/)).toBeVisible()
    await expect(button(/^Run/)).toHaveText(/^Run.?$/)
  },
  '/dashboard/sync/columns': async () => {
    await button(/^Change the match/).click()
    await button(/^Next/).click()
    await expect(page.getByText(/^Read as matched in/)).toBeVisible()
  },
  '/dashboard/sync/imports/*': async () => {
    await button(/^Copy link/).click()
    await expect(button(/^Copied/)).toBeVisible()
  },
  '/dashboard/monitor': () => press(/^Refresh Status/),
  '/dashboard/reports': async () => {
    const circuits = page.getByRole('checkbox', { name: /^NY-\d/ })
    await circuits.nth(1).click()
    await expect(button(/^Generate 1 Report\b/)).toBeVisible()
    await page.route('**/api/workflows/circuit-report', (route) => route.abort())
    await circuits.nth(2).click()
    await button(/^Generate 2 Reports/).click()
    await expect(page.getByText(/^Generation Failed/).first()).toBeVisible()
  },
  '/profile': async () => {
    await page.getByRole('tab', { name: /^Sessions/ }).click()
    await letTimePass()
  },
  '/admin': async () => {
    // Its texts never change.
    await expect(page.getByRole('link', { name: /^Brand Settings/ })).toBeVisible()
  },
  '/admin/users': async () => {
    await button(/^Actions for mia/).click()
    await page.getByRole('menuitem', { name: /^Edit User/ }).click()
    await page.getByRole('switch', { name: /^Active User/ }).click()
    await button(/^Save Changes/).click()
    await expect(page.getByRole('row').filter({ hasText: 'mia' })).toContainText('Inactive')
  },
  '/admin/monitoring': () => press(/^Sync Now/),
  '/admin/branding': async () => {
    const color = page.getByRole('textbox', { name: /^Primary Actions/ })
    await color.fill('#aa0000')
    await expect(page.getByText(/^Unsaved changes/)).toBeVisible()
    await button(/^Cancel/).click()
    await expect(page.getByText(/^All changes are saved/)).toBeVisible()
    await expect(color).toHaveValue('#1d489a')
  },
  '/admin/audit': () => press(/^Export CSV/),
  '/admin/system': async () => {
    const version = page
      .getByRole('main')
      .locator('p')
      .filter({ hasText: /^Version/ })
    await expect(version).toBeVisible()
    await page.route('**/api/system', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), version: '99.1.2' } })
    })
    await page.clock.fastForward(15_000)
    await expect(version).toContainText('99.1.2')
  },
}

for (const address of builtPages()) {
  test(`${address} stays true after a browser has translated it`, async () => {
    const path = await findExample(client, address)
    await page.evaluate((to) => history.pushState(null, '', to), path)
    const change = changes[address]
    if (!change) throw new Error(`Say above what changes a text of ${address}`)
    await change()
    // Everything else that only changes what is shown.
    await page.getByRole('checkbox').evaluateAll(pressAll)
    for (const tab of await page.getByRole('tab').all()) await tab.click()
    for (const field of await page.getByRole('searchbox').all()) {
      await field.fill('zzz')
      await field.fill('')
    }
    await expectWhole()
  })
}

test('the frame and the login stay true after a browser has translated them', async () => {
  await button(/user menu/).click()
  await page.getByRole('menuitem', { name: /^Logout/ }).click()
  for (const password of ['wrong one', 'wrong two']) {
    await page.getByPlaceholder('Enter username').fill('admin')
    await page.getByPlaceholder('Enter password').fill(password)
    await press(/^Login|^Logging in/)
    await expect(page.getByRole('alert').getByText(/Invalid username or password/)).toBeVisible()
  }
  await expectWhole()
})

async function expectWhole(): Promise<void> {
  await expect(page.getByText(/This page cannot be shown/)).toBeHidden()
  expect(errors).toEqual([])
}

/** Runs in the page. */
function pressAll(elements: (HTMLElement | SVGElement)[]): void {
  for (const element of elements) if (element instanceof HTMLElement) element.click()
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
