/*
 * Cells that a spreadsheet program would run as a formula get an apostrophe in front in CSV
 * (docs/sheet-format.md#cells-that-a-spreadsheet-would-run). So do parts of cells that would become such a cell when
 * the file is opened with another separator, or line by line. Text that already has apostrophes gets one more, so that
 * the protection can be removed exactly.
 */

/** What begins a formula: the plain signs, the same in full width, which Excel reads alike, and their small forms. */
const signs = '=+\\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b'
const runnable = new RegExp(`^(?='*[${signs}\\t\\r])`)
const protectedRunnable = new RegExp(`^'(?='*[${signs}\\t\\r])`)
const runnableWithin = new RegExp(`([;,|\\t\\r\\n]"*)(?='*[${signs}])`, 'g')
const protectedWithin = new RegExp(`([;,|\\t\\r\\n]"*)'(?='*[${signs}])`, 'g')

export function protectCell(text: string): string {
  return text.replace(runnableWithin, "$1'").replace(runnable, "'")
}

export function unprotectCell(text: string): string {
  // Most cells have no apostrophe, and an import reads millions of cells.
  if (!text.includes("'")) return text
  return text.replace(protectedRunnable, '').replace(protectedWithin, '$1')
}

/** Whether CSV must quote the cell: programs that guess the separator then treat its separators as text. */
export function containsSeparator(cell: string): boolean {
  return /[;,|\t]/.test(cell)
}
