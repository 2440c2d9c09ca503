import type { ImportDetail } from '@dashboard/contract/imports'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { answerImport, crowdedCircuits, importId, reviewed, totalsOf } from '../answered-imports.ts'
import { minutesAgo } from '../job-rows.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * How the page of a review or import, and the history, look (docs/imports.md#screens); what they say and do is in
 * import.page.test.tsx.
 */

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

const columnsGuard: ImportDetail['guard'] = {
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

test('what the guard has stopped, and its question', async ({ page }) => {
  const takePicture = takeScreenshots(page, 'import')
  await open(page, reviewed(stopped))
  const removal = page.getByRole('region', { name: '210 of 400 volunteers would be removed' })
  await expect(removal.getByText('12 of 14')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takePicture('stopped')
  await removal.getByRole('button', { name: 'Remove 210 volunteers and import' }).click()
  await page.getByLabel('Type 210 to confirm').fill('210')
  await expectAccessibleAtEachWidth(page)
  await takePicture('confirm-removal')
  // Enter in the field sends the same as the button, which is outside the form.
  const sent = page.waitForRequest(`**/api/imports/${importId}/apply`)
  await page.getByLabel('Type 210 to confirm').press('Enter')
  expect((await sent).postDataJSON()).toEqual({ removals: 210 })
  await page.unrouteAll()

  await open(page, reviewed({ ...stopped, guard: columnsGuard }))
  const erasure = page.getByRole('region', { name: '1,590 values would be erased' })
  await expect(erasure.getByText('1,200 of 1,250')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takePicture('stopped-columns')
  await erasure.getByRole('button', { name: 'Erase 1,590 values and import' }).click()
  await page.getByLabel('Type 1590 to confirm').fill('1590')
  await expectAccessibleAtEachWidth(page)
  await page.unrouteAll()

  const uma = await createAccount(dashboard, { username: 'uma', password: 'green apple' })
  await open(page, reviewed(stopped), uma)
  await expect(page.getByText('An administrator has to confirm this')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takePicture('coordinator')
})

test('the page in its other states', async ({ page }) => {
  const takePicture = takeScreenshots(page, 'import')
  const outdated = {
    isSheetChanged: true,
    volunteers: 2,
    isOtherwiseChanged: false,
    names: ['Ann Lee', 'Bo Kim'],
  }
  await open(page, reviewed({ totals, outdated }))
  await expect(page.getByRole('button', { name: 'Review again' })).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takePicture('outdated')
  await page.unrouteAll()

  const completed = {
    kind: 'import',
    status: 'completed',
    completedAt: '2026-11-20T15:00:00.000Z',
    appliedBy: 'Grace Hopper',
    isRestorable: true,
  } as const
  const warnings: ImportDetail['warnings'] = [
    { kind: 'flag', column: 'Trained', reason: 'is neither yes nor no and counts as no', rows: 3 },
  ]
  const done = reviewed({ ...completed, totals, warnings })
  // A later import has made these changes since.
  const later = { ...done, completedAt: '2026-11-21T15:00:00.000Z', isCurrent: true }
  await page.route('**/api/imports?*', (route) =>
    route.fulfill({ json: { imports: [later, done], total: 2, nextCursor: null } }),
  )
  await open(page, done)
  await page.getByRole('tab', { name: /^Skipped rows/ }).click()
  await expect(page.getByRole('region', { name: 'Warnings' })).toContainText('Trained')
  await expectAccessibleAtEachWidth(page)
  await takePicture('done')
  await page.getByRole('tab', { name: 'Changed since' }).click()
  await expect(page.getByText(/^4 volunteers changed since /)).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'review')('since')
  await page.unrouteAll()

  await open(page, reviewed())
  await expect(page.getByText('Nothing would change', { exact: true })).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await page.goto(`${dashboard.url}/dashboard/sync/imports/unknown`)
  await expect(page.getByText('Import not found')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await page.unrouteAll()
  await page.route(`**/api/imports/${importId}`, (route) =>
    route.fulfill({ status: 503, json: { message: 'Not ready.' } }),
  )
  await page.goto(`${dashboard.url}${path}`)
  await expect(page.getByText('This import could not be loaded')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
})

test('the history, with syncs that changed nothing', async ({ page }) => {
  const quiet = reviewed({ kind: 'import', status: 'completed', completedAt: minutesAgo(5) })
  const imports = [
    reviewed({ id: 'review', totals }),
    ...['a', 'b', 'c'].map((id) => ({ ...quiet, id })),
    { ...quiet, id: 'first', totals },
  ]
  await page.route('**/api/imports?*', (route) =>
    route.fulfill({ json: { imports, total: imports.length, nextCursor: 'more' } }),
  )
  await openSignedIn(page, dashboard, '/dashboard/sync')
  const history = page.getByRole('region', { name: 'Import history' })
  const links = history.getByRole('link', { name: /^Import of/ })
  await expect(links).toHaveCount(1)
  await history.getByText('3 syncs without changes').click()
  await expect(links).toHaveCount(4)
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'review')('history')
})
