import type { ColumnMatch, ColumnUse, MatchedColumn, NameOrder } from '@dashboard/contract/columns'
import { memoize } from '@dashboard/contract/memoized-texts'
import { flagColumns, type SheetColumn, sheetColumns } from '@dashboard/contract/sheet-columns'
import { positionsOf } from '@dashboard/store/columns/column-matches'
import { readText } from '../spreadsheets/cell-text.ts'
import { isErrorCell } from '../spreadsheets/error-cells.ts'
import { headerSearchRows, isLonger } from '../spreadsheets/sheet-columns.ts'
import { isAnswerTime } from './answer-times.ts'
import { joinFromTo } from './cell-kinds.ts'
import type { Day } from './column-words.ts'
import {
  joinSlots,
  slotsByDay,
  slotsOfDay,
  slotsOfDays,
  type UnrecognizedText,
} from './day-cells.ts'
import { readFlagCell, readWords, type Words } from './day-tokens.ts'
import { isDay } from './guess-use.ts'
import { splitName } from './split-name.ts'
import { joinTitles } from './title-rows.ts'

type Cells = readonly string[]
/** Returns a row's value for one of our columns. */
type Reader = (cells: Cells) => string

/** The part of a cell that is not understood, with the sheet's own title. */
export interface UnrecognizedCell extends UnrecognizedText {
  title: string
}

const flagUses: ReadonlySet<ColumnUse> = new Set(flagColumns.map(({ title }) => title))
const listUses: ReadonlySet<ColumnUse> = new Set(['Cart Locations', 'Appointments', 'Tags'])

/**
 * Yields the rows as a sheet with our titles would have them, one for one, so that row numbers stay the same.
 * `findMatch` is called for each of the top rows, and for each two as one row of titles over two rows; if it finds no
 * match, all rows pass unchanged. Columns marked as left out are dropped, except the time of a form's answer. A
 * repeated row of titles becomes our titles, which an import skips. A delimited row that has more cells than titles
 * stays longer. `onUnrecognizedCells` receives what is left out of a row, counted from 1.
 */
export async function* matchRows(
  rows: AsyncIterable<string[]>,
  {
    findMatch,
    onUnrecognizedCells = () => {},
    isDelimited = false,
  }: {
    findMatch: (titles: string[]) => ColumnMatch | undefined
    onUnrecognizedCells?: (rowIndex: number, unrecognized: readonly UnrecognizedCell[]) => void
    isDelimited?: boolean
  },
): AsyncGenerator<string[]> {
  let rowIndex = 0
  let above: string[] = []
  let isMatched = false
  let translate: ((cells: Cells) => string[]) | undefined
  for await (const cells of rows) {
    rowIndex += 1
    if (translate) {
      yield translate(cells)
      continue
    }
    const titles = isMatched || rowIndex > headerSearchRows ? [] : [cells, joinTitles(above, cells)]
    const found = titles.flatMap((each) => {
      const match = each && findMatch(each)
      return match ? { match, titles: each } : []
    })[0]
    above = cells
    if (found === undefined) {
      yield cells
      continue
    }
    isMatched = true
    const { columns, unrecognizedCellsOf } = readersOf(found.match, found.titles)
    const ours = columns.map(([title]) => title)
    const width = Math.max(found.titles.length, found.match.columns.length)
    const isHeaderAgain = (row: Cells) =>
      cells.every((title, index) => (row[index] ?? '') === title)
    translate = (row) => {
      if (isHeaderAgain(row)) return ours
      const unrecognized = unrecognizedCellsOf(row)
      if (unrecognized.length > 0) onUnrecognizedCells(rowIndex, unrecognized)
      const ofOurs = columns.map(([, read]) => read(row))
      return isDelimited && isLonger(row, width) ? [...ofOurs, ...row.slice(width)] : ofOurs
    }
    yield ours
  }
}

interface Source extends MatchedColumn {
  position: number
}

