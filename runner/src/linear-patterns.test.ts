import { isDoubtfulEmail } from '@dashboard/contract/email-address'
import { foldName, foldText } from '@dashboard/contract/fold-text'
import { isDoubtfulPhone } from '@dashboard/contract/phone-number'
import { protectCell, unprotectCell } from '@dashboard/contract/protected-cell'
import { headerKey } from '@dashboard/contract/sheet-columns'
import { hasKnownTime } from '@dashboard/contract/time-slots'
import { locustIdKey, personKey } from '@dashboard/store/volunteers/person-key'
import { digitsOf } from '@dashboard/store/volunteers/phone-digits'
import { compareContacts } from '@dashboard/store/volunteers/same-person'
import { expect, test } from 'vitest'
import { readFlagWord } from './columns/column-words.ts'
import { slotsByDay, slotsOfDay } from './columns/day-cells.ts'
import { readWords } from './columns/day-tokens.ts'
import { matchRows } from './columns/match-rows.ts'
import { findTitles, proposeMatch } from './columns/propose-match.ts'
import { splitName } from './columns/split-name.ts'
import {
  readCategorized,
  readEmail,
  readFlag,
  readInteger,
  readList,
  readPhone,
  readSlots,
} from './import/reading/cell-values.ts'
import { textCleaner } from './reports/pdf/drawable-text.ts'
import { reportFileName } from './reports/report-file-name.ts'
import { readText } from './spreadsheets/cell-text.ts'
import { formatCsv, parseCsv } from './spreadsheets/csv/csv-text.ts'
import { likelihood } from './spreadsheets/csv/text-encoding.ts'
import { decodeText, readSheetRows } from './spreadsheets/xlsx/xlsx-reader.ts'

/** Half of the longest cell: quadratic reading of it takes several times what is too quick to be measured. */
const length = 16_000
/** With four times the characters, linear reading takes four times as long, quadratic reading sixteen times. */
const longer = 4
const maxTimes = 10
const rounds = 5
/** Reading that takes less than so many times the baseline is quick enough, and too quick to be measured. */
const timesBaseline = 10

const pieces = [
  ...' \t\n\r\u2028\u00a0-–.,;:/|()_@+=\'"&x1aé日\u0301\u202e\uffff',
  ...['@.', 'a@', '.@', 'a.', '1 ', 'x ', '( ', ' )', '(a', '–-', 'a-', '-a', 'Mon ', 'Mon-', '1:'],
  ...['12:30 ', ' and ', ' & ', 'Sat (', '_x000', '__', '. ', ', ', '; ', "';", ";'", '\n ', ' \n'],
]

/** Makes a cell that begins like something and goes on with one piece, with an end that prevents a match. */
type MakeCell = (characters: number) => string

const cells = pieces.flatMap((piece): MakeCell[] => {
  const many = (characters: number) =>
    piece.repeat(Math.ceil(characters / piece.length)).slice(0, characters)
  return [
    (characters) => `a${many(characters)}b`,
    (characters) => `Mon-${many(characters)}\u2028`,
    (characters) => `1@${many(characters)}!`,
  ]
})

const words = readWords([])
const cleaner = textCleaner()
const match = {
  columns: [{ title: 'Tags', use: 'Tags' as const, slot: null }],
  nameOrder: 'last-word' as const,
  words: [],
}

async function matchTags(cell: string) {
  async function* rows() {
    yield ['Tags']
    yield [cell]
  }
  await Array.fromAsync(matchRows(rows(), { findMatch: () => match }))
}

const escaped = (cell: string) => cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Reads the rows of a sheet with this XML in it. */
function rowsOf(xml: string): void {
  const sheet = Buffer.from(`<worksheet><sheetData>${xml}</sheetData></worksheet>`)
  const cells = { strings: [], formats: ['yyyy-mm-dd'], fonts: [], from1904: false }
  for (const _ of readSheetRows(sheet, cells));
}

async function* bytesOf(cell: string) {
  yield Buffer.from(cell)
}

const readers: Record<string, (cell: string) => unknown> = {
  protectCell,
  unprotectCell,
  headerKey,
  hasKnownTime,
  foldText,
  foldName,
  locustIdKey,
  digitsOf,
  readFlagWord,
  readText,
  readPhone,
  readFlag,
  readInteger,
  readList,
  readSlots,
  readCategorized,
  isDoubtfulPhone,
  isDoubtfulEmail,
  readEmail,
  decodeText,
  slotsOfDay: (cell) => slotsOfDay(cell, words, null),
  slotsByDay: (cell) => slotsByDay(cell, words),
  splitName: (cell) => splitName(cell, 'last-word'),
  matchTags,
  titles: (cell) => findTitles([[cell, cell]]),
  'a title': (cell) => proposeMatch([cell], [['x']]),
  'cells of a column': (cell) => proposeMatch(['?'], [[cell], [cell]]),
  'cells of a known column': (cell) =>
    proposeMatch(['Emergency', 'Mon', 'Days', 'Trained', 'Name'], [Array(5).fill(cell)]),
  reportFileName: (cell) => reportFileName(cell, cell, '2026-11-20T12:00:00.000Z'),
  'drawn text': (cell) => cleaner.clean(cell),
  formatCsv: (cell) => formatCsv([[cell]]),
  likelihood: (cell) => likelihood(cell.replaceAll('a', 'é')),
  compareContacts: (cell) => {
    const contact = { mobilePhone: cell, emailAddress: cell }
    return compareContacts(contact, contact)
  },
  personKey: (cell) =>
    personKey({ firstName: cell, lastName: cell, circuit: cell, congregation: cell }),
  'a date': (cell) => rowsOf(`<row><c t="d" s="0"><v>${escaped(cell)}</v></c></row>`),
  'odd attributes': (cell) => {
    try {
      rowsOf(`<row a = "1" ${escaped(cell).replaceAll('>', '')}/>`)
    } catch {
      // Most of them are no attributes.
    }
  },
  'a line of CSV': (cell) => Array.fromAsync(parseCsv(bytesOf(cell))).catch(() => undefined),
}

const text = 'Añá, Łódź; 日本 '.repeat(length / 13)

/** The time of what reading a cell does, in linear time, for twenty cells. */
const baselineMs = await fastest(() => {
  for (let count = 0; count < 20; count += 1) {
    const plain = text.normalize('NFKD').replace(/\p{M}/gu, '')
    plain.split(/[;,]/).map((part) => part.trim())
  }
})

/** Returns the processor time of this thread, so that other programs do not count. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

async function fastest(read: () => unknown, times = rounds): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let time = 0; time < times; time += 1) {
    const startedAt = processorMs()
    await read()
    best = Math.min(best, processorMs() - startedAt)
  }
  return best
}

test.each(Object.keys(readers))('%s takes linear time for any cell', async (name) => {
  const read = (cell: string) => readers[name]?.(cell)
  const slow: string[] = []
  for (const makeCell of cells) {
    const cell = makeCell(length)
    if ((await fastest(() => read(cell), 1)) < timesBaseline * baselineMs) continue
    const short = makeCell(length / longer)
    // In turn, so that a machine that becomes busy is busy for both.
    let [ms, shortMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let round = 0; round < rounds; round += 1) {
      ms = Math.min(ms, await fastest(() => read(cell), 1))
      shortMs = Math.min(shortMs, await fastest(() => read(short), 1))
    }
    if (ms > maxTimes * shortMs) slow.push(`${JSON.stringify(cell.slice(0, 12))}: ${ms} ms`)
  }
  expect(slow).toEqual([])
})
