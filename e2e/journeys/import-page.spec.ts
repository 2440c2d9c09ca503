import type { ImportDetail } from '@dashboard/contract/imports'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { answerImport, crowdedCircuits, importId, reviewed, totalsOf } from '../answered-imports.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** The page of a review or import in fixed states (docs/imports.md#screens). */

const dashboard = ownDashboard()
const path = `/dashboard/sync/imports/${importId}`

// The size of an installation with 52,000 volunteers.
const circuits = crowdedCircuits(200)
const totals = totalsOf(circuits)
const stopped: Partial<ImportDetail> = {
  kind: 'import',
  status: 'stopped',
  totals,
  guard: {
    isStopped: true,
    removals: 210,
    volunteers: 400,
    isTotalExceeded: true,
    congregations: [
      { circuit: 'NY-1', congregation: 'Astoria', removals: 20, volunteers: 20 },
      { circuit: 'NY-2', congregation: 'Bronx', removals: 12, volunteers: 14 },
    ],
    columns: [],
    erasures: 0,
    replaced: [],
    replacements: 0,
    unknownColumns: [],
    confirmedBy: null,
  },
}

async function open(
  page: Page,
  entry: ImportDetail,
  user?: { username: string; password: string },
) {
  await answerImport(page, { import: entry, circuits: entry.totals ? circuits : [] })
  await openSignedIn(page, dashboard, path, user)
}

async function leftOf(part: Locator): Promise<number | undefined> {
  return (await part.boundingBox())?.x
}

