import { type MatchedColumn, missingUses } from '@dashboard/contract/columns'
import { days } from '@dashboard/contract/days'
import { foldWord } from '@dashboard/contract/fold-text'
import { flagColumns } from '@dashboard/contract/sheet-columns'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStored, key, line, type Person, readPerson } from '../../test/stored-person.ts'
import { saveMatch, startWorld } from '../../test/uploaded-sheets.ts'
import { importSheet } from '../import/import-sheet.ts'
import { formatCsv } from '../spreadsheets/csv/csv-text.ts'
import { wordKey } from './day-tokens.ts'

/**
 * Every cell of any sheet with other titles, read by the proposed match, is in the database as a person means it, or
 * named in the import's result, or asked about on the match page.
 */

const all = ['Morning', 'Afternoon', 'Evening']
/** Cells of a day's column, with the time slots that a person means. */
const times: Readonly<Record<string, readonly string[]>> = {
  '': [],
  'N/A': [],
  OFF: [],
  nunca: [],
  nein: [],
  нет: [],
  '-': [],
  não: [],
  없음: [],
  mañana: ['Morning'],
  Tarde: ['Afternoon'],
  'soir, matin': ['Evening', 'Morning'],
  Vormittag: ['Morning'],
  утро: ['Morning'],
  오전: ['Morning'],
  下午: ['Afternoon'],
  'AM/PM': ['Morning', 'Afternoon'],
  'Morning; Evening': ['Morning', 'Evening'],
  '18:00-20:00': ['18:00-20:00'],
  '9-12': ['9-12'],
  'evenings only': ['Evening'],
  'x (tarde)': ['Afternoon'],
}
const lists: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  '': {},
  никогда: {},
  '?': {},
  'Mon, Wed': { Monday: all, Wednesday: all },
  'Mon AM; Mon PM': { Monday: ['Morning', 'Afternoon'] },
  'lunes y jueves por la mañana': { Monday: ['Morning'], Thursday: ['Morning'] },
  Weekends: { Saturday: all, Sunday: all },
  'yes - weekends': { Saturday: all, Sunday: all },
  'Mo-Fr': Object.fromEntries(days.slice(0, 5).map((day) => [day, all])),
  'Daily except Sunday, mornings only': Object.fromEntries(
    days.filter((day) => day !== 'Sunday').map((day) => [day, ['Morning']]),
  ),
  'Monday: Morning, Afternoon; Friday: Evening': {
    Monday: ['Morning', 'Afternoon'],
    Friday: ['Evening'],
  },
  'пн, ср вечером': { Monday: ['Evening'], Wednesday: ['Evening'] },
  周一: { Monday: all },
}
const flags: Readonly<Record<string, 0 | 1>> = {
  '': 0,
  yes: 1,
  Sí: 1,
  sim: 1,
  oui: 1,
  ja: 1,
  да: 1,
  tak: 1,
  예: 1,
  是: 1,
  '✓': 1,
  x: 1,
  Y: 1,
  N: 0,
  TRUE: 1,
  '1': 1,
  no: 0,
  não: 0,
  non: 0,
  nein: 0,
  нет: 0,
  nie: 0,
  아니요: 0,
  否: 0,
  '—': 0,
  FALSE: 0,
  '0': 0,
}
const oddWords = [
  ...['quizás', 'maybe', 'TBD', 'see notes', 'pending', 'если надо', 'wenn nötig', '?', 'sin fin'],
  ...[
    '#N/A',
    '#REF!',
    '12-Sep',
    '10/12/2026',
    '45912',
    '3 de enero',
    '2',
    '.5',
    '3 people',
    '=1+1',
  ],
  ...['no mornings', 'not before noon', 'AM?', 'mornings (sometimes)', 'a/b', 'Y/N'],
  ...['Yes (2022)', '3/14/2021', 'done 5/1', 'yes - weekends', 'no longer', 'ok?', 'Shift 2'],
  ...['Not Monday', 'Mon if needed', 'by arrangement', 'Sat 2x', 'every other Saturday', 'Mo-Fr'],
  ...[
    'Mon-Fri except holidays',
    'Saturday?',
    'call wife',
    'two\nlines',
    '東京',
    'a; b',
    'b\u0007c',
  ],
]
const odd = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...oddWords) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 4, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.stringMatching(/^q[a-z]{3,8}( [a-z0-9]{1,6})?$/) },
)
const mostly = (known: readonly string[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: odd })
const ofDay = mostly([...Object.keys(times), 'x', 'sí', 'x; x'])
const ofList = mostly(Object.keys(lists))
const ofFlag = mostly(Object.keys(flags))
const ofText = fc.oneof(odd, fc.constantFrom('', 'Springfield', 'plain text'))
const ofPhone = mostly(['+1 212 555 0101', '(212) 555-0102', ''])
const word = fc.constantFrom('Ana', 'Luis', 'Noor', 'Ida', 'José', 'Łucja', 'Мария')

