import { expect, type Page } from '@playwright/test'
import { admin } from '../dashboard.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { phone } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * Calling volunteers, the way back to them and how their pages look (docs/volunteers.md), on data in many scripts.
 * Searching and filtering are in volunteers.page.test.tsx.
 */

const dashboard = ownDashboard({}, { synced: 'locust' })

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search volunteers' })
const rows = (page: Page) => page.getByRole('list', { name: 'Volunteers' }).getByRole('listitem')
const count = (page: Page, text: string) => page.getByText(text, { exact: true })

test('Back leads from a person to the same row of what was filtered', async ({ page }) => {
  await openSignedIn(page, dashboard, '/dashboard/volunteers')
  await expect(count(page, '400 volunteers')).toBeVisible()
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
  await person.getByText('1 emergency contact').click()
  await expect(person.getByText('555-0199')).toBeVisible()

  await page.goBack()
  await expect(count(page, '120 volunteers found')).toBeVisible()
  await expect(page.getByRole('link', { name, exact: true })).toBeFocused()

  await search(page).fill('kim 8')
  await expect(rows(page).first()).toHaveText(/^김 8, 서연/)
  await expect(rows(page).first().getByText('by sound')).toBeVisible()
  await rows(page).first().getByRole('link').first().click()
  await expect(person.getByRole('heading').first()).toBeFocused()
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

test.describe('on a phone', () => {
  test.use(phone)

  test('four taps lead from the login to a ringing phone, and Back from a person to the card', async ({
    page,
  }) => {
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

    const toTop = page.getByRole('button', { name: 'To the top' })
    await expect(toTop).toHaveCount(0)
    await page.evaluate(() => scrollTo(0, 20 * innerHeight))
    await expect(toTop).toBeVisible()
    await toTop.tap()
    await expect(search(page)).toBeInViewport()
    await expect(page.locator('#content')).toBeFocused()
    await expect(toTop).toHaveCount(0)

    await search(page).fill('ohara 109')
    await expect(rows(page)).toHaveCount(1)
    await takeScreenshots(page, 'volunteers')('list')
    await search(page).fill('levi')
    await expect(rows(page).first()).toHaveText(/^לוי/)
    const link = rows(page).nth(6).getByRole('link').first()
    await link.scrollIntoViewIfNeeded()
    const name = (await link.textContent()) ?? ''
    await link.tap()
    await expect(page.getByRole('heading', { name })).toBeFocused()
    await expect(search(page)).toHaveCount(0)
    await page.getByRole('link', { name: 'Back to Volunteers' }).tap()
    await expect(search(page)).toHaveValue('levi')
    await expect(page.getByRole('link', { name, exact: true })).toBeFocused()
  })
})
