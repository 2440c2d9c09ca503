/** A sheet's rectangle in the notation of spreadsheets; rows and columns count from 1. */
export function rangeOf(
  title: string,
  { firstRow, lastRow, columns }: { firstRow: number; lastRow: number; columns: number },
): string {
  const quoted = `'${title.replaceAll("'", "''")}'`
  return `${quoted}!A${firstRow}:${columnName(columns)}${lastRow}`
}

/** 1 is A, 26 is Z, 27 is AA. */
function columnName(column: number): string {
  let name = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  }
  return name
}
