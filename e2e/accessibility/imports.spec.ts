import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportDetail } from '@dashboard/contract/imports'
import { people, sheetText } from '@dashboard/store/test/sheet-file'
import { expect, type Page } from '@playwright/test'
import { expectStateAccessible } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import {
  answerImport,
  crowdedCircuits,
  emptyGuard,
  reviewed,
  totalsOf,
} from '../answered-imports.ts'
import { goInApp } from '../in-app.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** Reviews and imports, and the pages on which a sheet of one's own is matched. */

const spreadsheet = join(tmpdir(), `accessible-sheet-${randomUUID()}.csv`)
const dashboard = ownDashboard({ SPREADSHEET: `file:${spreadsheet}` })
test.afterAll(() => rm(spreadsheet, { force: true }))

// The size of an installation with 52,000 volunteers.
const circuits = crowdedCircuits(200)
const totals = totalsOf(circuits)
const stopped = { kind: 'import', status: 'stopped', totals } as const
const removing: Partial<ImportDetail> = {
  ...stopped,
  guard: {
    ...emptyGuard,
    removals: 210,
    isTotalExceeded: true,
    congregations: [
      { circuit: 'NY-1', congregation: 'Astoria', removals: 20, volunteers: 20 },
      { circuit: 'NY-2', congregation: 'Bronx', removals: 12, volunteers: 14 },
    ],
  },
}
const erasing: Partial<ImportDetail> = {
  ...stopped,
  guard: {
    ...emptyGuard,
    columns: [
      { column: 'Mobile Phone', isMissing: true, erased: 390, values: 390 },
      { column: 'Available', isMissing: false, erased: 1_200, values: 1_250 },
    ],
    erasures: 1_590,
    unknownColumns: ['Phone', 'Shirt Size'],
  },
}

/** Goes to the page of an import, inside the app. */
async function show(page: Page, overrides: Partial<ImportDetail>): Promise<void> {
  const entry = reviewed({ id: randomUUID(), ...overrides })
  await answerImport(page, { import: entry, circuits: entry.totals ? circuits : [] })
  await goInApp(page, `/dashboard/sync/imports/${entry.id}`)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a review, and an import', async ({ page }) => {
  const picture = takeScreenshots(page, 'import')
  await openSignedIn(page, dashboard, '/dashboard/monitor')
  await show(page, { totals })
  await expect(page.getByRole('heading', { name: 'Review of changes' })).toBeVisible()
  const list = page.getByRole('list', { name: 'Changes by circuit and congregation' })
  await list.getByRole('button', { name: /^NY-1 / }).click()
  await list.getByRole('button', { name: /^Congregation 1-1 / }).click()
  await expect(list.getByText('Cleo Marsh')).toBeVisible()
  await expectStateAccessible(page, 'the changes, down to a person')
  await picture('review')
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('marsh')
  await expect(page.getByText('4 changes found')).toBeVisible()
  await expectStateAccessible(page, 'changes found')
  await page.getByRole('tab', { name: 'Skipped rows (400)' }).click()
  const skipped = page.getByRole('list', { name: 'Skipped rows by circuit and congregation' })
  await skipped.getByRole('button', { name: /^NY-1 / }).click()
  await skipped.getByRole('button', { name: /^Congregation 1-1 / }).click()
  await expect(skipped.getByText('Skipped since Nov 3, 2026')).toBeVisible()
  await expectStateAccessible(page, 'skipped rows')
  await picture('skipped')

  await show(page, removing)
  const removal = page.getByRole('region', { name: '210 of 400 volunteers would be removed' })
  await expect(removal.getByText('12 of 14')).toBeVisible()
  await expectStateAccessible(page, 'stopped, since it would remove many')
  await picture('stopped')
  await button(page, 'Remove 210 volunteers and import').click()
  await page.getByLabel('Type 210 to confirm').fill('210')
  await expectStateAccessible(page, 'the question before many are removed')
  await picture('confirm-removal')
  await page.keyboard.press('Escape')
  await show(page, erasing)
  const erasure = page.getByRole('region', { name: '1,590 values would be erased' })
  await expect(erasure.getByText('1,200 of 1,250')).toBeVisible()
  await expectStateAccessible(page, 'stopped, since it would erase much')
  await picture('stopped-columns')

  const outdated = {
    isSheetChanged: true,
    volunteers: 2,
    isOtherwiseChanged: false,
    names: ['Ann Lee', 'Bo Kim'],
  }
  await show(page, { totals, outdated })
  await expect(button(page, 'Review again')).toBeVisible()
  await expectStateAccessible(page, 'a review that is out of date')
  await picture('outdated')

  const id = randomUUID()
  const done: Partial<ImportDetail> = {
    id,
    kind: 'import',
    status: 'completed',
    completedAt: '2026-11-20T15:00:00.000Z',
    appliedBy: 'Grace Hopper',
    isRestorable: true,
    totals,
    warnings: [
      {
        kind: 'flag',
        column: 'Trained',
        reason: 'is neither yes nor no and counts as no',
        rows: 3,
      },
    ],
  }
  // A later import has made these changes since.
  const later = { ...done, completedAt: '2026-11-21T15:00:00.000Z', isCurrent: true }
  await page.route('**/api/imports?*', (route) =>
    route.fulfill({
      json: { imports: [reviewed(later), reviewed(done)], total: 2, nextCursor: null },
    }),
  )
  await show(page, done)
  await page.getByRole('tab', { name: /^Skipped rows/ }).click()
  await expect(page.getByRole('region', { name: 'Warnings' })).toContainText('Trained')
  await expectStateAccessible(page, 'imported, with warnings')
  await picture('done')
  await page.getByRole('link', { name: 'What changed since' }).click()
  await expect(page.getByText(/^4 volunteers changed since /)).toBeVisible()
  await expectStateAccessible(page, 'what has changed since')
  await takeScreenshots(page, 'review')('since')

  await show(page, {})
  await expect(page.getByText('Nothing would change', { exact: true })).toBeVisible()
  await expectStateAccessible(page, 'no change')
  await goInApp(page, '/dashboard/sync/imports/unknown')
  await expect(page.getByText('Import not found')).toBeVisible()
  await expectStateAccessible(page, 'no such import')
  await page.unrouteAll()

  const uma = await createAccount(dashboard, { username: 'uma', password: 'green apple' })
  await openSignedIn(page, dashboard, '/dashboard/monitor', uma)
  await show(page, removing)
  await expect(page.getByText('An administrator has to confirm this')).toBeVisible()
  await expectStateAccessible(page, 'stopped, for a user')
  await picture('coordinator')
})

