import { listAuditEntries } from '@dashboard/contract/audit'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { type ApiClient, signInByApi } from '../api-client.ts'
import { admin } from '../dashboard.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { phone } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** Searching, filtering and calling volunteers (docs/volunteers.md), on data in many scripts. */

const dashboard = ownDashboard({}, { synced: 'locust' })
let api: ApiClient

test.beforeAll(async () => {
  api = await signInByApi(dashboard)
})

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search volunteers' })
const rows = (page: Page) => page.getByRole('list', { name: 'Volunteers' }).getByRole('listitem')
const count = (page: Page, text: string) => page.getByText(text, { exact: true })

test('finds people in every script, by number and by sound, while typing', async ({ page }) => {
  await openSignedIn(page, dashboard, '/dashboard/volunteers')
  await expect(count(page, '400 volunteers')).toBeVisible()
  const found: [query: string, first: RegExp, isBySound?: boolean][] = [
    ['OHARA ann 1', /^O'Hara 1, Ann/],
    ['muller zoe', /^D’Angelo-Müller 12, Zoë/],
    ['кузнецова 4', /^Кузнецова 4, Наталья/],
    ['الاحمد', /^الأحمد 5, محمد/],
    ['לוי', /^לוי 6, שרה/],
    ['김', /^김 8, 서연/],
    ['王', /^王 3, 秀英/],
    ['शर्मा', /^शर्मा 7, प्रिया/],
    ['(201) 555-0107', /555 0107/],
    ['2015550111', /555 0111/],
    ['x8@example.org', /^김 8, 서연/],
    ['Kuznetsova', /^Кузнецова 4, Наталья/, true],
    ['Xiuying', /^王 3, 秀英/, true],
  ]
  for (const [query, first, isBySound = false] of found) {
    await search(page).fill(query)
    await expect(rows(page).first(), query).toHaveText(first)
    await expect(rows(page).first().getByText('by sound')).toHaveCount(isBySound ? 1 : 0)
  }
  await search(page).fill('kim 20')
  await expect(rows(page).first()).toHaveText(/^김 20, 서연/)
  await takeScreenshots(page, 'volunteers')('by-sound')
  await search(page).fill('ohara nobody')
  await expect(page.getByText('Nobody matches.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(count(page, '400 volunteers')).toBeVisible()
  await expect(search(page)).toHaveValue('')
})

test('filters stand in the address, and Back leads to the same row', async ({ page }) => {
  await openSignedIn(page, dashboard, '/dashboard/volunteers')
  await expect(count(page, '400 volunteers')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('region', { name: 'Filters' }).getByText('Circuit', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'NY-2 160' }).check()
  await page.getByRole('button', { name: /^Saturday Morning/ }).click()
  await page.getByRole('combobox', { name: 'Available' }).selectOption({ value: 'true' })
  await expect(count(page, '120 volunteers found')).toBeVisible()
  await expect(page).toHaveURL(/circuit=NY-2&available=true&slots=Saturday%3AMorning$/)

  const fifth = rows(page).nth(4).getByRole('link').first()
  const name = (await fifth.textContent()) ?? ''
  await fifth.click()
  const person = page.getByRole('region', { name: 'Volunteer', exact: true })
  await expect(person.getByRole('heading', { name })).toBeFocused()
  await expect(person.getByRole('link', { name: `Call ${name}` })).toHaveAttribute(
    'href',
    /^tel:\+1201555\d{4}$/,
  )
  await person.getByText('1 emergency contact').click()
  await expect(person.getByText('555-0199')).toBeVisible()
  await expectAccessible(page)
  const { entries } = (await api.call(listAuditEntries)).body
  const looks = entries.filter(({ action }) => action === 'volunteer.emergency-contacts.read')
  expect(looks).toHaveLength(1)

  await expect(person.getByRole('link', { name: 'NY-2', exact: true })).toHaveAttribute(
    'href',
    '/dashboard/circuits/NY-2',
  )
  await expect(person.locator('a[href^="/dashboard/circuits/NY-2/congregations/"]')).toBeVisible()

  await page.goBack()
  await expect(count(page, '120 volunteers found')).toBeVisible()
  await expect(page.getByRole('link', { name, exact: true })).toBeFocused()

  const takePicture = takeScreenshots(page, 'volunteers')
  await search(page).fill('kim 8')
  await expect(rows(page).first()).toHaveText(/^김 8, 서연/)
  await takePicture('filtered')
  await rows(page).first().getByRole('link').first().click()
  await expect(person.getByRole('heading').first()).toBeFocused()
  await takePicture('person')
})

test('a place of any length stays in its column', async ({ page }) => {
  const circuit = 'Long Island Suffolk County East and West Combined Metropolitan Circuit NY-27'
  await page.route(/\/api\/volunteers(\?|$)/, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const volunteers = answer.volunteers.map((each: object) => ({ ...each, circuit }))
    await route.fulfill({ response, json: { ...answer, volunteers } })
  })
  await openSignedIn(page, dashboard, '/dashboard/volunteers')
  const place = rows(page).first().getByText('Combined Metropolitan')
  await expect(place).toBeVisible()
  const { right, scrolls } = await place.evaluate((element) => ({
    right: element.getBoundingClientRect().right,
    scrolls: document.documentElement.scrollWidth > document.documentElement.clientWidth,
  }))
  expect(scrolls).toBe(false)
  const number = await rows(page).first().getByRole('link').nth(1).boundingBox()
  expect(right).toBeLessThanOrEqual(number?.x ?? 0)
})

test('a set of filters is saved under a name', async ({ page }) => {
  await openSignedIn(page, dashboard, '/dashboard/volunteers?language=Korean')
  await expect(count(page, '80 volunteers found')).toBeVisible()
  await page.getByText('Saved filters', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Name for these filters' }).fill('Korean speakers')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Korean speakers' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Language: Korean' }).click()
  await expect(count(page, '400 volunteers')).toBeVisible()
  await page.getByRole('link', { name: 'Korean speakers' }).click()
  await expect(count(page, '80 volunteers found')).toBeVisible()
  await page.getByRole('button', { name: 'Delete saved filters Korean speakers' }).click()
  await expect(page.getByRole('link', { name: 'Korean speakers' })).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use(phone)

  test('four taps lead from the login to a ringing phone', async ({ page }) => {
    await page.goto(`${dashboard.url}/login`)
    await page.getByPlaceholder('Enter username').fill(admin.username)
    await page.getByPlaceholder('Enter password').fill(admin.password)
    await page.getByRole('button', { name: 'Login' }).tap()
    await page.getByRole('button', { name: 'Toggle sidebar' }).tap()
    await page.getByRole('link', { name: 'Volunteers' }).tap()
    const call = page.getByRole('link', { name: /^Call / }).first()
    await expect(call).toHaveAttribute('href', /^tel:\+1201555/)
    // The fourth tap would open the telephone app, which does not exist here.
    await call.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
    await call.tap()
    await expectAccessible(page)
    await search(page).fill('ohara 109')
    await expect(rows(page)).toHaveCount(1)
    await takeScreenshots(page, 'volunteers')('list')
  })

  test('from far down the list one press leads to its top', async ({ page }) => {
    await openSignedIn(page, dashboard, '/dashboard/volunteers')
    await expect(count(page, '400 volunteers')).toBeVisible()
    const toTop = page.getByRole('button', { name: 'To the top' })
    await expect(toTop).toHaveCount(0)
    await page.evaluate(() => scrollTo(0, 20 * innerHeight))
    await expect(toTop).toBeVisible()
    await expectAccessible(page)
    await toTop.tap()
    await expect(search(page)).toBeInViewport()
    await expect(page.locator('#content')).toBeFocused()
    await expect(toTop).toHaveCount(0)
  })

  test('a person is a page of its own, and Back leads to the card', async ({ page }) => {
    await openSignedIn(page, dashboard, '/dashboard/volunteers?q=levi')
    const link = rows(page).nth(6).getByRole('link').first()
    await link.scrollIntoViewIfNeeded()
    const name = (await link.textContent()) ?? ''
    await link.tap()
    await expect(page.getByRole('heading', { name })).toBeFocused()
    await expect(search(page)).toHaveCount(0)
    await expectAccessible(page)
    await takeScreenshots(page, 'volunteers')('person')
    await page.getByRole('link', { name: 'Back to Volunteers' }).tap()
    await expect(search(page)).toHaveValue('levi')
    await expect(page.getByRole('link', { name, exact: true })).toBeFocused()
  })
})
