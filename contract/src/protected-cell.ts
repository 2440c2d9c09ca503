/**
 * Cells that a spreadsheet would run get an apostrophe in front in CSV
 * (docs/sheet-format.md#cells-that-a-spreadsheet-would-run). A cell that already has apostrophes in
 * front of such a character gets one more, so that each way is exact.
 */
const runnable = /^'*[=+\-@\t\r]/
const protectedRunnable = /^'(?='*[=+\-@\t\r])/

export function protectCell(text: string): string {
  return runnable.test(text) ? `'${text}` : text
}

export function unprotectCell(text: string): string {
  return text.replace(protectedRunnable, '')
}
