import { readEntries } from '@dashboard/store/test/audit-log'
import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { skippedRows, writtenImport } from '../../test/rejects.ts'

const titles = [
  'Circuit',
  'Congregation',
  'Rows Skipped In Congregation',
  'Row',
  'Column',
  'Value',
  'Reason',
  'Skipped Since',
]

async function startWithRejects() {
  const app = await startTestApp()
  await writtenImport(app.db, { id: 'first', number: 1 })
  await writtenImport(app.db, { id: 'old', number: 3, hasDetails: 0 })
  await skippedRows(app.db, 'first', [
    { circuit: 'NY-2', congregation: 'Bronx', value: '=HYPERLINK("x")', columnTitle: 'First Name' },
    { firstSeenAt: '2026-11-03T02:00:00.000Z' },
    { circuit: '', congregation: '', value: '+1 212 555 0100' },
    { rowIndex: 2_000_000_000 },
  ])
  const { inject } = await app.as('user')
  return { ...app, get: (path: string) => inject({ url: `/api/imports/${path}` }) }
}

const lines = [
  titles,
  ['', '', '1', '4', 'Last Name', '+1 212 555 0100', 'The last name is missing.', '2026-11-20'],
  ['NY-1', 'Astoria', '2', '3', 'Last Name', '', 'The last name is missing.', '2026-11-02'],
  [
    'NY-1',
    'Astoria',
    '2',
    '2000000000',
    'Last Name',
    '',
    'The last name is missing.',
    '2026-11-20',
  ],
  [
    'NY-2',
    'Bronx',
    '1',
    '2',
    'First Name',
    '=HYPERLINK("x")',
    'The last name is missing.',
    '2026-11-20',
  ],
]

test('the skipped rows can be saved as CSV by congregation, and no cell is run', async () => {
  const { get } = await startWithRejects()
  const response = await get('first/rejects.csv')
  expect(response.headers['content-disposition']).toMatch(/SMPW-Skipped-Rows-\d{4}-\d\d-\d\d\.csv/)
  const { data } = Papa.parse<string[]>(response.body.replace('\uFEFF', ''), {
    skipEmptyLines: true,
  })
  const runnable = new Set(['+1 212 555 0100', '=HYPERLINK("x")'])
  expect(data).toEqual(
    lines.map((line) => line.map((cell) => (runnable.has(cell) ? `'${cell}` : cell))),
  )
})

test('the workbook opens with the same rows', async () => {
  const { get } = await startWithRejects()
  const response = await get('first/rejects.xlsx')
  expect(response.headers['content-type']).toContain('spreadsheetml.sheet')
  const rows = await readSheet(response.rawPayload)
  expect(rows).toEqual(lines.map((line) => line.map((cell) => (cell === '' ? null : cell))))
})

test.each([
  ['circuit=NY-1', ['3', '2000000000']],
  ['circuit=&congregation=', ['4']],
  ['q=212', ['4']],
  ['q=BRONX', ['2']],
  ['q=%25', []],
])('%s filters the rows', async (query, rows) => {
  const { get } = await startWithRejects()
  const { body } = await get(`first/rejects.csv?${query}`)
  const { data } = Papa.parse<string[]>(body, { skipEmptyLines: true })
  expect(data.slice(1).map((line) => line[3])).toEqual(rows)
})

test('a file of more rows than are read at once has each row once', async () => {
  const { db, get } = await startWithRejects()
  await writtenImport(db, { id: 'large', number: 4 })
  const many = Array.from({ length: 5_001 }, (_, index) => ({ id: 1_000 + index }))
  await skippedRows(db, 'large', many)
  const { body } = await get('large/rejects.csv')
  const { data } = Papa.parse<string[]>(body, { skipEmptyLines: true })
  expect(new Set(data.slice(1).map((line) => line[3])).size).toBe(5_001)
  expect(data).toHaveLength(5_002)
})

test('an import that does not exist, or is no longer stored, is not found', async () => {
  const { get } = await startWithRejects()
  for (const path of ['unknown/rejects.csv', 'unknown/rejects.xlsx', 'old/rejects.csv']) {
    expect((await get(path)).statusCode).toBe(404)
  }
})

test('saving is entered in the audit log, without the words of the search', async () => {
  const { db, get } = await startWithRejects()
  await get('first/rejects.xlsx?q=212')
  const [entry] = await readEntries(db)
  expect(entry).toMatchObject({ action: 'import.rejects.export', subject: 'import:first' })
  expect(JSON.parse(entry?.details ?? '')).toEqual({ format: 'xlsx', rows: 1 })
})