function readersOf(match: ColumnMatch, titles: Cells) {
  const words = readWords(match.words)
  const positions = positionsOf(match, titles)
  const sources = match.columns.flatMap((column, index): Source[] => {
    const position = positions[index]
    return position === undefined ? [] : [{ ...column, position }]
  })
  // Of several readers of one column, the first that finds something counts.
  sources.sort(
    (one, other) => Number(one.use === 'Other Phone') - Number(other.use === 'Other Phone'),
  )
  const readDays = createDayReaders(sources, words)
  const columns = sheetColumns.flatMap((title): [title: string, Reader][] => {
    const readers = isDay(title)
      ? readDays.map(
          (read): Reader =>
            (cells) =>
              read(cells).byDay.get(title) ?? '',
        )
      : sources.flatMap((source) => readerOf(title, source, match.nameOrder, words) ?? [])
    const [only, ...others] = readers
    if (only === undefined) return []
    if (others.length === 0) return [[title, only]]
    return isDay(title)
      ? [[title, (cells) => joinSlots(readers.map((read) => read(cells)))]]
      : [[title, (cells) => readers.map((read) => read(cells)).find((text) => text.trim()) ?? '']]
  })
  const unrecognizedCellsOf = (cells: Cells) => [
    ...readDays.flatMap((read) => read(cells).unrecognized),
    ...sources.flatMap((source) => unknownFlag(source, cells, words)),
  ]
  if (match.availableByDays && !columns.some(([title]) => title === 'Available')) {
    const isFree: Reader = (cells) =>
      readDays.some((read) => read(cells).byDay.size > 0) ? 'yes' : 'no'
    columns.push(['Available', isFree])
  }
  const answerTime = sources.find(({ use, title }) => use === 'Leave out' && isAnswerTime(title))
  if (answerTime) columns.push([answerTime.title, (cells) => cells[answerTime.position] ?? ''])
  return { columns, unrecognizedCellsOf }
}

interface DayCells {
  byDay: ReadonlyMap<Day, string>
  unrecognized: readonly UnrecognizedCell[]
}

/** Returns a reader for each column that says when somebody can serve. */
function createDayReaders(
  sources: readonly Source[],
  words: Words,
): ((cells: Cells) => DayCells)[] {
  const endOf = ({ use, position }: Source) =>
    sources.find(
      (other) => other.position === position + 1 && other.use === use && other.title.trim() === '',
    )
  const ends = new Set(sources.filter(({ use }) => isDay(use)).map(endOf))
  return sources.flatMap((source) => {
    const { use, slot, title } = source
    if ((use !== 'Days' && !isDay(use)) || ends.has(source)) return []
    const end = isDay(use) ? endOf(source) : undefined
    // These cells repeat a few words; parsing each cell again takes a tenth of an import's time.
    const read = memoize((cell: string): DayCells => {
      if (use === 'Days') {
        const { byDay, unrecognized } =
          slot === null ? slotsByDay(cell, words) : slotsOfDays(cell, words, slot)
        return { byDay, unrecognized: unrecognized.map((each) => ({ ...each, title })) }
      }
      const { slots, unrecognized } = slotsOfDay(cell, words, slot, use)
      return {
        byDay: new Map(slots === '' ? [] : [[use, slots]]),
        unrecognized: unrecognized.map((each) => ({ ...each, title })),
      }
    })
    return (cells: Cells) => {
      const text = textOf(cells[source.position])
      return read(end ? joinFromTo(text, textOf(cells[end.position])) : text)
    }
  })
}

function unknownFlag(
  { use, title, position }: Source,
  cells: Cells,
  words: Words,
): UnrecognizedCell[] {
  if (!flagUses.has(use)) return []
  const text = textOf(cells[position])
  const isKnown = isErrorCell(text) || readFlagCell(text, words) !== undefined
  return isKnown ? [] : [{ title, text, why: 'flag' }]
}

/** Returns a cell's text as an import cleans it, except that errors are named. */
function textOf(cell = ''): string {
  return isErrorCell(cell) ? cell : readText(cell)
}

function readerOf(
  title: SheetColumn,
  { use, position }: Source,
  order: NameOrder,
  words: Words,
): Reader | undefined {
  const cellOf = (cells: Cells) => cells[position] ?? ''
  if (use === 'Full Name' && title === 'First Name')
    return (cells) => splitName(cellOf(cells), order).first
  if (use === 'Full Name' && title === 'Last Name')
    return (cells) => splitName(cellOf(cells), order).last
  const reading = (read: (text: string) => string): Reader => {
    const memoized = memoize(read)
    return (cells) => memoized(cellOf(cells))
  }
  if (use !== title && !(use === 'Other Phone' && title === 'Mobile Phone')) return undefined
  if (flagUses.has(use))
    return reading((text) =>
      isErrorCell(text) ? text : (readFlagCell(textOf(text), words) ?? 'no'),
    )
  if (listUses.has(use)) return (cells) => cellOf(cells).replace(/(?<!\s)\s*\n\s*/g, '; ')
  return cellOf
}