/** What a mark means below a title that names a part of the day. */
const slots: Readonly<Record<string, readonly string[]>> = {
  'Mon AM': ['Morning'],
  'Martes tarde': ['Afternoon'],
  'Saturday morning': ['Morning'],
  'Sunday (PM)': ['Afternoon'],
  'Mo-Fr Morning': ['Morning'],
}
/** Titles that name several days. */
const several: Readonly<Record<string, readonly string[]>> = {
  'Mo-Fr Morning': days.slice(0, 5),
  Weekends: days.slice(5),
}

/** Titles as others write them, with the cells below. */
const columns: Readonly<Record<string, fc.Arbitrary<string>>> = {
  ...titled(ofPhone, 'Cell', 'Teléfono móvil', 'Handy', 'Telefone', 'Телефон', '전화번호'),
  ...titled(ofText, 'E-mail', 'Correo', 'Ciudad', 'Stadt', 'Код', 'PLZ', 'Zone', 'Notes', 'Notas'),
  ...titled(
    ofText,
    'Tags',
    'Bemerkungen',
    'Language',
    'Idioma',
    'Shirt',
    'Max Shifts Per Week',
    '',
  ),
  ...titled(ofFlag, 'Active', 'Disponible', 'Verfügbar', 'Trained', 'Entrenado', 'Orientation'),
  ...titled(ofDay, 'Mon', 'Lunes', 'Terça', 'Mittwoch', 'Четверг', '금요일', 'Sáb', 'Domingo'),
  ...titled(ofDay, ...Object.keys(slots), 'Pick [Tuesday]', 'Weekends'),
  ...titled(ofList, 'Availability', 'Días disponibles', 'Wann'),
}

function titled(cell: fc.Arbitrary<string>, ...titles: string[]) {
  return Object.fromEntries(titles.map((title) => [title, cell]))
}

const needed = fc.constantFrom(
  ['Nombre', 'Apellidos', 'Circuito', 'Congregación'],
  ['Vorname', 'Nachname', 'Kreis', 'Versammlung'],
  ['First', 'Surname', 'Circuit #', 'Cong.'],
)
const anySheet = fc
  .tuple(needed, fc.uniqueArray(fc.constantFrom(...Object.keys(columns)), { maxLength: 12 }))
  .chain(([four, more]) =>
    fc.record({
      titles: fc.shuffledSubarray([...four, ...more], { minLength: four.length + more.length }),
      rows: fc.array(
        fc.record({
          ...Object.fromEntries(four.slice(0, 2).map((title) => [title, word])),
          ...Object.fromEntries(more.map((title) => [title, columns[title] ?? ofText])),
        }),
        { minLength: 2, maxLength: 5 },
      ),
      four: fc.constant(four),
    }),
  )

const flagUses = new Set<string>(flagColumns.map(({ title }) => title))
const isOfDays = (use: string) => use === 'Days' || days.some((day) => day === use)
const marks = new Set(['x', 'sí', 'x; x'])

/** Returns the meaning of a text; texts may be called 'toString'. */
function find<Meaning>(table: Readonly<Record<string, Meaning>>, text: string) {
  return Object.hasOwn(table, text) ? table[text] : undefined
}

/** Returns the time slots that a person means by a cell, by day; `undefined` where that is not plain. */
function meantBy({ use, slot, title }: MatchedColumn, text: string) {
  if (!isOfDays(use)) return {}
  if (use === 'Days' && slot === null) return find(lists, line(text))
  const meant = marks.has(text) ? (slots[title] ?? all) : find(times, line(text))
  const ofTitle = use === 'Days' ? (several[title] ?? []) : [use]
  return meant && Object.fromEntries(ofTitle.map((day) => [day, meant]))
}

