import { isDoubtfulEmail } from '@dashboard/contract/email-address'
import type { ImportWarning } from '@dashboard/contract/imports'
import { isDoubtfulPhone } from '@dashboard/contract/phone-number'
import { type Day, isDate, saysNone } from '../../columns/column-words.ts'
import { isTime, slotsOfDay, type UnrecognizedText } from '../../columns/day-cells.ts'
import { noWords, readFlagCell } from '../../columns/day-tokens.ts'
import { readLine, readText } from '../../spreadsheets/cell-text.ts'
import { isErrorCell } from '../../spreadsheets/error-cells.ts'

export interface CellWarning {
  kind: ImportWarning['kind']
  /** Text that follows the name of the column. It repeats no text of the cell, which may be a phone number. */
  reason: string
  /** The same with the word that it is about, if that is a word and not a number or address of a person. */
  named?: string
}

export interface Reading<T> {
  value: T
  warning?: CellWarning
}

export interface Categorized {
  name: string
  category: string | null
}

/** The largest integer that an integer column of both databases can store. */
const largestInteger = 2_147_483_647

const errorCell: CellWarning = {
  kind: 'error',
  reason: 'has a spreadsheet error and is read as blank',
}
/** A byte was not a character in the encoding of the file. */
export const lostCharacter: CellWarning = {
  kind: 'error',
  reason: 'has a character that could not be read',
}
const noNumber: CellWarning = { kind: 'number', reason: 'is not a whole number and is left blank' }
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
/** As Excel, LibreOffice and Google write a long number: an ID such as '1E5' is not one. */
const shortenedIdNumber = /^\d(?:[.,]\d+E\+?|E\+)\d+$/i
const shortenedId: CellWarning = {
  kind: 'number',
  reason:
    'is a number that a spreadsheet program has shortened, such as 1.23E+11, and is not used as an ID; make the column text and enter the IDs again',
}
const unrecognizedReasons = {
  date: 'is a date where a time slot belongs, perhaps a range such as 9-12 that a spreadsheet program has turned into one, and makes no time slot',
  exception: 'says when somebody cannot serve, not when they can, and makes no time slot',
  open: 'leaves open when somebody can serve and makes no time slot',
  unknown: 'is neither a day nor a time and makes no time slot',
  fraction: 'is a part of a day, as spreadsheet programs store times, and is read as a time of day',
  error: 'is a spreadsheet error and is read as blank',
  name: 'is a time slot whose times cannot be read and is kept as it is',
  flag: 'is neither yes nor no and counts as no',
} as const satisfies Record<UnrecognizedText['why'] | 'name', string>

/** Returns the warning about a text that is not understood, or that names a slot without a readable time. */
export function warnOfUnrecognizedText(
  text: string,
  why: UnrecognizedText['why'] | 'name',
): CellWarning {
  return nameWord(
    { kind: why === 'flag' ? 'flag' : 'slot', reason: unrecognizedReasons[why] },
    text,
  )
}

const maxWordLength = 40

/** Adds the word that a warning is about, unless it may be a telephone number or an address. */
function nameWord(warning: CellWarning, text: string): CellWarning {
  const digits = text.replace(/\D/g, '').length
  const isPrivate = text.includes('@') || (digits > 6 && !isDate(text))
  if (text.length > maxWordLength || isPrivate) return warning
  return { ...warning, named: `has '${text}', which ${warning.reason}` }
}

export function warnOfError(cell: string): CellWarning {
  return { ...errorCell, named: `has the error ${cell.trim()} and is read as blank` }
}

const oddEmail: CellWarning = {
  kind: 'email',
  reason: 'is a doubtful e-mail address and is kept as it is',
}

/** Reads a text on how to reach somebody: blank if it only says that there is no way. */
export function readContact(cell: string, read = readLine): string | null {
  const text = read(cell)
  return saysNone(text) ? null : text
}

