import { formatCount } from '@dashboard/contract/counts'
import { installation } from '@dashboard/contract/installation'
import { SpreadsheetServiceError } from './sheet-error.ts'

/** Yields the rows of an export; `spreadsheet` accepts at most `most` characters in a cell. */
export async function* refuseLongCells(
  rows: AsyncIterable<string[]> | Iterable<string[]>,
  spreadsheet: string,
  most: number,
): AsyncGenerator<string[]> {
  let row = 0
  for await (const cells of rows) {
    row += 1
    const long = cells.find((cell) => cell.length > most)
    if (long !== undefined) {
      throw new SpreadsheetServiceError(
        `Row ${row} has a cell of ${formatCount(long.length)} characters, but ${spreadsheet} takes at most ${formatCount(most)}. Shorten it in ${installation.outsideSystem}, then run the export again.`,
      )
    }
    yield cells
  }
}
