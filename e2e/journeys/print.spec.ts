import { listVolunteers } from '@dashboard/contract/volunteers'
import { expect, type Page } from '@playwright/test'
import { extractText } from 'unpdf'
import { signInByApi } from '../api-client.ts'
import { crowdedCoverage } from '../crowded-coverage.ts'
import { answerReports, crowdedReports, longName } from '../crowded-reports.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { openSignedIn } from '../sign-in.ts'

/** What is on paper when a page is printed (docs/design-language.md#on-paper). */

const dashboard = ownDashboard({}, { synced: 'sample' })

test.beforeEach(({ page }) => page.setViewportSize({ width: 1280, height: 800 }))

/** Prints the page, and returns its text without the spaces, since names break anywhere between lines. */
async function print(page: Page) {
  const pdf = await page.pdf({ format: 'Letter' })
  const { text, totalPages } = await extractText(new Uint8Array(pdf), { mergePages: true })
  return { pages: totalPages, text: text.replace(/\s/g, '') }
}

function timesIn(text: string, part: string): number {
  return text.split(part).length - 1
}

test('the dashboard prints all circuits on numbered pages, their names whole, and no controls', async ({
  page,
}) => {
  const coverage = crowdedCoverage()
  const json = { ...coverage, circuits: coverage.circuits.slice(0, 80) }
  await page.route('**/api/coverage', (route) => route.fulfill({ json }))
  await openSignedIn(page, dashboard, '/dashboard')
  await page.evaluate(() => localStorage.setItem('first_steps', 'open'))
  await page.reload()
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Show .* of 80 circuits$/ })).toBeVisible()
  await expect(page.getByText(/^Data as of/)).toBeAttached()
  const { text, pages } = await print(page)
  expect(timesIn(text, '12,500')).toBe(79)
  expect(text).toContain(longName)
  for (const circuit of ['NY-2', 'NY-40', 'NY-79']) expect(text).toContain(circuit)
  expect(text).toMatch(/^Page1of\dDashboard(Dataasof.+\(sampledata\)·)Printed.+by.+\(admin\)/)
  expect(text).toMatch(/DashboardPage2of\d/)
  expect(text).not.toMatch(/Firststeps|Showmore|Searchcircuits|Allcircuits|Generate|Sortcircuits/)
  expect(pages).toBeLessThanOrEqual(4)
})

test('the reports page prints all reports, their names whole, and no controls', async ({
  page,
}) => {
  await answerReports(page, crowdedReports(182))
  await openSignedIn(page, dashboard, '/dashboard/reports')
  await expect(page.getByText('182 reports', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Data as of/)).toBeAttached()
  const { text, pages } = await print(page)
  // Two of them have the long name, one as its circuit.
  expect(timesIn(text, longName)).toBe(2)
  for (let index = 0; index < 182; index += 1) {
    if (index % 3 !== 0 && index !== 1 && index !== 2)
      expect(text).toContain(`Congregation${index}`)
  }
  expect(timesIn(text, 'GeneratedNov')).toBe(182)
  expect(text).toContain('182reports')
  expect(text).toMatch(/^Page1of\dReportsDataasof/)
  expect(text).not.toMatch(/DownloadArchive|SelectAll|selected|Searchreports|Reporttype|ClearAll/)
  expect(pages).toBeLessThanOrEqual(9)
})

test('a person is printed alone, and of the list only how to print it', async ({ page }) => {
  const { call } = await signInByApi(dashboard)
  const { volunteers } = (await call(listVolunteers)).body
  const [person, ...others] = volunteers
  const numbers = others.flatMap(({ mobilePhone }) => mobilePhone?.replace(/\s/g, '') ?? [])
  const named = (text: string) => numbers.filter((number) => text.includes(number))
  await openSignedIn(page, dashboard, '/dashboard/volunteers')
  await page.getByRole('list', { name: 'Volunteers' }).getByRole('link').first().waitFor()
  const list = await print(page)
  expect(named(list.text)).toEqual([])
  expect(list.text).toBe("Page1of1VolunteersToprintthislist,use'Export','Toprint(PDF)'.")
  expect(list.pages).toBe(1)

  await page.getByRole('list', { name: 'Volunteers' }).getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Volunteer', exact: true })).toContainText('Phone')
  const { text, pages } = await print(page)
  expect(text).toContain(`${person?.lastName},${person?.firstName}`.replace(/\s/g, ''))
  expect(text).toContain('Cartlocations')
  expect(named(text)).toEqual([])
  expect(pages).toBeLessThanOrEqual(2)
})
