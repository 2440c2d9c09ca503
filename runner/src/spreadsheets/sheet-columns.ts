import { maxTitleLength } from '@dashboard/contract/columns'
import { formatCount } from '@dashboard/contract/counts'
import { listTitles } from '@dashboard/contract/name-list'
import {
  headerKey,
  requiredColumns,
  type SheetColumn,
  sheetColumns,
} from '@dashboard/contract/sheet-columns'
import { SheetError } from './sheet-error.ts'

export const headerSearchRows = 20

/** Far more columns than a sheet has; every row stores a value for each (docs/sheet-format.md#columns). */
export const maxColumns = 500

/**
 * Refuses a row that is wider than any sheet needs. `owner` is the subject of the error's sentence.
 * @throws SheetError
 */
export function requireFewColumns(cells: readonly string[], owner = 'The sheet'): void {
  if (cells.length <= maxColumns) return
  const width = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  if (width <= maxColumns) return
  throw new SheetError(
    'unreadable',
    `${owner} has ${formatCount(width)} columns, more than the ${maxColumns} that can be read. Remove those that are not needed, then try again.`,
  )
}

/**
 * Refuses a title that is longer than a match of columns can keep.
 * @throws SheetError
 */
export function requireShortTitles(titles: readonly string[]): void {
  const position = titles.findIndex((title) => title.length > maxTitleLength)
  if (position < 0) return
  throw new SheetError(
    'unreadable',
    `The title of column ${position + 1} has more than ${maxTitleLength} characters. Shorten it, then try again.`,
  )
}

const columnByKey = new Map(sheetColumns.map((column) => [headerKey(column), column]))

export interface HeaderMatch {
  positions: ReadonlyMap<SheetColumn, number>
  /** Columns outside the format, with their titles as found. */
  extras: readonly { title: string; position: number }[]
  missing: readonly SheetColumn[]
  doubled: readonly [string, string] | undefined
}

export function matchHeader(titles: readonly string[]): HeaderMatch {
  const positions = new Map<SheetColumn, number>()
  const extras: { title: string; position: number }[] = []
  let doubled: HeaderMatch['doubled']
  for (const [position, cell] of titles.entries()) {
    const title = cell.replaceAll('\uFEFF', '').trim()
    const column = columnByKey.get(headerKey(title))
    if (column === undefined) {
      if (title !== '') extras.push({ title, position })
      continue
    }
    const first = positions.get(column)
    if (first === undefined) positions.set(column, position)
    else doubled ??= [titles[first]?.replaceAll('\uFEFF', '').trim() ?? '', title]
  }
  const missing = requiredColumns.filter((column) => !positions.has(column))
  return { positions, extras, missing, doubled }
}

/**
 * Returns the header row: the first of the top twenty rows with all required columns. `owner` is the subject of the
 * error's sentence.
 * @throws SheetError naming the columns that are missing or occur twice.
 */
export function findHeader(
  rows: readonly string[][],
  owner = 'The sheet',
): HeaderMatch & { rowIndex: number } {
  const candidates = rows
    .slice(0, headerSearchRows)
    .map((cells, rowIndex) => ({ ...matchHeader(cells), rowIndex }))
  const complete = candidates.find(({ missing }) => missing.length === 0)
  if (complete?.doubled) throw doubledColumn(complete.doubled)
  if (complete) return complete
  const [closest] = candidates.toSorted((a, b) => b.positions.size - a.positions.size)
  if (closest === undefined || closest.positions.size < 2) {
    throw new SheetError(
      'unreadable',
      `${owner} has no header row: none of its first ${headerSearchRows} rows names the columns ${listTitles(requiredColumns)}. Add the header row, then try again.`,
    )
  }
  const noun = closest.missing.length === 1 ? 'column' : 'columns'
  throw new SheetError(
    'unreadable',
    `${owner} has no ${noun} ${listTitles(closest.missing)}. Add the ${noun}, then try again.`,
  )
}

function doubledColumn([first, second]: readonly [string, string]): SheetError {
  const what =
    first === second
      ? `There are two columns called '${first}'.`
      : `The columns '${first}' and '${second}' mean the same.`
  return new SheetError('unreadable', `${what} Rename or remove one of them, then try again.`)
}

export function isLonger(cells: readonly string[], width: number): boolean {
  return cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '')
}
