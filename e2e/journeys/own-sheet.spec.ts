import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { takeScreenshots } from '../screenshots.ts'
import { people, writeSheet } from '../sheet-file.ts'
import { openSignedIn } from '../sign-in.ts'

/** An uploaded sheet, from dropping the file to the imported volunteers (docs/your-data.md). */

const spreadsheet = join(tmpdir(), `own-sheet-${randomUUID()}.csv`)
const dashboard = ownDashboard({ SPREADSHEET: `file:${spreadsheet}` })
test.afterAll(() => rm(spreadsheet, { force: true }))

const spanish = [
  'Nombre completo;Circuito;Congregación;Celular;Disponible;Sábado mañana;Comentarios internos',
  '"Gómez, Ana María";NY-5;Central;+1 212 555 0101;Sí;x;no es para nadie',
  '"Ortega, Luis";NY-6;Riverside;+1 212 555 0102;Quizás;;',
].join('\r\n')

async function bring(page: Page, name: string, text: string) {
  await page
    .getByLabel('Choose a file to import')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') })
}

test('the columns page leads to the sync while there is no spreadsheet', async ({ page }) => {
  await openSignedIn(page, dashboard, '/dashboard/sync/columns')
  await expect(page.getByText('There is no spreadsheet yet')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expectAccessibleAtEachWidth(page)
  await page.getByRole('link', { name: 'Go to Locust Sync' }).click()
  await expect(page.getByRole('heading', { name: 'Locust Sync' })).toBeVisible()
})

test('a Spanish list is matched once, reviewed, and imported', async ({ page }) => {
  await openSignedIn(page, dashboard, '/dashboard/sync')
  await expect(page.getByRole('heading', { name: 'Your own sheet' })).toBeVisible()
  const takePicture = takeScreenshots(page, 'own-sheet')
  await takePicture('1-card')
  await bring(page, 'lista.csv', spanish)
  await expect(page.getByRole('heading', { name: 'What each column is for' })).toBeVisible()
  await expect(page.getByText('6 of 7 columns are read, the others are left out.')).toBeVisible()
  const use = (title: string) => page.getByLabel(`What '${title}' is for`)
  await expect(use('Nombre completo')).toHaveValue('Full Name')
  await expect(use('Sábado mañana')).toHaveValue('Saturday')
  await expect(use('Comentarios internos')).toHaveValue('Leave out')
  await expect(page.getByLabel("'Quizás' means")).toHaveValue('no')
  await page.getByLabel("'Quizás' means").selectOption('yes')
  // Required columns cannot be left out.
  await use('Circuito').selectOption('Leave out')
  await expect(page.getByText("Say which columns hold 'Circuit'.")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await use('Circuito').selectOption('Circuit')
  await expectAccessibleAtEachWidth(page)
  await takePicture('2-match')
  await page.getByLabel('Name of the match').fill('Lista')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: "Read as matched in 'Lista'" })).toBeVisible()
  await takePicture('3-kept')
  await page.getByRole('button', { name: 'Review changes first' }).click()
  await expect(page.getByRole('heading', { name: 'Review of changes' })).toBeVisible()
  await expect(page.getByText(/2 new/).first()).toBeVisible({ timeout: 30_000 })

  // The next sheet with these titles needs no questions.
  await page.goto(`${dashboard.url}/dashboard/sync`)
  await bring(page, 'lista-2.csv', spanish)
  await page.getByRole('button', { name: 'Import to SMPW Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard\/sync$/)
  await expect(page.getByText(/2 volunteers: 2 new/)).toBeVisible({ timeout: 30_000 })
  await page.goto(`${dashboard.url}/dashboard/volunteers`)
  await expect(page.getByText('Gómez, Ana María')).toBeVisible()

  // A match can be viewed and deleted even without its sheet.
  await page.goto(`${dashboard.url}/dashboard/sync/columns`)
  await expect(page.getByRole('heading', { name: 'Other matches' })).toBeVisible()
  await expect(page.getByText('Nombre completo · Circuito')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takePicture('5-matches')
  await page.getByRole('button', { name: "Forget 'Lista'" }).click()
  await expect(page.getByText('Match Forgotten', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Other matches' })).toHaveCount(0)
})

test('a file that may be in several encodings is asked about, also where its match is kept', async ({
  page,
}) => {
  const names = ['Name;Circuit;Congregation', 'Anna \xa3uk;PL-1;Central', 'Ben Ortiz;PL-1;Central']
  const text = names.join('\n')
  await openSignedIn(page, dashboard, '/dashboard/sync')
  await bring(page, 'polish.csv', text)
  const takePicture = takeScreenshots(page, 'own-sheet-encoding')
  await expect(page.getByRole('heading', { name: 'Which of these look right?' })).toBeVisible()
  await expect(page.getByText('Anna Łuk')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takePicture('1-question')
  await page.getByRole('button', { name: 'Central European (Windows-1250)' }).click()
  await expect(page.getByText('These should look right: Anna Łuk')).toBeVisible()
  await expect(page.getByLabel('Encoding')).toHaveValue('windows-1250')
  await expect(page.getByLabel('Separator between cells')).toHaveValue(';')
  await expectAccessibleAtEachWidth(page)
  await takePicture('2-chosen')
  await page.getByLabel('Separator between cells').selectOption('|')
  await expect(page.getByText('No titles were found')).toBeVisible()
  await page.getByLabel('Separator between cells').selectOption(';')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('button', { name: 'Review changes first' })).toBeVisible()

  await page.goto(`${dashboard.url}/dashboard/sync`)
  await bring(page, 'polish-2.csv', text)
  await expect(page.getByRole('heading', { name: 'Which of these look right?' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Review changes first' })).toHaveCount(0)
  await page.getByLabel('Another encoding').selectOption('windows-1250')
  await page.getByRole('button', { name: 'Review changes first' }).click()
  // Other congregations may be listed, too, so that none is open.
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('Łuk')
  await expect(page.getByText('Anna Łuk').first()).toBeVisible()
})

test('a user sees what columns seem to be, and asks an administrator', async ({ page }) => {
  const user = await createAccount(dashboard, { username: 'uma', password: 'uma has a password' })
  await openSignedIn(page, dashboard, '/dashboard/sync', user)
  await bring(page, 'other.csv', 'Nome,Cognome,Circuito,Congregazione\nAda,Rossi,NY-1,Park\n')
  await expect(page.getByText('An administrator says once what they are for.')).toBeVisible()
  await expect(page.getByText('Ada')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next' })).toHaveCount(0)
  await expectAccessibleAtEachWidth(page)
})

test('a file that is no sheet says what to do', async ({ page }) => {
  await openSignedIn(page, dashboard, '/dashboard/sync')
  await page.getByLabel('Choose a file to import').setInputFiles({
    name: 'old.xls',
    mimeType: 'application/vnd.ms-excel',
    buffer: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  })
  await expect(page.getByText('The sheet could not be read')).toBeVisible()
  await expect(page.getByText(/Save it as \.xlsx without a password/)).toBeVisible()
})

test('the card leads to a template and to the page that explains it, also with keys alone', async ({
  page,
}) => {
  await openSignedIn(page, dashboard, '/dashboard/sync')
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file', exact: true }).press('Enter')
  await chosen
  const download = page.waitForEvent('download')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toBe('Volunteers.xlsx')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your data', exact: true })).toBeVisible()
  const pictures = page.getByRole('img')
  await expect(pictures).toHaveCount(2)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toHaveJSProperty('complete', true)
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  }
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'own-sheet')('6-guide')
  await page.getByRole('link', { name: 'The sheet of volunteers' }).click()
  await expect(page.getByRole('heading', { name: 'Accepted words' })).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Locust Sync' })).toBeVisible()
})

test('a title that was renamed is matched in one press, and nothing is lost', async ({ page }) => {
  const run = page.getByRole('button', { name: 'Run', exact: true })
  await writeSheet(spreadsheet, people('Astoria', 12))
  await openSignedIn(page, dashboard, '/dashboard/sync')
  await page.getByRole('checkbox', { name: 'Export from Locust' }).uncheck()
  await run.click()
  await expect(page.getByText(/12 volunteers: 12 new/).first()).toBeVisible()
  const text = await readFile(spreadsheet, 'utf8')
  await writeFile(spreadsheet, text.replace('Mobile Phone', 'Phone'))
  await run.click()
  await page.getByRole('link', { name: 'See what it would have changed' }).click()
  await expectAccessibleAtEachWidth(page)
  await page.getByRole('link', { name: 'Match the columns' }).click()
  await expect(page.getByText("But for 'Phone':")).toBeVisible()
  await expect(page.getByLabel("What 'Phone' is for")).toHaveValue('Mobile Phone')
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'own-sheet')('4-renamed')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('link', { name: 'Back to Locust Sync' }).click()
  await page.getByRole('checkbox', { name: 'Export from Locust' }).uncheck()
  await run.click()
  await expect(page.getByText('12 volunteers, nothing changed').first()).toBeVisible()
})
