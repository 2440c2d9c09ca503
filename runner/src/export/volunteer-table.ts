import { installation } from '@dashboard/contract/installation'
import { sheetColumns } from '@dashboard/contract/sheet-columns'
import { JobError } from '../job-errors.ts'
import {
  findHeader,
  type HeaderMatch,
  headerSearchRows,
  requireFewColumns,
} from '../spreadsheets/sheet-columns.ts'
import { SheetError } from '../spreadsheets/sheet-error.ts'
import type { VolunteerTable } from './volunteer-source.ts'

const owner = () => `The data from ${installation.outsideSystem}`

/**
 * Sorts the columns as in docs/sheet-format.md#columns; other columns follow, with their own titles. Blank rows and
 * rows above the titles are dropped.
 * @throws JobError when a required column is missing, a column occurs twice, there are no rows, or too many columns.
 */
export async function arrangeTable(
  rows: AsyncIterable<string[]> | Iterable<string[]>,
  count: (volunteers: number) => void,
): Promise<VolunteerTable> {
  const top: string[][] = []
  const arranged: string[][] = []
  let table: { titles: string[]; arrange: (cells: readonly string[]) => string[] } | undefined
  const take = (cells: readonly string[]) => {
    if (cells.every((cell) => cell.trim() === '')) return
    if (table) count(arranged.push(table.arrange(cells)))
  }
  const begin = () => {
    const { rowIndex, ...header } = explain(() => findHeader(top, owner()))
    table = arrangement(header)
    for (const cells of top.slice(rowIndex + 1)) take(cells)
  }
  for await (const cells of rows) {
    explain(() => requireFewColumns(cells, owner()))
    if (table) take(cells)
    else if (top.push(cells) === headerSearchRows) begin()
  }
  if (!table && top.some((cells) => cells.some((cell) => cell.trim() !== ''))) begin()
  if (!table || arranged.length === 0) {
    throw new JobError(
      `${installation.outsideSystem} sent no volunteers, so the sheet was left as it was. Check in ${installation.outsideSystem} that there are volunteers and that this account may see them.`,
      'outside-system',
    )
  }
  return { columns: table.titles, rows: arranged }
}

function arrangement({ positions, extras }: HeaderMatch) {
  const columnPositions = [
    ...sheetColumns.map((column) => positions.get(column)),
    ...extras.map(({ position }) => position),
  ]
  return {
    titles: [...sheetColumns, ...extras.map(({ title }) => title)],
    arrange: (cells: readonly string[]) =>
      columnPositions.map((position) => (position === undefined ? '' : (cells[position] ?? ''))),
  }
}

/** Adds to the error of unusable data that the sheet was not changed. */
function explain<T>(check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof SheetError)) throw error
    throw new JobError(`${error.message} The sheet was left as it was.`, 'outside-system')
  }
}