/** Returns an e-mail address as written, with a warning if it is not just one. */
export function readEmail(cell: string): Reading<string | null> {
  const value = readContact(cell)
  return value === null || !isDoubtfulEmail(value) ? { value } : { value, warning: oddEmail }
}

/** Returns a phone number as written, with a warning if nobody could call it; blank if its digits are lost. */
export function readPhone(cell: string): Reading<string | null> {
  const text = readContact(cell)
  const value = text && plainNumber(text)
  if (value !== null && shortenedNumber.test(value)) return { value: null, warning: shortenedPhone }
  return value === null || !isDoubtfulPhone(value) ? { value } : { value, warning: oddPhone }
}

/** Returns a Locust ID as written; none, with a warning, if its digits are lost. */
export function readLocustId(cell: string): Reading<string | null> {
  const value = readLine(cell) || null
  if (value !== null && shortenedIdNumber.test(value)) return { value: null, warning: shortenedId }
  return { value }
}

/** Returns a number with plain digits, and without the '.0' or '.00' that some programs write after whole ones. */
function plainNumber(text: string): string {
  if (/^\d+\.0+$/.test(text)) return text.slice(0, text.indexOf('.'))
  return /[\uFF10-\uFF19]/.test(text) ? text.normalize('NFKC') : text
}

/**
 * Reads the time slots below the title of a day, with a warning for each text that is not a slot, or names one without
 * a readable time.
 */
export function readSlots(
  cell: string,
  day?: Day,
  words = noWords,
): { value: string[]; warnings: CellWarning[] } {
  if (isErrorCell(cell)) return { value: [], warnings: [] }
  const { slots, unrecognized } = slotsOfDay(readText(cell), words, null, day)
  const value = slots === '' ? [] : slots.split('; ').map(readLine)
  const named = value
    .filter((slot) => !isTime(slot))
    .map((text) => ({ text, why: 'name' as const }))
  return {
    value,
    warnings: [...unrecognized, ...named].map(({ text, why }) => warnOfUnrecognizedText(text, why)),
  }
}

/**
 * Reads yes or no by the words of docs/sheet-format.md#accepted-words, yes also with something after it ('Yes (2022)');
 * anything else counts as no, with a warning.
 */
export function readFlag(cell: string, words = noWords): Reading<boolean> {
  const said = readFlagCell(readLine(cell), words)
  if (said !== undefined) return { value: said === 'yes' }
  return { value: false, warning: warnOfUnrecognizedText(readLine(cell), 'flag') }
}

/** Words and signs between two first names, written small where one letter could be the initial of a second name. */
const betweenNames =
  /[\p{L}.]\s*[&+/;]\s*\p{L}|\p{L},|\s(?:and|AND|And|und|UND|et|ET|y|e|i|и)\s+\p{L}/u
/** '1. Ann', 'Lee 917-555-0101', 'Grand Total:', but not 'Lee 3rd' or 'Lee 2'. */
const nobodysName =
  /\d{3}|\d[.):]|^\d|^(?:grand |sub-?)?(?:total|summe|итого|razem|합계|合计|總計)(?!\p{L})/iu

/** Returns the warning about a name that may be those of two people ('John & Mary', 'Juan y Rosa'), or no name. */
export function warnOfName(firstName: string, lastName: string): CellWarning | undefined {
  // 'Ortega y Gasset' is one family name.
  const areTwo = betweenNames.test(firstName) || /\p{L}\s*[&+;]\s*\p{L}/u.test(lastName)
  if (areTwo) return { kind: 'person', reason: 'may name two people, and is imported as one' }
  return [firstName, lastName, `${firstName} ${lastName}`].some((name) => nobodysName.test(name))
    ? { kind: 'person', reason: 'may be no name, and is imported as one' }
    : undefined
}

/** Reads a whole number from 0, or `null` for a blank cell; anything else counts as blank, with a warning. */
export function readInteger(cell: string): Reading<number | null> {
  const text = plainNumber(readLine(cell))
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
