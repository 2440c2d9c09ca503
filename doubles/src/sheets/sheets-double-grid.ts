/** A sheet of the Sheets double: cells as text, and the size of its grid. */
export interface DoubleSheet {
  sheetId: number
  title: string
  hidden: boolean
  rowCount: number
  columnCount: number
  /** Rows down to the lowest one ever written. */
  rows: string[][]
  merges: GridRange[]
}

/** Indexes counted from 0, the end exclusive; missing ones have no bound. */
export interface GridRange {
  sheetId?: number | undefined
  startRowIndex?: number | undefined
  endRowIndex?: number | undefined
  startColumnIndex?: number | undefined
  endColumnIndex?: number | undefined
}

/** A refusal, with the status and the message of the real service. */
export class SheetsRefusal extends Error {
  readonly code: number
  readonly status: string

  constructor(message: string, code = 400, status = 'INVALID_ARGUMENT') {
    super(message)
    this.code = code
    this.status = status
  }
}

/** A rectangle within a grid; indexes counted from 0, the end exclusive. */
export interface Area {
  top: number
  left: number
  bottom: number
  right: number
}

/** Parses `'Title'!A1:Z9`, `Title!A1:Z9` or a title alone; refuses ranges that begin or end outside the grid. */
export function resolveRange(sheets: readonly DoubleSheet[], range: string) {
  const match = /^(?:'((?:[^']|'')+)'|([^'!]+))(?:!([A-Z]+)(\d+):([A-Z]+)(\d+))?$/.exec(range)
  const title = match?.[1]?.replaceAll("''", "'") ?? match?.[2]
  const sheet = sheets.find((each) => each.title === title)
  if (!match || !sheet) throw new SheetsRefusal(`Unable to parse range: ${range}`)
  const [, , , firstColumn, firstRow, lastColumn, lastRow] = match
  const { rowCount, columnCount } = sheet
  const area = {
    top: Number(firstRow ?? 1) - 1,
    left: columnIndex(firstColumn ?? 'A'),
    bottom: Number(lastRow ?? rowCount),
    right: lastColumn === undefined ? columnCount : columnIndex(lastColumn) + 1,
  }
  if (area.bottom > rowCount || area.right > columnCount || area.top >= area.bottom) {
    throw new SheetsRefusal(
      `Range (${range}) exceeds grid limits. Max rows: ${rowCount}, max columns: ${columnCount}`,
    )
  }
  return { sheet, area }
}

/**
 * Returns the index of a column. It is independent of the runner's own function: otherwise, a mistake in that one would
 * not be found.
 */
function columnIndex(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Returns the values of an area, without empty cells at the end of a row or of the area. */
export function readArea({ rows }: DoubleSheet, { top, left, bottom, right }: Area): string[][] {
  const values = rows.slice(top, bottom).map((row) => trimEnd(row.slice(left, right)))
  while (values.at(-1)?.length === 0) values.pop()
  return values
}

function trimEnd(row: string[]): string[] {
  let length = row.length
  while (length > 0 && !row[length - 1]) length -= 1
  return Array.from({ length }, (_, index) => row[index] ?? '')
}

/** Writes values starting at the top left corner. */
export function writeArea(
  sheet: DoubleSheet,
  { top, left }: Pick<Area, 'top' | 'left'>,
  values: readonly (readonly string[])[],
): void {
  for (const [index, cells] of values.entries()) {
    while (sheet.rows.length <= top + index) sheet.rows.push([])
    const row = sheet.rows[top + index] ?? []
    for (const [column, cell] of cells.entries()) row[left + column] = cell
  }
}

/** Converts a range of a batch update to an area of its sheet. */
export function areaOf(sheet: DoubleSheet, range: GridRange): Area {
  const area = {
    top: range.startRowIndex ?? 0,
    left: range.startColumnIndex ?? 0,
    bottom: range.endRowIndex ?? sheet.rowCount,
    right: range.endColumnIndex ?? sheet.columnCount,
  }
  if (area.bottom > sheet.rowCount || area.right > sheet.columnCount) {
    throw new SheetsRefusal(
      `Range exceeds grid limits. Max rows: ${sheet.rowCount}, max columns: ${sheet.columnCount}`,
    )
  }
  return area
}

export function clearArea({ rows }: DoubleSheet, { top, left, bottom, right }: Area): void {
  for (const row of rows.slice(top, bottom)) {
    for (let column = left; column < Math.min(right, row.length); column++) row[column] = ''
  }
}
