/** Cells of one column that are merged over several rows; all numbers count from 1. */
export interface MergedCells {
  column: number
  firstRow: number
  lastRow: number
}

/**
 * Returns a function that receives each row in turn, and writes the text of vertically merged cells into each of their
 * rows. A row without other text stays blank.
 */
export function createMergeFiller(merged: readonly MergedCells[]): (row: string[]) => string[] {
  if (merged.length === 0) return (row) => row
  const waiting = merged.toSorted((a, b) => b.firstRow - a.firstRow)
  let open: (MergedCells & { text: string })[] = []
  let rowNumber = 0
  return (row) => {
    rowNumber += 1
    open = open.filter(({ lastRow }) => lastRow >= rowNumber)
    const isBlank = row.every((cell) => cell === '')
    for (const { column, text } of isBlank ? [] : open) {
      if (text === '') continue
      while (row.length < column) row.push('')
      row[column - 1] ||= text
    }
    for (let next = waiting.at(-1); next?.firstRow === rowNumber; next = waiting.at(-1)) {
      waiting.pop()
      open.push({ ...next, text: row[next.column - 1] ?? '' })
    }
    return row
  }
}
