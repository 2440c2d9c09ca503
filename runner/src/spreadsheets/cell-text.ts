import { unprotectCell } from '@dashboard/contract/protected-cell'
import { isErrorCell } from './error-cells.ts'

/** Printable ASCII with single blanks inside, as in most cells: such text needs no cleaning. */
const plainText = /^(?:[!-~]+(?: [!-~]+)*)?$/

/**
 * Returns a cell's text as it is stored: unprotected, trimmed, one Unicode form, no control characters; blank for an
 * error of the spreadsheet program.
 */
export function readText(cell: string): string {
  if (isErrorCell(cell)) return ''
  const text = unprotectCell(cell)
  return plainText.test(text) ? text : cleanText(text)
}

export function readLine(cell: string): string {
  if (isErrorCell(cell)) return ''
  const text = unprotectCell(cell)
  if (plainText.test(text)) return text
  return cleanText(text)
    .replace(/\s+/g, ' ')
    .replace(invisible, '')
    .replace(/[\u2010\u2011]/g, '-')
    .trim()
}

/** Invisible characters that pages and word processors leave in copied text; those between letters matter. */
const invisible = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g

function cleanText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/\p{Cc}/gu, (control) => (control === '\n' || control === '\t' ? control : ''))
    .toWellFormed()
    .normalize('NFC')
    .trim()
}
