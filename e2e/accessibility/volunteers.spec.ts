import { expect, type Page } from '@playwright/test'
import { expectStateAccessible } from '../accessibility.ts'
import { goInApp } from '../in-app.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** Volunteers, their congregations, quick access, and filling a cart, on names in many scripts. */

const dashboard = ownDashboard({}, { synced: 'locust' })

const rows = (page: Page) => page.getByRole('list', { name: 'Volunteers' }).getByRole('listitem')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A list must be for a day within a year. */
function nextMonday(): string {
  const day = new Date()
  do day.setUTCDate(day.getUTCDate() + 1)
  while (day.getUTCDay() !== 1)
  return day.toISOString().slice(0, 10)
}

test('volunteers', async ({ page }) => {
  const picture = takeScreenshots(page, 'volunteers')
  await openSignedIn(page, dashboard, '/dashboard/volunteers')
  await expect(page.getByText('400 volunteers', { exact: true })).toBeVisible()
  await expectStateAccessible(page, 'the list')
  await expectStateAccessible(page, 'far down the list', async () => {
    await page.evaluate('scrollTo(0, 20 * innerHeight)')
    await expect(button(page, 'To the top')).toBeVisible()
  })
  await button(page, 'To the top').click()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Help: Volunteers' })
  await expect(help).toBeVisible()
  await expectStateAccessible(page, 'the help')
  await takeScreenshots(page, 'find')('help')
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)

  await page.getByRole('searchbox', { name: 'Search volunteers' }).fill('levi')
  await expect(rows(page).first()).toHaveText(/^לוי/)
  await expectStateAccessible(page, 'found by sound')
  await picture('filtered')
  await rows(page).first().getByRole('link').first().click()
  const person = page.getByRole('region', { name: 'Volunteer', exact: true })
  await expect(person.getByRole('heading').first()).toBeFocused()
  await person.getByText('1 emergency contact').click()
  await expect(person.getByText('555-0199')).toBeVisible()
  await expect(button(page, 'Export Personal Data')).toBeVisible()
  await expectStateAccessible(page, 'a person')
  await picture('person')

  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: /^Find people/ })
  await expect(box).toBeFocused()
  await box.fill('(201) 555-0107')
  await expect(page.getByRole('option').first()).toContainText('+1 201 555 0107')
  await expectStateAccessible(page, 'quick access, with a person found')
  await takeScreenshots(page, 'find')('people')
})

test('a cart is filled', async ({ page }) => {
  const picture = takeScreenshots(page, 'calls')
  await openSignedIn(page, dashboard, '/dashboard/circuits/NY-2')
  await page.getByRole('region', { name: 'Congregations' }).getByRole('link').first().click()
  await expect(page.getByRole('list', { name: 'People' }).getByRole('link').first()).toBeVisible()
  await expectStateAccessible(page, 'a congregation')
  await takeScreenshots(page, 'congregation')('page')
  await goInApp(page, '/dashboard/calls')
  await page.getByLabel('Where').selectOption('circuit')
  await page.getByLabel('Circuit', { exact: true }).selectOption('NY-2')
  await page.getByLabel('Day').fill(nextMonday())
  await page.getByLabel('Time').selectOption('Evening')
  await button(page, 'Show who can serve').click()
  const people = page.getByRole('list', { name: 'Who can serve' }).getByRole('listitem')
  for (const [at, outcome] of ['Yes', 'Wrong number'].entries()) {
    await people.nth(at).getByRole('combobox').selectOption(outcome)
    await expect(people.nth(at)).toContainText('noted by')
  }
  await button(page, 'Next to call').click()
  await expectStateAccessible(page, 'who can serve, some called')
  await picture('list')
  await page.getByText(/^Others \(\d+\)$/).click()
  await expect(page.getByText('Not trained').first()).toBeVisible()
  await expectStateAccessible(page, 'with those who cannot', async () => {
    // A row out of view has the size of an estimate, beyond which its controls seem to be below those of the next row.
    await page.evaluate(() => {
      for (const row of document.querySelectorAll<HTMLElement>('.far-row'))
        row.style.contentVisibility = 'visible'
      scrollTo(0, document.documentElement.scrollHeight)
    })
  })

  await goInApp(page, '/dashboard/calls')
  await expect(page.getByRole('list', { name: 'Wrong numbers' })).toBeVisible()
  await expect(page.getByText(/1 of 2 yes, 0 later, \d+ not called$/)).toBeVisible()
  await expectStateAccessible(page, 'choosing the cart, with a list that is short')
  await picture('choose')
  await goInApp(page, '/dashboard/volunteers?mark=wrong-number')
  await expect(page.getByText('1 volunteer found', { exact: true })).toBeVisible()
  await expect(rows(page)).toContainText('Wrong number')
  await expectStateAccessible(page, 'volunteers whose numbers are wrong')
  await takeScreenshots(page, 'volunteers')('to-correct')
})
