import type { ColumnMatch, ColumnUse, NameOrder } from '@dashboard/contract/columns'
import { days } from '@dashboard/contract/days'
import { headerKey, type SheetColumn, sheetColumns } from '@dashboard/contract/sheet-columns'
import { rememberRepeated } from '@dashboard/store/volunteers/repeated-texts'
import { headerSearchRows } from '../spreadsheets/sheet-columns.ts'
import type { Day } from './column-words.ts'
import { readWords, slotsByDay, slotsOfDay, type Words } from './day-cells.ts'

type Cells = readonly string[]
/** Returns a row's value for one of our columns. */
type Reader = (cells: Cells) => string

const flagUses: ReadonlySet<ColumnUse> = new Set([
  'Trained',
  'Available',
  'Orientation',
  'Double Shifts',
])
const listUses: ReadonlySet<ColumnUse> = new Set(['Cart Locations', 'Appointments', 'Tags'])

/**
 * Yields the rows as a sheet with our titles would have them, one for one, so that row numbers stay the same.
 * `findMatch` is called for each of the top rows; if it finds no match, all rows pass unchanged. Columns marked as left
 * out are dropped. A repeated row of titles becomes our titles, which an import skips.
 */
export async function* matchRows(
  rows: AsyncIterable<string[]>,
  findMatch: (titles: string[]) => ColumnMatch | undefined,
): AsyncGenerator<string[]> {
  let searched = 0
  let isMatched = false
  let translate: ((cells: Cells) => string[]) | undefined
  for await (const cells of rows) {
    if (translate) {
      yield translate(cells)
      continue
    }
    searched += 1
    const match = isMatched || searched > headerSearchRows ? undefined : findMatch(cells)
    if (match === undefined) {
      yield cells
      continue
    }
    isMatched = true
    const columns = readersOf(match, cells)
    const titles = columns.map(([title]) => title)
    const isHeaderAgain = (row: Cells) =>
      cells.every((title, index) => (row[index] ?? '') === title)
    translate = (row) => (isHeaderAgain(row) ? titles : columns.map(([, read]) => read(row)))
    yield titles
  }
}

function readersOf(match: ColumnMatch, titles: Cells): [SheetColumn, Reader][] {
  const words = readWords(match.words)
  const positions = new Map(titles.map((title, position) => [headerKey(title), position]))
  const sources = match.columns.flatMap((column) => {
    const position = positions.get(headerKey(column.title))
    return position === undefined ? [] : { ...column, position }
  })
  return sheetColumns.flatMap((title): [SheetColumn, Reader][] => {
    const readers = sources.flatMap(
      (source) => readerOf(title, source, match.nameOrder, words) ?? [],
    )
    const [only, ...others] = readers
    if (only === undefined) return []
    if (others.length === 0) return [[title, only]]
    return [[title, (cells) => joinSlots(readers.map((read) => read(cells)))]]
  })
}

function readerOf(
  title: SheetColumn,
  { use, slot, position }: { use: ColumnUse; slot: string | null; position: number },
  order: NameOrder,
  words: Words,
): Reader | undefined {
  const cellOf = (cells: Cells) => cells[position] ?? ''
  if (use === 'Full Name' && title === 'First Name')
    return (cells) => splitName(cellOf(cells), order).first
  if (use === 'Full Name' && title === 'Last Name')
    return (cells) => splitName(cellOf(cells), order).last
  // These cells repeat a few words; parsing each cell anew takes a tenth of an import's time.
  const reading = (read: (text: string) => string): Reader => {
    const remembered = rememberRepeated(read)
    return (cells) => remembered(cellOf(cells))
  }
  if (use === 'Days' && isDay(title)) {
    return reading((text) => slotsByDay(text, words).get(title) ?? '')
  }
  if (use !== title) return undefined
  if (isDay(title)) return reading((text) => slotsOfDay(text, words, slot))
  // A word that is in no list stays, and the import warns about it.
  if (flagUses.has(use)) return reading((text) => words.flag(text) ?? text)
  if (listUses.has(use)) return (cells) => cellOf(cells).replace(/(?<!\s)\s*\n\s*/g, '; ')
  return cellOf
}

function isDay(title: SheetColumn): title is Day {
  return days.some((day) => day === title)
}

function joinSlots(parts: readonly string[]): string {
  const slots = parts.flatMap((part) => part.split('; ')).filter((slot) => slot !== '')
  return [...new Set(slots)].join('; ')
}

/** Splits a whole name; a single word counts as the last name. */
export function splitName(name: string, order: NameOrder): { first: string; last: string } {
  const text = name.trim().replace(/\s+/gu, ' ')
  const comma = text.indexOf(',')
  // A comma shows which part is which, whatever the order for other names.
  if (comma >= 0) return { first: text.slice(comma + 1).trim(), last: text.slice(0, comma).trim() }
  if (order === 'first-word') {
    const blank = text.indexOf(' ')
    return blank < 0
      ? { first: '', last: text }
      : { first: text.slice(0, blank), last: text.slice(blank + 1) }
  }
  if (order === 'family-first') {
    const blank = text.indexOf(' ')
    return blank < 0
      ? { first: '', last: text }
      : { first: text.slice(blank + 1), last: text.slice(0, blank) }
  }
  const blank = text.lastIndexOf(' ')
  return blank < 0
    ? { first: '', last: text }
    : { first: text.slice(0, blank), last: text.slice(blank + 1) }
}