test('a sheet of one’s own', async ({ page }) => {
  const picture = takeScreenshots(page, 'own-sheet')
  const bring = async (name: string, text: string) => {
    await page
      .getByLabel('Choose a file to import')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') })
  }
  await openSignedIn(page, dashboard, '/dashboard/sync')
  const names = 'Name;Circuit;Congregation\nAnna \xa3uk;PL-1;Central\nBen Ortiz;PL-1;Central'
  await bring('polish.csv', names)
  await expect(page.getByRole('heading', { name: 'Which of these look right?' })).toBeVisible()
  await takeScreenshots(page, 'own-sheet-encoding')('1-question')
  await button(page, 'Central European (Windows-1250)').click()
  await expect(page.getByText('These should look right: Anna Łuk')).toBeVisible()
  await expectStateAccessible(page, 'its letters, chosen')
  await takeScreenshots(page, 'own-sheet-encoding')('2-chosen')

  await goInApp(page, '/dashboard/sync')
  await bring(
    'lista.csv',
    'Nombre completo;Circuito;Congregación;Celular;Disponible;Sábado mañana;Comentarios internos\n' +
      '"Gómez, Ana María";NY-5;Central;+1 212 555 0101;Sí;x;no es para nadie\n',
  )
  await expect(page.getByRole('heading', { name: 'What each column is for' })).toBeVisible()
  await expectStateAccessible(page, 'what each column is for')
  await picture('2-match')
  await page.getByLabel('Name of the match').fill('Lista')
  await button(page, 'Next').click()
  await expect(page.getByRole('heading', { name: "Read as matched in 'Lista'" })).toBeVisible()
  await picture('3-kept')
  await goInApp(page, '/dashboard/sync/columns')
  await expect(page.getByRole('heading', { name: 'Other matches' })).toBeVisible()
  await expectStateAccessible(page, 'other matches, without a spreadsheet')
  await picture('5-matches')
  await writeFile(spreadsheet, sheetText(people('Astoria', 12)).replace('Mobile Phone', 'Phone'))
  await page.reload()
  await expect(page.getByLabel("What 'Phone' is for")).toHaveValue('Mobile Phone')
  await expectStateAccessible(page, 'the columns of the spreadsheet')
  await picture('4-renamed')

  await page.goto(`${dashboard.url}/guide/your-data.html`)
  await expect(page.getByRole('heading', { name: 'Your data', exact: true })).toBeVisible()
  await expectStateAccessible(page, 'the guide')
  await picture('6-guide')
  await page.getByRole('link', { name: 'The sheet of volunteers' }).click()
  await expect(page.getByRole('heading', { name: 'Accepted words' })).toBeVisible()
  await expectStateAccessible(page, 'the guide, on accepted words')

  const user = await createAccount(dashboard, { username: 'ula', password: 'uma has a password' })
  await openSignedIn(page, dashboard, '/dashboard/sync', user)
  await bring('other.csv', 'Nome,Cognome,Circuito,Congregazione\nAda,Rossi,NY-1,Park\n')
  await expect(page.getByText('An administrator says once what they are for.')).toBeVisible()
  await expectStateAccessible(page, 'columns that nobody knows, for a user')
})
