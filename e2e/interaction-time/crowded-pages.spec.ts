import { expect, type Page, test } from '@playwright/test'
import { answerImport, crowdedCircuits, importId, reviewed, totalsOf } from '../answered-imports.ts'
import { button } from '../branding.ts'
import { crowdedCoverage } from '../crowded-coverage.ts'
import { chooseCongregations, openCrowdedReports } from '../crowded-reports.ts'
import { answerUsers, madeUpUser } from '../crowded-users.ts'
import { expectSmooth, slowMachine } from '../interaction-time.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { openSignedIn } from '../sign-in.ts'

/** Pages with more content than any installation will hold stay smooth on a slow machine. */

const dashboard = ownDashboard()

const open = (page: Page, path: string) => openSignedIn(page, dashboard, path)

onEachScreen((width) => {
  test('5,000 congregations and 2,000 reports', async ({ page }) => {
    await openCrowdedReports(page, dashboard)
    await chooseCongregations(page)
    const machine = await slowMachine(page)
    const circuits = page.getByRole('group', { name: 'Circuits', exact: true })
    const allCircuits = circuits.getByRole('button', { name: 'Select All Circuits' })
    const noCircuits = circuits.getByRole('button', { name: 'Clear All Circuits' })
    await expectSmooth('all circuits', async () => {
      if (await noCircuits.isEnabled()) await noCircuits.click()
      return machine.click(allCircuits)
    })
    const circuit = circuits.getByRole('checkbox', { name: 'NY-1', exact: true })
    await expectSmooth('a circuit', () => machine.click(circuit))

    const congregations = page.getByRole('group', { name: /^Congregations/ })
    const search = congregations.getByRole('searchbox')
    await expectSmooth('searching congregations', async () => {
      await search.fill('')
      return machine.type(search, 'n 12-')
    })
    const congregation = congregations.getByRole('checkbox', { name: 'Congregation 12-1' }).first()
    await expectSmooth('a congregation', () => machine.click(congregation))
    const together = congregations.getByRole('button', { name: 'Only selected' })
    await expectSmooth('only selected', () => machine.click(together))
    if ((await together.getAttribute('aria-pressed')) === 'true') await together.click()
    await search.fill('')
    await expectSmooth('scrolling congregations', () =>
      machine.scroll(congregations.getByRole('checkbox').nth(2)),
    )

    const center = page.getByRole('region', { name: 'Download Center' })
    const all = center.getByRole('button', { name: 'Select All', exact: true })
    const none = center.getByRole('button', { name: 'Deselect All' })
    await expectSmooth('all reports', async () => {
      if (await none.isEnabled()) await none.click()
      return machine.click(all)
    })
    await expect(center.getByText('2,000 reports selected')).toBeVisible()
    const report = center.getByRole('checkbox').first()
    await expectSmooth('a report', () => machine.click(report))
    await expectSmooth('scrolling reports', () => machine.scroll(report))
    await expectSmooth('the last report', async () => {
      await report.press('Home')
      return machine.press(report, 'End')
    })
    const reportSearch = center.getByRole('searchbox')
    await expectSmooth('searching reports', async () => {
      await reportSearch.fill('')
      return machine.type(reportSearch, 'ny-4')
    })
  })

  test('a review of 52,000 volunteers', async ({ page }) => {
    const circuits = crowdedCircuits(200)
    await answerImport(page, { import: reviewed({ totals: totalsOf(circuits) }), circuits })
    await open(page, `/dashboard/sync/imports/${importId}`)
    const list = page.getByRole('list', { name: 'Changes by circuit and congregation' })
    const circuit = list.getByRole('button', { name: /^NY-1 / })
    await expect(circuit).toBeVisible()
    const machine = await slowMachine(page)
    await expectSmooth('opening a circuit', () => machine.click(circuit))
    const congregation = list.getByRole('button', { name: /^Congregation 1-1 / })
    if (!(await congregation.isVisible())) await circuit.click()
    await expectSmooth('opening a congregation', () => machine.click(congregation))
    await expectSmooth('scrolling changes', () => machine.scroll(congregation))
    const search = page.getByRole('searchbox', { name: 'Search by name' })
    await expectSmooth('searching changes', async () => {
      await search.fill('')
      return machine.type(search, 'marsh')
    })
  })

  test('500 users', async ({ page }) => {
    await answerUsers(
      page,
      Array.from({ length: 500 }, (_, index) => madeUpUser(index)),
    )
    await open(page, '/admin/users')
    await expect(page.getByText('500 users', { exact: true })).toBeVisible()
    const machine = await slowMachine(page)
    const first = page.getByText(/^@?user0$/)
    await expectSmooth('scrolling users', async () => {
      await page.evaluate('scrollTo(0, 0)')
      return machine.scroll(first)
    })
    // On a phone, the order is chosen in the browser's own list.
    if (width === 1280) {
      const names = page.getByRole('button', { name: 'Full Name' })
      await expectSmooth('sorting users', () => machine.click(names))
    }
    const search = page.getByRole('searchbox', { name: 'Search users' })
    await expectSmooth('searching users', async () => {
      await search.fill('')
      return machine.type(search, 'R 37')
    })
    await expect(page.getByText('11 of 500 users', { exact: true })).toBeVisible()
    await expectSmooth('the menu of a user', async () => {
      const milliseconds = await machine.click(
        page.getByRole('button', { name: 'Actions for user37', exact: true }),
      )
      await page.keyboard.press('Escape')
      return milliseconds
    })
  })

  test('600 circuits on the coverage board', async ({ page }) => {
    await page.route('**/api/coverage', (route) => route.fulfill({ json: crowdedCoverage() }))
    await open(page, '/dashboard')
    const machine = await slowMachine(page)
    await expectSmooth('50 more circuits', () =>
      machine.click(page.getByRole('button', { name: /^Show 50 more of/ })),
    )
    await expect(page.getByText('NY-50', { exact: true })).toBeVisible()
    if (width === 1280) {
      const names = page.getByRole('button', { name: 'Circuit', exact: true })
      await expectSmooth('sorting circuits', () => machine.click(names))
    }
    const search = page.getByRole('searchbox', { name: 'Search circuits' })
    await expectSmooth('searching circuits', async () => {
      await search.fill('')
      return machine.type(search, 'ny-59')
    })
    await expect(page.getByText('NY-591', { exact: true })).toBeVisible()
  })

  test('the whole app follows a dragged color picker', async ({ page }) => {
    await open(page, '/admin/branding')
    await button(page, 'Pick a color for Main Backgrounds').click()
    const machine = await slowMachine(page)
    await expectSmooth('dragging', () => machine.drag(page.getByRole('slider', { name: 'Color' })))
  })
})
