import { columnLetters } from '@dashboard/store/workbook/column-letters'

/** A sheet's rectangle in the notation of spreadsheets; rows and columns count from 1. */
export function rangeOf(
  title: string,
  { firstRow, lastRow, columns }: { firstRow: number; lastRow: number; columns: number },
): string {
  const quoted = `'${title.replaceAll("'", "''")}'`
  return `${quoted}!A${firstRow}:${columnLetters(columns)}${lastRow}`
}
