import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Locator, type Page } from '@playwright/test'
import { readSheet } from 'read-excel-file/node'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { type Dashboard, startDashboard } from '../dashboard.ts'
import { test } from '../kept-page.ts'
import { takeScreenshots } from '../screenshots.ts'
import { people, writeSheet } from '../sheet-file.ts'
import { openSignedIn } from '../sign-in.ts'

/** A sheet is reviewed, imported, stopped by the guard, and undone (docs/imports.md#screens). */

let dashboard: Dashboard
let folder: string
let sheet: string
/** The data after the second import. */
let left: unknown[]

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'review-'))
  sheet = join(folder, 'volunteers.csv')
  dashboard = await startDashboard({ SPREADSHEET: `file:${sheet}` })
})
test.afterAll(async () => {
  await dashboard.stop()
  await rm(folder, { recursive: true })
})

const page1 = [...people('Astoria', 14), ...people('Bronx', 10)]
const nameless = { firstName: '', lastName: 'Nameless', congregation: 'Bronx' }

const headline = (page: Page, text: string) => page.getByText(text, { exact: true })

async function openSync(page: Page): Promise<void> {
  await openSignedIn(page, dashboard, '/dashboard/sync')
  await page.getByRole('checkbox', { name: 'Export from Locust' }).uncheck()
}

async function openReview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review changes first' }).click()
  await page.getByRole('link', { name: 'Open the review' }).click()
  await expect(page.getByRole('heading', { name: 'Review of changes' })).toBeVisible()
}

async function confirm(
  page: Page,
  { label, done } = { label: 'Import these changes', done: 'Imported' },
): Promise<void> {
  await page.getByRole('button', { name: label }).click()
  const asking = page.getByRole('alertdialog', { name: `${label}?` })
  await asking.getByRole('button', { name: label }).click()
  await expect(page.getByText(done, { exact: true }).first()).toBeVisible()
}

/** Returns everybody's facts, without the ids and times that the database generates. */
function everybody(): unknown[] {
  const database = new DatabaseSync(join(dashboard.dataDir, 'dashboard.db'), { readOnly: true })
  try {
    return database
      .prepare(
        `select v."firstName", v."lastName", v."mobilePhone", c."name" as circuit, g."name" as congregation
        from "volunteers" v join "circuits" c on c."id" = v."circuitId"
        join "congregations" g on g."id" = v."congregationId" order by 2, 1, 5`,
      )
      .all()
  } finally {
    database.close()
  }
}

async function download(page: Page, button: Locator): Promise<string> {
  const downloading = page.waitForEvent('download')
  await button.click()
  return (await downloading).path()
}

test.describe
  .serial('from the sheet to the data and back', () => {
    test('a review is imported exactly as shown, and its skipped rows are handed on', async ({
      page,
    }) => {
      await writeSheet(sheet, [...page1, nameless, nameless])
      await openSync(page)
      await openReview(page)
      const totals = '24 new, 2 rows skipped'
      await expect(headline(page, totals)).toBeVisible()
      expect(everybody()).toEqual([])
      await confirm(page)
      await expect(headline(page, totals)).toBeVisible()
      expect(everybody()).toHaveLength(24)
      await page.getByRole('tab', { name: 'Skipped rows (2)' }).click()
      await expect(page.getByText('Row 26').first()).toBeVisible()
      const path = await download(page, page.getByRole('button', { name: /as XLSX$/ }))
      const rows = await readSheet(await readFile(path))
      expect(rows.map((row) => row.slice(0, 4))).toEqual([
        ['Circuit', 'Congregation', 'Rows Skipped In Congregation', 'Row'],
        ['NY-1', 'Bronx', '2', '26'],
        ['NY-1', 'Bronx', '2', '27'],
      ])
    })

    test('a sheet that changes after its review is named, and reviewed again', async ({ page }) => {
      const [first, second, ...others] = page1
      if (!first || !second) throw new Error('There are people in the sheet')
      const moved = { ...first, congregation: 'Bronx' }
      const changed = { ...second, phone: '718 555 0100' }
      await writeSheet(sheet, [moved, changed, ...others])
      await openSync(page)
      await openReview(page)
      await expect(headline(page, '1 would move, 1 would change, 22 as they were')).toBeVisible()
      await writeSheet(sheet, [moved, changed, ...others.slice(1)])
      await page.reload()
      await expect(page.getByText('The spreadsheet has changed since.')).toBeVisible()
      await expectAccessibleAtEachWidth(page)
      await takeScreenshots(page, 'review')('sheet-changed')
      await page.getByRole('button', { name: 'Review again' }).click()
      await expect(
        headline(page, '1 would move, 1 would change, 1 would leave, 21 as they were'),
      ).toBeVisible()
      const search = page.getByRole('searchbox', { name: 'Search by name' })
      await search.fill('volunteer 02')
      await expect(page.getByText('718 555 0100')).toBeVisible()
      await confirm(page)
      left = everybody()
      expect(left).toHaveLength(23)
    })

    test('the guard stops an import, and an administrator confirms it', async ({ page }) => {
      await writeSheet(sheet, page1.slice(0, 4))
      const before = everybody()
      await openSync(page)
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await page.getByRole('link', { name: 'See what it would have changed' }).click()
      expect(everybody()).toEqual(before)
      const remove = page.getByRole('button', { name: 'Remove 20 volunteers and import' })
      await remove.click()
      const dialog = page.getByRole('dialog', { name: 'Remove 20 volunteers?' })
      await dialog.getByLabel('Type 20 to confirm').fill('20')
      await dialog.getByRole('button', { name: 'Remove 20 volunteers and import' }).click()
      await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible()
      expect(everybody()).toHaveLength(4)
    })

    test('an administrator undoes the last import, from its own page', async ({ page }) => {
      await openSync(page)
      const history = page.getByRole('region', { name: 'Import history' })
      await expect(history.getByRole('listitem')).toHaveCount(4)
      await expectAccessibleAtEachWidth(page)
      await takeScreenshots(page, 'review')('history')
      await history.getByRole('listitem').first().getByRole('link').click()
      await page.getByRole('button', { name: 'Undo this import' }).click()
      await expect(page.getByRole('heading', { name: 'Undo of an import' })).toBeVisible()
      await expect(
        headline(page, '20 new, 1 would move, 1 would change, 1 would leave, 1 as they were'),
      ).toBeVisible()
      await confirm(page, { label: 'Undo the import', done: 'Undone' })
      // Since the import that it went back to, nobody has changed; since the first one, two have, once each.
      await openSync(page)
      const since = history.getByRole('link', { name: /^What changed since/ })
      await since.nth(1).click()
      await expect(page.getByText(/^Nobody has changed since /)).toBeVisible()
      await openSignedIn(page, dashboard, '/dashboard')
      await page.getByRole('link', { name: /^What changed since/ }).click()
      await expect(page.getByText(/volunteers? changed since .*, in \d imports\./)).toBeVisible()
      await expectAccessibleAtEachWidth(page)
      await takeScreenshots(page, 'review')('since')
      expect(everybody()).toEqual(left)
    })
  })
