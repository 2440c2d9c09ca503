import { type SheetColumn, sheetColumns } from '@dashboard/contract/sheet-columns'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSheet } from '../import/reading/read-sheet.ts'
import { matchRows } from './match-rows.ts'
import { proposeMatch } from './propose-match.ts'

/** A cell means the same whatever the title above it is called, and whether the sheet is ours or was matched. */

const ours = ['First Name', 'Last Name', 'Circuit', 'Congregation']
const others = ['Trained', 'Available', 'Monday', 'Saturday', 'Sunday'] as const
const languages: readonly (readonly string[])[] = [
  [...ours, ...others],
  ['First', 'Surname', 'Circuit #', 'Cong.', 'Training', 'Active', 'Mon', 'Saturdays', 'Sunday'],
  [
    ...['Nombre', 'Apellidos', 'Circuito', 'Congregación'],
    ...['Capacitado', 'Activo', 'Lunes', 'Sábado', 'Domingo'],
  ],
  [
    ...['Vorname', 'Nachname', 'Kreis', 'Versammlung'],
    ...['Geschult', 'Aktiv', 'Montag', 'Samstag', 'Sonntag'],
  ],
  [
    ...['Имя', 'Фамилия', 'Район', 'Собрание'],
    ...['Обучен', 'Активен', 'Понедельник', 'Суббота', 'Воскресенье'],
  ],
]

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.stringMatching(/^[a-z]{1,8}( [a-z0-9]{1,6})?$/),
)
const ofFlag = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('x', 'X', 'O', 'o', '○', '×', '●', '△', '✓', '✗', '-') },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...['', 'T', 'F', 'On', 'Off', 'Sí', 'WAHR', 'да', 'Нет', 'Yes (2022)', 'No problem', '1'],
      ...[
        '0',
        '-1',
        'maybe',
        'TBD',
        'Y/N',
        'Sí?',
        'não',
        '예',
        '#N/A',
        "'-",
        'yes\u200b',
        'T.B.D.',
        '3/14/2021',
        '2019-05-01',
        'March 14, 2021',
        '45912',
        'Spring 2019',
        'expired 2021',
        'passed away',
        'Yes, not yet',
        'yes ✗',
      ],
    ),
  },
  { weight: 1, arbitrary: anyText },
)
const ofDay = fc.oneof(
  { weight: 3, arbitrary: ofFlag },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ...['AM', 'all day', 'mornings', 'MORNING', 'Morning, Afternoon', 'Morning/Evening', 'Any'],
      ...[
        'Mañana',
        'Vormittag',
        'утром',
        '오전',
        '9-12, 2-4',
        '14:00-16:00',
        'Lobby, north',
        'OFF',
      ],
      ...['3', '0.375', '2.5', '12-Sep', '45912', 'no mornings', 'busy mornings', 'Shift 2', 'AM?'],
      ...['all day, except mornings', 'daily, except Sunday', 'working', 'a; A; b', 'two\nlines'],
      ...['AM ✗', 'AM/PM', 'AM ✓ PM ✗', '9-11', '9/11', 'Sat AM', 'PM from 9/1', 'không'],
    ),
  },
  { weight: 1, arbitrary: anyText },
)
const anyPerson = fc.tuple(ofFlag, ofFlag, ofDay, ofDay, ofDay)

async function* each(rows: readonly (readonly string[])[]) {
  for (const row of rows) yield [...row]
}

async function readRows(titles: readonly string[], rows: readonly (readonly string[])[]) {
  const sheet = [titles, ...rows]
  const warnings = new Map<number, number>()
  const match =
    titles[0] === 'First Name'
      ? undefined
      : proposeMatch(
          titles,
          rows.map((row) => [...row]),
        ).match
  const matched = matchRows(each(sheet), {
    findMatch: (cells) => (cells.join() === titles.join() ? match : undefined),
    onUnrecognizedCells: (row, cells) =>
      warnings.set(row, cells.filter(({ why }) => why !== 'fraction').length),
  })
  const read: unknown[] = []
  for await (const piece of readSheet(matched, {})) {
    for (const { rowIndex, entry } of piece) {
      const found = entry?.warnings.filter(({ reason }) => !reason.startsWith('is a part of a day'))
      const count = (warnings.get(rowIndex) ?? 0) + (found?.length ?? 0)
      read.push({ volunteer: entry?.volunteer, isNamed: count > 0 })
    }
  }
  return read
}

test('a cell has the same meaning and the same warning below our titles and below those of others', async () => {
  expect(others.every((title: SheetColumn) => sheetColumns.includes(title))).toBe(true)
  await fc.assert(
    fc.asyncProperty(fc.array(anyPerson, { minLength: 1, maxLength: 6 }), async (people) => {
      const rows = people.map((cells, at) => ['Ana', `Person${at}`, 'NY-1', 'Park', ...cells])
      const [own = [], ...foreign] = languages
      const meant = await readRows(own, rows)
      for (const titles of foreign) expect(await readRows(titles, rows)).toEqual(meant)
    }),
    { numRuns: 300 },
  )
})