/** Whether a cell that says when somebody can serve is on the match page, or stored as the name of a time slot. */
function isRetained(
  { use, slot }: MatchedColumn,
  text: string,
  person: Person,
  asked: Asked,
): boolean {
  const stored = new Set(person.slots.map(({ timeSlot }) => key(timeSlot)))
  const words = [...asked.keys()].filter((each) => each.startsWith('slot '))
  if (use === 'Days' && slot === null) {
    return words.some((each) => foldWord(each) !== 'slot' && foldWord(text).includes(each.slice(5)))
  }
  // A word that says no in another column says no here, too.
  if (asked.has(askedKey('slot', text)) || asked.has(askedKey('flag', text))) return true
  return text
    .split(/[;,|\n/]/)
    .every(
      (part) =>
        foldWord(part) === '' ||
        find(flags, part) === 0 ||
        stored.has(key(part)) ||
        asked.has(askedKey('slot', part)),
    )
}

type Asked = ReadonlyMap<string, string>
const askedKey = (kind: string, word: string) => `${kind} ${wordKey(word)}`

function isRight(column: MatchedColumn, text: string, person: Person, asked: Asked): boolean {
  const { use } = column
  if (flagUses.has(use)) {
    const said = asked.get(askedKey('flag', text)) ?? find(flags, line(text))
    if (said === undefined) return isStored(use, text, person)
    return isStored(use, said === 'yes' || said === 1 ? 'yes' : 'no', person)
  }
  if (use === 'Tags') return isStored(use, text.replaceAll('\n', ';'), person)
  if (!isOfDays(use)) return isStored(use, text, person)
  const meant = meantBy(column, text)
  if (meant === undefined) return isRetained(column, text, person, asked)
  return Object.entries(meant).every(([day, names]) =>
    names.every((name) => slotsOf(person, day).has(key(name))),
  )
}

const slotsOf = ({ slots: stored }: Person, day: string) =>
  new Set(stored.filter(({ dayOfWeek }) => dayOfWeek === day).map(({ timeSlot }) => key(timeSlot)))

test('each cell of a matched sheet is stored as meant, or named, or asked about', async () => {
  await fc.assert(
    fc.asyncProperty(anySheet, async ({ titles, rows, four }) => {
      const { db, upload, describe, run } = await startWorld()
      const [, family = '', circuit = '', congregation = ''] = four
      const cells = rows.map(
        (row, at): Record<string, string> => ({
          ...row,
          [family]: `Person${at}`,
          [circuit]: 'NY-1',
          [congregation]: 'Park',
        }),
      )
      const sheet = [titles, ...cells.map((row) => titles.map((title) => row[title] ?? ''))]
      const id = await upload(Buffer.from(formatCsv(sheet)), 'any.csv')
      const head = await describe(id)
      const { proposal } = head
      if (!proposal || head.headerRow !== 1) throw new Error('The titles were not found')
      expect(missingUses(proposal)).toEqual([])
      await saveMatch(db, head)
      const { log } = await run('import', id, importSheet)
      const asked: Asked = new Map(
        proposal.words.map(({ kind, word, meaning }) => [askedKey(kind, word), meaning]),
      )
      const placed = ['Leave out', 'Circuit', 'Congregation', 'Last Name']
      const read = proposal.columns.filter(({ use }) => !placed.includes(use))
      for (const [at, row] of cells.entries()) {
        const person = await readPerson(db, 'lastName', `Person${at}`)
        if (!person) throw new Error(`Row ${at + 2} was left out: ${log.join('\n')}`)
        const isNamed = ({ title, use }: MatchedColumn) =>
          [title, use, ...(several[title] ?? [])].some((each) =>
            log.some((entry) => entry.startsWith(`Row ${at + 2}: '${each}' `)),
          )
        for (const column of read) {
          const { title, use } = column
          const text = row[title] ?? ''
          const found = [title, use, text, isNamed(column) || isRight(column, text, person, asked)]
          expect(found, log.join('\n')).toEqual([title, use, text, true])
        }
        const meant = read.map((column) =>
          isNamed(column) ? undefined : meantBy(column, row[column.title] ?? ''),
        )
        for (const day of meant.includes(undefined) ? [] : days) {
          const names = meant.flatMap((ofColumn) => ofColumn?.[day] ?? [])
          expect([day, slotsOf(person, day)]).toEqual([day, new Set(names.map(key))])
        }
      }
    }),
    { numRuns: 40 },
  )
})
