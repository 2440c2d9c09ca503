import type { MatchedWord } from '@dashboard/contract/columns'
import { days as week } from '@dashboard/contract/days'
import { hasKnownTime } from '@dashboard/contract/time-slots'
import {
  type Day,
  dayOfWord,
  foldWord,
  readFlagWord,
  slotOfWord,
  wholeDay,
} from './column-words.ts'

/** Meanings of a sheet's words: those that an administrator has set come before those of our lists. */
export interface Words {
  flag(text: string): 'yes' | 'no' | undefined
  day(text: string): Day | undefined
  /** Slots separated by `;`. */
  slot(text: string): string | undefined
}

export function readWords(chosen: readonly MatchedWord[]): Words {
  const said = new Map(
    chosen.map(({ kind, word, meaning }) => [`${kind} ${foldWord(word) || word}`, meaning]),
  )
  const find = (kind: MatchedWord['kind'], text: string) =>
    said.get(`${kind} ${foldWord(text) || text.trim()}`)
  return {
    flag: (text) => (find('flag', text) as 'yes' | 'no' | undefined) ?? readFlagWord(text),
    day: (text) => (find('day', text) as Day | undefined) ?? dayOfWord.get(foldWord(text)),
    slot: (text) => find('slot', text) ?? slotOfWord.get(foldWord(text)),
  }
}

/** Returns the parts of a cell with several values, however they are separated. */
export function partsOf(cell: string): string[] {
  return cell
    .split(/[;,/|\n]| & | and | y | e | et | und | и | i /u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/**
 * Returns the slots that a cell of one day names, separated by `;`. A mark (`x`, `yes`) stands for `slot`, or for the
 * whole day. A word that is in no list stays unchanged, and the import warns about it.
 */
export function slotsOfDay(cell: string, words: Words, slot: string | null): string {
  const slots = partsOf(cell).flatMap((part) => {
    const known = words.slot(part)
    if (known !== undefined) return known
    if (hasKnownTime(part) && /\d{1,2}.*\d|[a-z]{4}/i.test(part)) return part
    const flag = words.flag(part)
    if (flag === 'no') return []
    return flag === 'yes' ? (slot ?? wholeDay) : part
  })
  return [...new Set(slots.flatMap((each) => each.split('; ')))].join('; ')
}

/**
 * Returns the slots by day of one cell that lists days, such as 'Mon AM, Wed; Sat 9:00-12:00' or 'Lunes-Viernes'. A day
 * without a time stands for the whole day. Parts that name no day are left out.
 */
export function slotsByDay(cell: string, words: Words): Map<Day, string> {
  const found = new Map<Day, string[]>()
  for (const part of partsOf(cell)) {
    const { days, rest } = readDays(part, words)
    const slots = rest === '' ? wholeDay : (words.slot(rest) ?? rest)
    for (const day of days) {
      const ofDay = found.get(day) ?? []
      ofDay.push(...slots.split('; '))
      found.set(day, ofDay)
    }
  }
  return new Map([...found].map(([day, slots]) => [day, [...new Set(slots)].join('; ')]))
}

/** Splits a part into the days at its beginning and the text after them. */
function readDays(part: string, words: Words): { days: Day[]; rest: string } {
  const range = /^([^\s\d\u2013-]+)\s*[-\u2013]\s*([^\s\d\u2013-]+)(.*)$/su.exec(part)
  const first = range?.[1] === undefined ? undefined : words.day(range[1])
  const last = range?.[2] === undefined ? undefined : words.day(range[2])
  if (first !== undefined && last !== undefined) {
    const from = week.indexOf(first)
    const count = ((week.indexOf(last) - from + 7) % 7) + 1
    const days = Array.from({ length: count }, (_, index) => week[(from + index) % 7] as Day)
    return { days, rest: (range?.[3] ?? '').replace(/^[\s:]+/, '') }
  }
  const whole = words.day(part)
  if (whole !== undefined) return { days: [whole], rest: '' }
  const [, word = '', rest = ''] = /^([^\s:.(]+)[\s:.(]*(.*?)\)?$/su.exec(part) ?? []
  const day = words.day(word)
  return day === undefined ? { days: [], rest: part } : { days: [day], rest }
}
