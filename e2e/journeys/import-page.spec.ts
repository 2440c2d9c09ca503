import type { ImportDetail } from '@dashboard/contract/imports'
import { expect, type Page } from '@playwright/test'
import {
  answerImport,
  crowdedCircuits,
  emptyGuard,
  importId,
  reviewed,
  totalsOf,
} from '../answered-imports.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { widths } from '../screens.ts'
import { openSignedIn } from '../sign-in.ts'

/** The page of a review or import as people see it (docs/imports.md#screens); what it says is in import.page.test.tsx. */

const dashboard = ownDashboard()

// The size of an installation with 52,000 volunteers.
const circuits = crowdedCircuits(200)
const totals = totalsOf(circuits)

async function open(page: Page, entry: ImportDetail) {
  await answerImport(page, { import: entry, circuits })
  await openSignedIn(page, dashboard, `/dashboard/sync/imports/${importId}`)
}

test('a review of 200 circuits draws only the lines in view, in line with the card', async ({
  page,
}) => {
  await open(page, reviewed({ totals }))
  const list = page.getByRole('list', { name: 'Changes by circuit and congregation' })
  await expect(list.getByRole('button', { name: /^NY-1 / })).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const search = await page.getByRole('searchbox', { name: 'Search by name' }).boundingBox()
    await expect
      .poll(async () => (await list.locator('svg').first().boundingBox())?.x)
      .toBe(search?.x)
    expect(await list.getByRole('listitem').count()).toBeLessThan(40)
  }
})

test('Enter in the field of a question sends the same as its button, which is outside the form', async ({
  page,
}) => {
  const guard = { ...emptyGuard, removals: 210, isTotalExceeded: true }
  await open(page, reviewed({ kind: 'import', status: 'stopped', totals, guard }))
  await page.getByRole('button', { name: 'Remove 210 volunteers and import' }).click()
  await page.getByLabel('Type 210 to confirm').fill('210')
  const sent = page.waitForRequest(`**/api/imports/${importId}/apply`)
  await page.getByLabel('Type 210 to confirm').press('Enter')
  expect((await sent).postDataJSON()).toEqual({ removals: 210 })
})
