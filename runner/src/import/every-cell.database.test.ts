import { sheetColumns } from '@dashboard/contract/sheet-columns'
import { freshDatabase } from '@dashboard/store/test/database'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importCsv, type Row, sheetOf } from '../../test/imports.ts'
import { isStored, readPerson } from '../../test/stored-person.ts'

/** Every cell of any sheet is in the database as written, or named in the import's result with its row and column. */

const unrecognizedCells = [
  ...[
    '',
    ' ',
    'N/A',
    'n.a.',
    'none',
    '-',
    '—',
    '?',
    '...',
    'never',
    'OFF',
    'TBD',
    'pending',
    'see notes',
    'maybe',
  ],
  ...['#N/A', '#REF!', '#NV', '#BEZUG!', '#¡VALOR!', '#ЗНАЧ!', 'Err:502', '#####', '#hash', '#'],
  ...[
    'yes',
    'No',
    'x',
    '✓',
    'Yes (2022)',
    'yes - weekends',
    'no longer',
    'Sí',
    'Sí (2022)',
    'Yes?',
    'done 5/1',
    'Y/N',
    'Ñ',
    'Ó',
  ],
  ...[
    '12-Sep',
    '10/12/2026',
    '45912',
    '3 de enero',
    '2026-09-12',
    '9-12',
    '24/7',
    '9.12',
    '5.55E+09',
    '1e3',
  ],
  ...[
    'Morning',
    'Morning; never; 9-12',
    'no mornings',
    'Not Monday',
    '2 people',
    'Shift 2',
    'evenings only',
    'AM',
  ],
  ...[
    '1',
    '0',
    '2.0',
    '２',
    '-1',
    '3x',
    '∞',
    '2,5',
    '2147483648',
    '007',
    '2125550101.0',
    '５５５ １２３４',
  ],
  ...[
    '+1 212 555 0101',
    '212-555-0101 x5',
    'call wife',
    'a@example.org',
    'two\nlines',
    ' spaced  out ',
    'Zoe\u0308',
  ],
  ...[
    'a; b; A',
    'Pier (Harbor)',
    'Pier (Dock); Pier',
    '(alone)',
    '東京',
    'Łódź',
    '=1+1',
    '@home',
    '\uFFFDx',
    'a\u0007b',
  ],
  'v'.repeat(201),
  'w'.repeat(33_000),
]
const cell = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...unrecognizedCells) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-z]{2,8}( [a-z0-9]{1,6})?$/) },
)
/** All but the columns that place and identify a volunteer here. */
const columns = sheetColumns.filter(
  (column) => !['Locust ID', 'Last Name', 'Circuit', 'Congregation'].includes(column),
)
const anyRow = fc.record(Object.fromEntries(columns.map((column) => [column, cell])))

test('each cell is in the database as written, or named with its row and column', async () => {
  const db = await freshDatabase()
  let imports = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 5 }), async (cells) => {
      imports += 1
      const rows = cells.map(
        (row: Row, at): Row => ({
          'Locust ID': `P${imports}-${at}`,
          Circuit: `NY-${imports}`,
          ...row,
        }),
      )
      // A sheet without a person would have to be confirmed.
      const sheet = sheetOf([...rows, { 'Locust ID': 'always' }])
      const { log } = await importCsv(db, sheet, { maxRemoval: 1 })
      for (const [at, row] of rows.entries()) {
        const number = at + 2
        if (log.some((entry) => entry.startsWith(`Row ${number} skipped: `))) continue
        const person = await readPerson(db, 'locustId', row['Locust ID'] ?? '')
        if (!person)
          throw new Error(`Row ${number} is neither there nor skipped: ${JSON.stringify(row)}`)
        for (const column of columns) {
          const text = row[column] ?? ''
          const contact = /^Emergency Contact( 2)?/.exec(column)?.[0]
          const isNamed = [column, `${contact} Name`].some((title) =>
            log.some((entry) => entry.startsWith(`Row ${number}: '${title}' `)),
          )
          if (!isNamed)
            expect([column, text, isStored(column, text, person)]).toEqual([column, text, true])
        }
      }
    }),
    { numRuns: 30 },
  )
})
