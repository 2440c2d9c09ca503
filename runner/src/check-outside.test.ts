import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { startSheetsDouble } from '@dashboard/doubles/sheets/sheets-double'
import { readSettings } from '@dashboard/store/settings/settings'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, it, onTestFinished } from 'vitest'
import { checkOutside } from './check-outside.ts'

async function check(variables: NodeJS.ProcessEnv) {
  const folder = await temporaryFolder()
  const [spreadsheet, locust] = await checkOutside(readSettings({ DATA_DIR: folder, ...variables }))
  return { spreadsheet, locust }
}

async function startGoogle(rows: string[][]) {
  const google = await startSheetsDouble()
  onTestFinished(() => google.close())
  google.addSpreadsheet('one', { Data_Import: rows })
  const variables = {
    SPREADSHEET: 'google:one',
    GOOGLE_SERVICE_ACCOUNT: google.serviceAccount,
    GOOGLE_SHEETS_API_URL: google.url,
  }
  return { google, variables }
}

async function startLocust() {
  const locust = await startLocustDouble()
  onTestFinished(() => locust.close())
  return locust
}

const titles = ['Note', 'First Name', 'Last Name', 'Circuit', 'Congregation']

it('passes on a new installation', async () => {
  expect(await check({})).toEqual({
    spreadsheet: {
      name: 'Spreadsheet',
      ok: true,
      message: 'There is no sheet yet in the workbook volunteers.xlsx.',
      fix: 'Run an export to make it.',
    },
    locust: {
      name: 'Locust',
      ok: true,
      message: 'Locust is not connected, so exports use built-in sample data.',
      fix: 'Set LOCUST_URL to export real volunteers.',
    },
  })
})

it('finds the headers of a Google sheet and changes nothing in it', async () => {
  const { google, variables } = await startGoogle([['Volunteers'], titles, ['', 'Ada', 'Lovelace']])
  const { spreadsheet } = await check(variables)
  expect(spreadsheet).toMatchObject({
    ok: true,
    message:
      "The sheet 'Data_Import' of the Google spreadsheet one can be written to and has 4 columns.",
  })
  expect(google.titles('one')).toEqual(['Data_Import'])
})

it('names the column that a sheet lacks', async () => {
  const { variables } = await startGoogle([titles.slice(0, 4)])
  expect((await check(variables)).spreadsheet).toEqual({
    name: 'Spreadsheet',
    ok: false,
    message: "The sheet has no column 'Congregation'.",
    fix: 'Add the column, then try again.',
  })
})

it('fails for a spreadsheet that may be read but not written', async () => {
  const { google, variables } = await startGoogle([titles])
  google.letOnlyView('one')
  expect((await check(variables)).spreadsheet).toMatchObject({
    ok: false,
    fix: 'Share the spreadsheet with this address as an editor, then try again.',
  })
})

it('describes what is wrong with a workbook', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'broken.xlsx'), 'no workbook')
  const { spreadsheet } = await check({ SPREADSHEET: `file:${join(folder, 'broken.xlsx')}` })
  expect(spreadsheet).toMatchObject({ ok: false, fix: expect.stringMatching(/\w/) })
})

it('reads no more of Locust than the first volunteer', async () => {
  const { url } = await startLocust()
  const { locust } = await check({ LOCUST_URL: url, LOCUST_TOKEN: locustToken })
  expect(locust).toEqual({
    name: 'Locust',
    ok: true,
    message: `Locust at ${new URL(url).host} sends volunteers.`,
    fix: null,
  })
})

it('describes what is wrong with Locust', async () => {
  const { url } = await startLocust()
  const { locust } = await check({ LOCUST_URL: url, LOCUST_TOKEN: 'wrong' })
  expect(locust).toEqual({
    name: 'Locust',
    ok: false,
    message: `Locust at ${new URL(url).host} refused the credentials (401).`,
    fix: 'Check LOCUST_TOKEN, or LOCUST_USERNAME and LOCUST_PASSWORD.',
  })
})
