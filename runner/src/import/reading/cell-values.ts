import type { ImportWarning } from '@dashboard/contract/imports'
import { isDoubtfulPhone } from '@dashboard/contract/phone-number'
import { unprotectCell } from '@dashboard/contract/protected-cell'
import { hasKnownTime } from '@dashboard/contract/time-slots'

/** A warning about a cell. It never repeats the cell's text, which may be a phone number. */
export interface CellWarning {
  kind: ImportWarning['kind']
  /** Text that follows the name of the column. */
  reason: string
}

/** A cell's value, and the warning about it. */
export interface Reading<T> {
  value: T
  warning?: CellWarning
}

/** A name that may have a category in brackets. */
export interface Categorized {
  name: string
  category: string | null
}

/** The largest integer that an integer column of both databases can store. */
const largestInteger = 2_147_483_647

const yes = new Set(['yes', 'y', 'true', '1', 'x', 'checked'])
const no = new Set(['', 'no', 'n', 'false', '0'])

/** Printable ASCII with single blanks inside, as in most cells: such text needs no cleaning. */
const plainText = /^(?:[!-~]+(?: [!-~]+)*)?$/

/** Returns a cell's text as it is stored: unprotected, trimmed, one Unicode form, no control characters. */
export function readText(cell: string): string {
  const text = unprotectCell(cell)
  return plainText.test(text) ? text : cleanText(text)
}

/** Returns text on one line, as for a name or a phone number. */
export function readLine(cell: string): string {
  const text = unprotectCell(cell)
  return plainText.test(text) ? text : cleanText(text).replace(/\s+/g, ' ')
}

function cleanText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/\p{Cc}/gu, (control) => (control === '\n' || control === '\t' ? control : ''))
    .toWellFormed()
    .normalize('NFC')
    .trim()
}

const noFlag: CellWarning = { kind: 'flag', reason: 'is neither yes nor no and counts as no' }
const noNumber: CellWarning = { kind: 'number', reason: 'is no whole number and is left blank' }
const oddPhone: CellWarning = {
  kind: 'phone',
  reason: 'is a doubtful phone number and is kept as it is',
}
/** Matches a large number as spreadsheet programs abbreviate and save it: '5.55E+09', '5,55E+09'. */
const shortenedNumber = /^\d([.,]\d+)?E\+?\d+$/i
const shortenedPhone: CellWarning = {
  kind: 'phone',
  reason:
    'is a number that a spreadsheet program has shortened, such as 5.55E+09, and is left blank; make the column text and enter the number again',
}
const oddSlot: CellWarning = {
  kind: 'slot',
  reason: 'has a time slot of which no time can be read; it is kept as it is',
}

/** Returns a phone number as written, with a warning if nobody could call it; blank if its digits are lost. */
export function readPhone(cell: string): Reading<string | null> {
  const value = readLine(cell) || null
  if (value !== null && shortenedNumber.test(value)) return { value: null, warning: shortenedPhone }
  return value === null || !isDoubtfulPhone(value) ? { value } : { value, warning: oddPhone }
}

/** Reads time slots, with a warning where one names no time. */
export function readSlots(cell: string): Reading<string[]> {
  const value = readList(cell)
  return value.every(hasKnownTime) ? { value } : { value, warning: oddSlot }
}

/** Reads yes or no by the words of docs/sheet-format.md#accepted-words; anything else counts as no, with a warning. */
export function readFlag(cell: string): Reading<boolean> {
  const word = readLine(cell).toLowerCase()
  if (yes.has(word)) return { value: true }
  if (no.has(word)) return { value: false }
  return { value: false, warning: noFlag }
}

/** Reads a whole number from 0, or `null` for a blank cell; anything else counts as blank, with a warning. */
export function readInteger(cell: string): Reading<number | null> {
  const text = readLine(cell)
  if (text === '') return { value: null }
  const value = /^\d+(\.0+)?$/.test(text) ? Number(text) : Number.NaN
  if (value <= largestInteger) return { value }
  return { value: null, warning: noNumber }
}

/** Returns the parts of a cell between separators, without blanks and repetitions. */
export function readList(cell: string, separator: RegExp = /;/): string[] {
  const parts = readText(cell)
    .split(separator)
    .map((part) => readLine(part))
    .filter((part) => part !== '')
  const byKey = new Map<string, string>()
  for (const part of parts) {
    const key = part.toLowerCase()
    if (!byKey.has(key)) byKey.set(key, part)
  }
  return [...byKey.values()]
}

/** Reads a list whose parts may each end in `(category)`. */
export function readCategorized(cell: string): Categorized[] {
  return readList(cell).map((part) => {
    const [, name, category] = /^(.*\S)\s*\(([^()]*)\)$/.exec(part) ?? []
    if (name === undefined || category === undefined) return { name: part, category: null }
    return { name, category: category.trim() || null }
  })
}
