/*
 * Cells that a spreadsheet would run get an apostrophe in front in CSV
 * (docs/sheet-format.md#cells-that-a-spreadsheet-would-run), and so does what would become such a cell where the file
 * is opened with another separator, or line by line. What already has apostrophes gets one more, so that each way is
 * exact.
 */
const runnable = /^(?='*[=+\-@\t\r])/
const protectedRunnable = /^'(?='*[=+\-@\t\r])/
const runnableWithin = /([;,|\t\r\n]"*)(?='*[=+\-@])/g
const protectedWithin = /([;,|\t\r\n]"*)'(?='*[=+\-@])/g

export function protectCell(text: string): string {
  return text.replace(runnableWithin, "$1'").replace(runnable, "'")
}

export function unprotectCell(text: string): string {
  // Most cells have none, and an import reads millions.
  if (!text.includes("'")) return text
  return text.replace(protectedRunnable, '').replace(protectedWithin, '$1')
}

/** Whether CSV has to quote the cell, so that its separators count as text to a program that guesses them. */
export function holdsSeparator(cell: string): boolean {
  return /[;,|\t]/.test(cell)
}
