import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { readSheet } from 'read-excel-file/node'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/**
 * A sheet of one's own, from choosing the file to the imported volunteers (docs/your-data.md). What the pages say and
 * do is in own-sheet.page.test.tsx and import.page.test.tsx.
 */

const dashboard = ownDashboard()

const spanish = [
  'Nombre completo;Circuito;Congregación;Celular;Disponible;Sábado mañana;Comentarios internos',
  '"Gómez, Ana María";NY-5;Central;+1 212 555 0101;Sí;x;no es para nadie',
  '"Ortega, Luis";NY-6;Riverside;+1 212 555 0102;Quizás;;',
  ';NY-6;Riverside;+1 212 555 0103;Sí;;',
].join('\r\n')

async function bring(page: Page, name: string, text: string) {
  await page
    .getByLabel('Choose a file to import')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') })
}

test('a Spanish list is matched, reviewed, imported exactly as shown, and its skipped row is saved', async ({
  page,
}) => {
  await openSignedIn(page, dashboard, '/dashboard/sync')
  await expect(page.getByRole('heading', { name: 'Your own sheet' })).toBeVisible()
  await takeScreenshots(page, 'own-sheet')('1-card')
  await bring(page, 'lista.csv', spanish)
  await expect(page.getByRole('heading', { name: 'What each column is for' })).toBeVisible()
  await page.getByLabel('Name of the match').fill('Lista')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: "Read as matched in 'Lista'" })).toBeVisible()
  await page.getByRole('button', { name: 'Review changes first' }).click()
  await expect(page.getByRole('heading', { name: 'Review of changes' })).toBeVisible()
  await expect(page.getByText('2 new, 1 row skipped', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Skipped rows (1)' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /as XLSX$/ }).click()
  const rows = await readSheet(await readFile(await (await download).path()))
  expect(rows.map((row) => row.slice(0, 4))).toEqual([
    ['Circuit', 'Congregation', 'Rows Skipped In Congregation', 'Row'],
    ['NY-6', 'Riverside', '1', '4'],
  ])
  await page.getByRole('button', { name: 'Import these changes' }).click()
  const asking = page.getByRole('alertdialog', { name: 'Import these changes?' })
  await asking.getByRole('button', { name: 'Import these changes' }).click()
  await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible()
  await page.goto(`${dashboard.url}/dashboard/volunteers`)
  await expect(page.getByText('Gómez, Ana María')).toBeVisible()
  await expect(page.getByText('2 volunteers', { exact: true })).toBeVisible()
})

test('the card leads to a template and to the page that explains it, also by keyboard alone', async ({
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
  await page.getByRole('link', { name: 'The sheet of volunteers' }).click()
  await expect(page.getByRole('heading', { name: 'Accepted words' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Locust Sync' })).toBeVisible()
})
