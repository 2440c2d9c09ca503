import { createUser } from '@dashboard/contract/accounts'
import { dayAfter, localDay } from '@dashboard/contract/local-time'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { type ApiClient, signInByApi } from '../api-client.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { phone } from '../screens.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * From a cart to fill to calls that colleagues share, as people see it (docs/call-lists.md). What the pages say is in
 * web/test/pages/call-lists.page.test.tsx.
 */

const dashboard = ownDashboard({}, { synced: 'locust' })
let api: ApiClient

test.beforeAll(async () => {
  api = await signInByApi(dashboard)
})

/** The next Saturday of the seven days that the Dashboard shows. */
const saturday = nextSaturday()

function nextSaturday(): string {
  let day = localDay(Date.now())
  while (new Date(day).getUTCDay() !== 6) day = dayAfter(day)
  return day
}

const people = (page: Page) =>
  page.getByRole('list', { name: 'Who can serve' }).getByRole('listitem')

async function fillCart(page: Page) {
  await page.getByLabel('Circuit', { exact: true }).selectOption('NY-2')
  await page.getByLabel('Day').fill(saturday)
  await page.getByLabel('Time').selectOption('Morning')
  await page.getByRole('button', { name: 'Show who can serve' }).click()
}

test('a cart is filled by calls whose outcomes a colleague sees', async ({ page, browser }) => {
  const colleague = { username: 'caller', password: 'Calls-2-carts' }
  const names = { firstName: 'Cal', lastName: 'Ler', role: 'user' as const }
  await api.call(createUser, { body: { ...colleague, ...names } })
  await openSignedIn(page, dashboard, '/dashboard/circuits/NY-2')
  await page.getByRole('region', { name: 'Congregations' }).getByRole('link').first().click()
  await expect(page.getByRole('list', { name: 'People' }).getByRole('link').first()).toBeVisible()
  const choices = Promise.withResolvers<void>()
  await page.route(/api\/volunteers\?.*facets/, async (route) => {
    await choices.promise
    await route.continue()
  })
  await page.goto(`${dashboard.url}/dashboard/calls`)
  // What is chosen before the choices have come stays chosen.
  await page.getByLabel('Where').selectOption('circuit')
  choices.resolve()
  await fillCart(page)
  await expect(page.getByRole('heading', { name: 'Circuit NY-2', level: 1 })).toBeVisible()
  const first = people(page).first()
  await expect(first.getByRole('link', { name: /^Call / })).toHaveAttribute('href', /^tel:/)
  await expect(first).toContainText('Never asked')

  const bottom = async () => (await people(page).nth(1).boundingBox())?.y
  const before = await bottom()
  await people(page).first().getByRole('combobox').selectOption('Yes')
  // The note moves no row.
  await expect(people(page).first()).toContainText('noted by')
  expect(await bottom()).toBe(before)
  await people(page).nth(1).getByRole('combobox').selectOption('Wrong number')
  await expect(people(page).nth(1)).toContainText('noted by')
  const context = await browser.newContext(phone)
  const other = await context.newPage()
  await openSignedIn(other, dashboard, '/dashboard', colleague)
  const short = other.getByRole('region', { name: 'Short of people this week' })
  const line = short.getByRole('link', {
    name: /^Circuit NY-2 .+1 of 2 yes, 0 later, \d+ not called$/,
  })
  await expect(line).toBeVisible()
  // From here on three taps until the telephone rings: the line, 'Next to call', 'Call'.
  await line.tap()
  await expect(other.getByRole('banner').getByText(/^Sat, \w{3} \d+ · Morning$/)).toBeVisible()
  const outcome = people(other).first().getByRole('combobox')
  await expect(outcome).toHaveValue('yes')
  await other.getByRole('button', { name: 'Next to call' }).tap()
  const next = other.locator('[data-outcome="not-called"]').first()
  await expect(next).toBeInViewport()
  await expect(next.getByRole('link').first()).toBeFocused()
  const call = next.getByRole('link', { name: /^Call / })
  await expect(call).toHaveAttribute('href', /^tel:/)
  await expect(call).toBeInViewport()
  // To a person and back by the browser, the row is still in view.
  const last = people(other).last().getByRole('link').first()
  await last.tap()
  await expect(other.getByRole('link', { name: 'Back to Circuit NY-2' })).toBeVisible()
  await other.goBack()
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
  for (const colorScheme of ['dark', 'light'] as const) {
    await other.emulateMedia({ colorScheme })
    await expectAccessible(other)
  }
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await other.getByRole('button', { name: 'Save or print' }).tap()
  await other.getByRole('menuitem', { name: 'Copy addresses' }).tap()
  await expect(other.getByText('for Bcc: 80 addresses', { exact: true })).toBeVisible()
  expect(await other.evaluate('navigator.clipboard.readText()')).toMatch(/^(\S+@\S+; ){79}\S+@\S+$/)
  await context.close()

  await page.getByText(/^Others \(\d+\)$/).click()
  await expect(page.getByText('Not trained').first()).toBeVisible()
  await page.getByText(/^Others \(\d+\)$/).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save or print' }).click()
  await page.getByRole('menuitem', { name: 'Save as XLSX' }).click()
  expect((await download).suggestedFilename()).toBe(`SMPW-Call-List-${saturday}.xlsx`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(people(page).first()).toContainText('Yes')
  await expect(page.getByText(/^Data as of .+ ET · Printed .+ ET by .+ \(admin\)$/)).toBeVisible()
  await page.emulateMedia({ media: null })

  const wrong = await people(page).nth(1).getByRole('link').first().textContent()
  await page.getByRole('link', { name: 'Back to Fill a Cart' }).click()
  await expect(page.getByRole('list', { name: 'Today and the six days after' })).toBeVisible()
  await page
    .getByRole('list', { name: 'Wrong numbers' })
    .getByRole('link', { name: wrong ?? '' })
    .click()
  await expect(page.getByText(/^Wrong number: noted by/)).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  const filters = page.getByRole('region', { name: 'Filters' })
  await filters.getByText('To correct', { exact: true }).click()
  await filters.getByRole('checkbox', { name: 'Wrong number 1' }).check()
  await expect(page.getByText('1 volunteer found', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\?mark=wrong-number$/)
  const marked = page.getByRole('list', { name: 'Volunteers' }).getByRole('listitem')
  await expect(marked).toContainText(wrong ?? '')
  await expect(marked).toContainText('Wrong number')
})