onEachScreen(() => {
  test('a review of 200 circuits is read down to the person', async ({ page }) => {
    await open(page, reviewed({ totals }))
    await expect(page.getByRole('heading', { name: 'Review of changes' })).toBeVisible()
    await expect(page).toHaveTitle(/^Review of changes, \w{3} \d+, .* ET · SMPW Dashboard$/)
    await expect(
      page.getByText(/new, .* would move, .* would change, .* would leave, 400 rows skipped/),
    ).toBeVisible()
    const list = page.getByRole('list', { name: 'Changes by circuit and congregation' })
    // Rows are aligned with the rest of the card.
    expect(await leftOf(list.locator('svg').first())).toBe(
      await leftOf(page.getByRole('searchbox', { name: 'Search by name' })),
    )
    // Only lines in view are in the document.
    expect(await list.getByRole('listitem').count()).toBeLessThan(40)
    await list.getByRole('button', { name: /^NY-1 / }).click()
    await list.getByRole('button', { name: /^Congregation 1-1 / }).click()
    await expect(list.getByText('Cleo Marsh')).toBeVisible()
    await expect(list.getByText('212 555 0199').filter({ visible: true }).first()).toBeVisible()
    await expect(list.getByText('Doubtful', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await takeScreenshots(page, 'import')('review')
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('marsh')
    await expect(page.getByText('4 changes found')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Skipped rows (400)' }).click()
    const skipped = page.getByRole('list', { name: 'Skipped rows by circuit and congregation' })
    await skipped.getByRole('button', { name: /^NY-1 / }).click()
    await skipped.getByRole('button', { name: /^Congregation 1-1 / }).click()
    await expect(skipped.getByText('Skipped since Nov 3, 2026')).toBeVisible()
    await expectAccessible(page)
    await takeScreenshots(page, 'import')('skipped')
  })
})

test('the guard asks an administrator, who types the number', async ({ page }) => {
  await open(page, reviewed(stopped))
  const card = page.getByRole('region', { name: '210 of 400 volunteers would be removed' })
  await expect(card.getByText('12 of 14')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'import')('stopped')
  await card.getByRole('button', { name: 'Remove 210 volunteers and import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove 210 volunteers?' })
  const confirm = dialog.getByRole('button', { name: 'Remove 210 volunteers and import' })
  await dialog.getByLabel('Type 210 to confirm').fill('21')
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('Type 210 to confirm').fill('210')
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'import')('confirm-removal')
  let sent: unknown
  await page.route(`**/api/imports/${importId}/apply`, (route) => {
    sent = route.request().postDataJSON()
    return route.fulfill({ status: 409, json: { message: 'Review again: the sheet has changed.' } })
  })
  await confirm.click()
  await expect(page.getByText('Review again: the sheet has changed.').first()).toBeVisible()
  expect(sent).toEqual({ removals: 210 })
})

test('the guard names the columns that would be erased, and asks for the number of values', async ({
  page,
}) => {
  const guard: ImportDetail['guard'] = {
    isStopped: true,
    removals: 0,
    volunteers: 400,
    isTotalExceeded: false,
    congregations: [],
    columns: [
      { column: 'Mobile Phone', isMissing: true, erased: 390, values: 390 },
      { column: 'Available', isMissing: false, erased: 1_200, values: 1_250 },
    ],
    erasures: 1_590,
    replaced: [],
    replacements: 0,
    unknownColumns: ['Phone', 'Shirt Size'],
    confirmedBy: null,
  }
  await open(page, reviewed({ ...stopped, guard }))
  const card = page.getByRole('region', { name: '1,590 values would be erased' })
  await expect(card.getByText('Mobile Phone is not in the sheet')).toBeVisible()
  await expect(card.getByText('1,200 of 1,250')).toBeVisible()
  await expect(card.getByText("may be meant: 'Phone' and 'Shirt Size'.")).toBeVisible()
  await expect(page.getByText('Phone and Shirt Size', { exact: true })).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'import')('stopped-columns')
  await card.getByRole('button', { name: 'Erase 1,590 values and import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase 1,590 values?' })
  await dialog.getByLabel('Type 1590 to confirm').fill('1590')
  await expectAccessibleAtEachWidth(page)
  let sent: unknown
  await page.route(`**/api/imports/${importId}/apply`, (route) => {
    sent = route.request().postDataJSON()
    return route.fulfill({ status: 409, json: { message: 'Review again: the sheet has changed.' } })
  })
  await dialog.getByRole('button', { name: 'Erase 1,590 values and import' }).click()
  await expect(page.getByText('Review again: the sheet has changed.').first()).toBeVisible()
  expect(sent).toEqual({ erasures: 1_590 })
})

test('a coordinator is told that an administrator has to confirm', async ({ page }) => {
  const uma = await createAccount(dashboard, { username: 'uma', password: 'green apple' })
  await open(page, reviewed(stopped), uma)
  await expect(page.getByText('An administrator has to confirm this')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'import')('coordinator')
})

test('an outdated review names what has changed and can still be read', async ({ page }) => {
  const outdated = {
    isSheetChanged: true,
    volunteers: 2,
    isOtherwiseChanged: false,
    names: ['Ann Lee', 'Bo Kim'],
  }
  await open(page, reviewed({ totals, outdated }))
  await expect(page.getByText('The spreadsheet has changed since.')).toBeVisible()
  await expect(page.getByText('2 volunteers have changed since: Ann Lee and Bo Kim.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Review again' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import these changes' })).toHaveCount(0)
  await expect(page.getByRole('tab', { name: /^Changes/ })).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'import')('outdated')
})

test('an import that is done says who applied it, and leads back to how it left the data', async ({
  page,
}) => {
  const done = {
    kind: 'import',
    status: 'completed',
    completedAt: '2026-11-20T15:00:00.000Z',
  } as const
  const warnings = [
    { kind: 'flag', column: 'Trained', reason: 'is neither yes nor no and counts as no', rows: 3 },
  ] as const
  await open(
    page,
    reviewed({
      ...done,
      totals,
      appliedBy: 'Grace Hopper',
      isRestorable: true,
      warnings: [...warnings],
    }),
  )
  await expect(page.getByText('by Grace Hopper')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go back to this import' })).toBeVisible()
  await page.getByRole('tab', { name: /^Skipped rows/ }).click()
  await expect(page.getByRole('region', { name: 'Warnings' })).toContainText('Trained')
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'import')('done')
})

test('each state without changes says so', async ({ page }) => {
  await open(page, reviewed())
  await expect(page.getByText('Nothing would change', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import these changes' })).toHaveCount(0)
  await expectAccessibleAtEachWidth(page)
  await page.unrouteAll()
  await open(page, reviewed({ status: 'completed', hasDetails: false }))
  await expect(page.getByText('Its changes are no longer kept')).toBeVisible()
  await page.unrouteAll()
  await open(page, reviewed({ status: 'failed', totals: null }))
  await expect(page.getByText('Its job has been removed since.')).toBeVisible()
  await page.unrouteAll()
  await page.goto(`${dashboard.url}/dashboard/sync/imports/unknown`)
  await expect(page.getByText('Import not found')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await page.route(`**/api/imports/${importId}`, (route) =>
    route.fulfill({ status: 503, json: { message: 'Not ready.' } }),
  )
  await page.goto(`${dashboard.url}${path}`)
  await expect(page.getByText('This import could not be loaded')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
})
