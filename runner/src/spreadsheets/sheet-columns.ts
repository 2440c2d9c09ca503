import { formatCount } from '@dashboard/contract/counts'
import { days } from '@dashboard/contract/coverage'
import { SheetError } from './sheet-error.ts'

const contactDetails = ['Name', 'Phone', 'Email', 'Relationship', 'Notes'] as const
const contactPrefixes = ['Emergency Contact', 'Emergency Contact 2'] as const
type ContactPrefix = (typeof contactPrefixes)[number]
type ContactColumn = `${ContactPrefix} ${(typeof contactDetails)[number]}`

function contactColumns(prefix: ContactPrefix): ContactColumn[] {
  return contactDetails.map((detail): ContactColumn => `${prefix} ${detail}`)
}

const plainColumns = [
  'Locust ID',
  'First Name',
  'Last Name',
  'Mobile Phone',
  'Email Address',
  'City',
  'Zip Code',
  'Circuit',
  'Congregation',
  'Language',
  'Congregation City',
  'Zone',
  'Tags',
  'Trained',
  'Available',
  'Orientation',
  'Double Shifts',
  'Max Shifts Per Week',
  'Max Shifts Per Month',
  'Availability Note',
  ...days,
  'Cart Locations',
  'Appointments',
] as const

export type SheetColumn = (typeof plainColumns)[number] | ContactColumn

/**
 * All columns of the sheet in the order in which an export writes them
 * (docs/sheet-format.md#columns).
 */
export const sheetColumns: readonly SheetColumn[] = [
  ...plainColumns,
  ...contactPrefixes.flatMap(contactColumns),
]

export const requiredColumns = ['First Name', 'Last Name', 'Circuit', 'Congregation'] as const

/** In how many top rows the header row may be. */
export const headerSearchRows = 20

/** Far more than a sheet has; every row keeps a value for each (docs/sheet-format.md#columns). */
export const maxColumns = 500

/**
 * Refuses a row that is wider than any sheet needs. `owner` begins the sentence of the error.
 * @throws SheetError
 */
export function requireFewColumns(cells: readonly string[], owner = 'The sheet'): void {
  if (cells.length <= maxColumns) return
  const width = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  if (width <= maxColumns) return
  throw new SheetError(
    'too-large',
    `${owner} has ${formatCount(width)} columns, more than the ${maxColumns} that can be read. Remove those that are not needed, then try again.`,
  )
}

/** What makes two headers one: case, blanks, underscores, hyphens and a byte order mark do not count. */
export function headerKey(title: string): string {
  return title
    .normalize('NFKC')
    .replace(/[\s_\-\u2010-\u2015\u200b]/g, '')
    .toLowerCase()
}

const columnByKey = new Map(sheetColumns.map((column) => [headerKey(column), column]))

export interface HeaderMatch {
  /** The index of each known column. */
  positions: ReadonlyMap<SheetColumn, number>
  /** Columns outside the format, with their titles as found. */
  extras: readonly { title: string; position: number }[]
  missing: readonly SheetColumn[]
  /** The two titles of a column that is there twice. */
  doubled: readonly [string, string] | undefined
}

/** Finds the known columns in a row of titles. */
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
 * The header row: the first of the top twenty rows with all required columns. `owner` begins the
 * sentence of an error.
 * @throws SheetError naming what is missing or there twice.
 */
export function findHeader(
  rows: readonly string[][],
  owner = 'The sheet',
): HeaderMatch & { rowIndex: number } {
  const candidates = rows
    .slice(0, headerSearchRows)
    .map((cells, rowIndex) => ({ ...matchHeader(cells), rowIndex }))
  const complete = candidates.find(({ missing }) => missing.length === 0)
  if (complete) {
    requireSingleColumns(complete)
    return complete
  }
  const closest = candidates.reduce<(typeof candidates)[number] | undefined>(
    (best, next) => (next.positions.size > (best?.positions.size ?? 1) ? next : best),
    undefined,
  )
  if (closest === undefined) {
    throw new SheetError(
      'no-header',
      `${owner} has no header row: none of its first ${headerSearchRows} rows names the columns ${listTitles(requiredColumns)}. Add the header row, then try again.`,
    )
  }
  throw new SheetError('missing-column', missingColumns(owner, closest.missing))
}

function requireSingleColumns({ doubled }: HeaderMatch): void {
  if (!doubled) return
  const [first, second] = doubled
  const what =
    first === second
      ? `There are two columns called '${first}'.`
      : `The columns '${first}' and '${second}' mean the same.`
  throw new SheetError('double-column', `${what} Rename or remove one of them, then try again.`)
}

function missingColumns(owner: string, missing: readonly string[]): string {
  const noun = missing.length === 1 ? 'column' : 'columns'
  return `${owner} has no ${noun} ${listTitles(missing)}. Add the ${noun}, then try again.`
}

function listTitles(titles: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(titles.map((title) => `'${title}'`))
}
