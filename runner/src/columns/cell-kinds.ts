import { foldWord } from '@dashboard/contract/fold-text'
import { isErrorCell } from '../spreadsheets/error-cells.ts'
import { daysOfWord, readFlagWord } from './column-words.ts'
import { partsOf } from './day-cells.ts'
import { noWords } from './day-tokens.ts'

export function mostly(cells: readonly string[], holds: (cell: string) => boolean): boolean {
  return cells.filter(holds).length > cells.length * 0.6
}

/** Whether the cell has text, an `@`, text, a dot and text, without blanks; a pattern for that takes cubic time. */
export function isEmail(cell: string): boolean {
  const sign = cell.indexOf('@', 1)
  return sign > 0 && cell.lastIndexOf('.', cell.length - 2) > sign + 1 && !/\s/.test(cell)
}

export const countDigits = (cell: string) => cell.replace(/\D/g, '').length
export const isPhone = (cell: string) =>
  /^[+(\d][\d\s().+/-]*(?:(?:x|ext)\.?\s*\d+)?$/i.test(cell) &&
  countDigits(cell) >= 7 &&
  countDigits(cell) <= 15
/** Whether cells with a digit mostly have as many as telephone numbers: 'Group 3' or 'iPhone 15' does not. */
export function looksLikePhones(cells: readonly string[]): boolean {
  const numbered = cells.filter((cell) => /\d/.test(cell))
  return numbered.length > 0 && mostly(numbered, (cell) => countDigits(cell) >= 6)
}
export const isFlag = (cell: string) => readFlagWord(cell) !== undefined

/** Whether a cell is one time of a clock, '9:00' or '2 pm'. */
export function isClockTime(cell: string): boolean {
  return /^\d{1,2}(?:[:.h]\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?| ?[ap]\.?m\.?)$/i.test(cell.trim())
}

/**
 * Returns whether a day was merged over start and end: there are times of a clock below it, and mostly in the next
 * column, too, which has no title.
 */
export function areFromTo(
  title: string | undefined,
  starts: readonly string[],
  ends: readonly string[],
): boolean {
  const readEnds = ends.filter((cell) => !isErrorCell(cell))
  const isUntitled = (title ?? '').trim() === ''
  return isUntitled && starts.some(isClockTime) && mostly(readEnds, isClockTime)
}

/** Returns the cells of such a day as one: '11:00-14:00', or '11:00-?' where only one of them is a time. */
export function joinFromTo(from: string, to: string): string {
  if (!isClockTime(from) && !isClockTime(to)) return [from, to].filter(Boolean).join(';')
  return [from, to].find(isErrorCell) ?? `${from || '?'}-${to || '?'}`
}

export function countsUp(cells: readonly string[]): boolean {
  return cells.every((cell, at) => at === 0 || Number(cell) === Number(cells[at - 1]) + 1)
}

export function namesDays(cell: string): boolean {
  return partsOf(cell).some((part) => {
    const [word = ''] = part.split(/[\s:.(-]+/u)
    const isDay = [part, word].some((each) => noWords.day(each) !== undefined)
    return isDay || daysOfWord.has(foldWord(part))
  })
}
