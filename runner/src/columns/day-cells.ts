import { days as week } from '@dashboard/contract/days'
import { foldWord } from '@dashboard/contract/fold-text'
import { hasKnownTime } from '@dashboard/contract/time-slots'
import { isErrorCell } from '../spreadsheets/error-cells.ts'
import {
  type Day,
  isAlways,
  isDate,
  isExcluded,
  isFill,
  isRelativeMark,
  leavesOpen,
  readCircles,
  readFlagWord,
  saysNo,
  wholeDay,
} from './column-words.ts'
import { daysBetween, noWords, readTokens, type Token, type Words } from './day-tokens.ts'

/** A longer cell is not a list of days or times. */
const maxListLength = 500

/** Text of a cell that is not understood, or not with certainty. */
export interface UnrecognizedText {
  text: string
  why: /** Is neither yes nor no in a column of these. */
    | 'flag'
    | 'date'
    /** Says when somebody cannot serve. */
    | 'exception'
    /** Leaves open when somebody can serve. */
    | 'open'
    /** A number that spreadsheets store for a time of day, and that is read as one. */
    | 'fraction'
    | 'error'
    | 'unknown'
}

interface SlotsByDay {
  byDay: Map<Day, string>
  unrecognized: UnrecognizedText[]
}

/** Returns the parts of a cell with several values, however they are separated. */
export function partsOf(cell: string): string[] {
  return trimmed(
    cell
      .split(/[;,|\n]/)
      .flatMap((part) =>
        isDate(part) || holdsDate.test(part) || saysNo(part) || isAlways.has(foldWord(part))
          ? part
          : part.split(/\/| & | and | y | e | et | und | и | i /u),
      ),
  )
}

/** 'PM from 9/1', but not '9-11/1-3', where a slash is between two ranges. */
const inRange = String.raw`(?:[-\u2010-\u2015:.~\d]|\b(?:to|bis|a|à|às|do|до)\b)`
const holdsDate = new RegExp(
  String.raw`(?<!${inRange} ?)\d{1,2}/\d{1,2}|\d{1,2}/\d{1,2}(?! ?${inRange})`,
)

function trimmed(parts: readonly string[]): string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/**
 * Returns what a cell below the title of a day means, whatever the title is called and wherever the sheet comes from:
 * the slots that it names, separated by `;`, and the rest, which names none. A mark (`x`, `yes`) and the `day` itself,
 * as some programs for surveys repeat it, stand for `slot` ('Mon AM'), or for the whole day where it is `null`. Unknown
 * text is kept as the name of a slot.
 */
export function slotsOfDay(
  cell: string,
  words: Words,
  slot: string | null,
  day?: Day,
): { slots: string; unrecognized: UnrecognizedText[] } {
  const unrecognized: UnrecognizedText[] = []
  const saidFlags = new Set<'yes' | 'no'>()
  let ofMark = slot ?? wholeDay
  const slots = splitSlots(cell, words).flatMap((part) => {
    if (isErrorCell(part)) {
      unrecognized.push({ text: part, why: 'error' })
      return []
    }
    const isMark = noWords.flag(part) === 'yes'
    // A mark below a title with its own slot does not mean what it means in the sheet's other columns.
    const known = isMark && slot !== null ? undefined : words.slot(part)
    if (known && !isMark) return known
    if (known) ofMark = known
    if (isAlways.has(foldWord(part))) return wholeDay
    // Except for marks, a word below a day does not mean what it means in a column of yes and no.
    const flags = isRelativeMark(part) ? words : noWords
    const flag = day !== undefined && words.day(part) === day ? 'yes' : flags.flag(part)
    const why = whyNoSlot(part, words)
    const asked = known === '' || flag === ''
    if (asked || why === 'date') {
      unrecognized.push({ text: part, why: why ?? (known === '' ? 'unknown' : 'open') })
      return []
    }
    if (flag || saysNo(part)) {
      saidFlags.add(flag || 'no')
      return []
    }
    const time = timeOfNumber(part)
    if (time !== undefined) {
      unrecognized.push({ text: part, why: 'fraction' })
      return time
    }
    if (why === undefined) {
      return timesOf(part, words) ?? timesLeft(part, words) ?? timesOfDay(part, words, day) ?? part
    }
    unrecognized.push({ text: part, why })
    return []
  })
  // A mark beside times adds nothing: 'Yes, mornings'.
  const isAll = saidFlags.has('yes') && slots.length === 0 && unrecognized.length === 0
  if (isAll && saidFlags.has('no'))
    return { slots: '', unrecognized: [{ text: cell.trim(), why: 'open' }] }
  return { slots: isAll ? ofMark : joinSlots(slots), unrecognized }
}

/** Returns why a part of such a cell that is neither a known word nor a time makes no slot. */
function whyNoSlot(part: string, words: Words): UnrecognizedText['why'] | undefined {
  if (isDate(part)) return 'date'
  if (leavesOpen(part)) return 'open'
  if (isNumber.test(part)) return 'unknown'
  return isExcluded(part) || excepts(part, words) ? 'exception' : undefined
}

/** 'daily, except Sunday', which means nothing below a single day, and 'AM ✗'. */
function excepts(part: string, words: Words): boolean {
  const tokens = tokensOf(part, words)
  const isOfDays = tokens.some(({ kind }) => kind === 'days')
  return (
    tokens.some((token) => token.kind === 'exception' && (isOfDays || token.isBehind)) &&
    timesLeft(part, words) === undefined
  )
}

function tokensOf(text: string, words: Words): Token[] {
  // A mark beside times adds nothing: 'x (tarde)'.
  const slot = (part: string) => (noWords.flag(part) === 'yes' ? undefined : words.slot(part))
  return text.length > maxListLength ? [] : readTokens(plainMarks(text), { ...words, slot })
}

/** A number alone may be hours, people or anything else. */
const isNumber = /^[+-]?\d+(?:[.,]\d+)?$/

/** Returns the time of day that a spreadsheet stores as a part of a day: '9:00' for '0.375'. */
function timeOfNumber(part: string): string | undefined {
  if (!/^0?[.,]\d+$/.test(part)) return undefined
  const minutes = Number(part.replace(',', '.')) * 24 * 60
  const minute = Math.round(minutes)
  // As many digits as programs store, to distinguish a minute from a price.
  if (minute === 0 || minute >= 24 * 60 || Math.abs(minutes - minute) > 0.001) return undefined
  return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`
}

/**
 * Returns the parts of a cell below a day: those between semicolons, bars and line ends, and those between other
 * separators if any of them is known. 'Morning, Lobby' are two, 'Lobby, north' is one.
 */
export function splitSlots(cell: string, words: Words): string[] {
  // 'all day; except mornings'
  if (!isExcluded(cell) && timesLeft(cell, words) !== undefined) return [cell.trim()]
  return trimmed(cell.split(/[;|\n]/)).flatMap((part) => {
    const isWhole = isDate(part) || isErrorCell(part) || isKnownSlot(part, words)
    const pieces = isWhole ? [part] : partsOf(part)
    return pieces.some((piece) => isKnownSlot(piece, words)) ? pieces : [part]
  })
}

function isKnownSlot(piece: string, words: Words): boolean {
  return (
    words.slot(piece) !== undefined ||
    noWords.flag(piece) !== undefined ||
    isAlways.has(foldWord(piece)) ||
    saysNo(piece) ||
    timesOf(piece, words) !== undefined
  )
}

/** Whether a slot is a time of day ('Early morning'), and not only a text with one in it ('busy mornings', '2 people'). */
export function isTime(slot: string): boolean {
  return hasKnownTime(slot) && timesOf(slot.replace(/\b(?:early|late) /i, '')) !== undefined
}

/** Returns the times of a text that names nothing else: 'evenings only', 'Yes (AM)'. */
export function timesOf(text: string, words = noWords): string[] | undefined {
  const tokens = tokensOf(text, words)
  const times = tokens.flatMap((token) => (token.kind === 'slots' ? token.slots : []))
  const isPlain = tokens.every(
    ({ kind }) =>
      kind === 'slots' ||
      kind === 'fill' ||
      kind === 'mark' ||
      kind === 'join' ||
      // 'yes - mornings', but not 'morning - evening' or '1pm-'.
      (kind === 'range' && times.length === 1 && tokens.at(-1)?.kind !== 'range'),
  )
  return isPlain && times.length > 0 ? times : undefined
}

/** Returns the times of a text that repeats the day above it: 'Sat AM' below Saturday. */
export function timesOfDay(text: string, words: Words, day: Day | undefined): string | undefined {
  const { byDay, unrecognized } = slotsByDay(text, words)
  return day && byDay.size === 1 && unrecognized.length === 0 ? byDay.get(day) : undefined
}

/** Returns the times of a text that excludes some, and means nothing else: 'All day except mornings'. */
function timesLeft(text: string, words: Words): string | undefined {
  const tokens = tokensOf(text, words)
  if (!tokens.some(({ kind }) => kind === 'exception')) return undefined
  const { byDay, unrecognized } = slotsByDay(`Monday ${text}`, words)
  return byDay.size === 1 && unrecognized.length === 0 ? byDay.get('Monday') : undefined
}

/** '上午9:00', '下午2时30分', '오후 2시' */
const eastAsianHalf =
  /(上午|午前|오전|下午|午後|오후) ?(\d{1,2})[:时時시点點] ?(?:(\d{2})[分분]?(?::\d{2}|\d{2}秒)?)?/gu
/** '9時30分' */
const eastAsianTime = /(\d{1,2})[时時시点點] ?(\d{2})[分분]/gu

/** Writes the wide letters, digits and marks of East Asian keyboards as the usual ones. */
function plainMarks(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\uFF01-\uFF5E]/g, (wide) => wide.normalize('NFKC'))
    .replace(/[~\u301C]/g, '-')
    .replace(
      eastAsianHalf,
      (_, half: string, hour: string, minutes = '00') =>
        `${hour}:${minutes} ${/[上前전]/u.test(half) ? 'AM' : 'PM'}`,
    )
    .replace(eastAsianTime, '$1:$2')
    .replace(/(?<!\d ?)\b([ap])\. ?m\b\.?/giu, '$1m')
    .replace(/\ufe0f/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .trim()
}

/** Where a mark precedes each day: '☑ Mon ☐ Tue'. */
const boxes = /(?=[\u2610\u2611\u2705\u2713\u2714\u2716-\u2718\u274c\u25cb\u25cf\u25ef])/u

/** Leaves out the days after a box that says no. */
function withoutEmptyBoxes(text: string): string {
  const meaningOfCircle = readCircles([...text])
  const boxed = text.split(boxes).map((part) => {
    const mark = part.charAt(0)
    return { meaning: meaningOfCircle(mark) ?? readFlagWord(mark), days: part.slice(1).trim() }
  })
  const isList = boxes.test(text.charAt(0)) && boxed.some(({ days }) => days !== '')
  if (!isList) return text
  return boxed.flatMap(({ meaning, days }) => (meaning === 'yes' ? days : [])).join('; ')
}

export function joinSlots(slots: readonly string[]): string {
  const byKey = new Map<string, string>()
  for (const name of trimmed(slots.flatMap((each) => each.split(';'))))
    byKey.getOrInsertComputed(name.toLowerCase(), () => name)
  return [...byKey.values()].join('; ')
}

/**
 * Returns the slots by day of one cell that lists days, such as 'Mon AM, Wed; Sat 9:00-12:00', 'Weekdays after 5 pm' or
 * 'Daily except Sunday', and the parts that were not understood. A time belongs to all days of the list before it or,
 * if there are none, after it; a day without a time means `whole`. Days that are only excluded ('Not Monday') give no
 * slots.
 */
export function slotsByDay(cell: string, words: Words, whole = wholeDay): SlotsByDay {
  if (isErrorCell(cell)) {
    return { byDay: new Map(), unrecognized: [{ text: cell.trim(), why: 'error' }] }
  }
  const text = withoutEmptyBoxes(plainMarks(cell))
  if (isAlways.has(foldWord(text))) {
    return { byDay: new Map(week.map((day) => [day, whole])), unrecognized: [] }
  }
  // Not its meaning in a column of yes and no, where 'weekends' may have been read as no.
  if (text === '' || saysNo(text) || readFlagWord(text) === 'no') {
    return { byDay: new Map(), unrecognized: [] }
  }
  if (text.length > maxListLength) {
    return { byDay: new Map(), unrecognized: [{ text, why: 'unknown' }] }
  }
  const unrecognized: UnrecognizedText[] = []
  const taken = new Map<Day, string[]>()
  let isUnclear = false
  for (const clause of clausesOf(readTokens(text, words))) {
    // A word that is not understood may be about all that follows it: 'Busy: Mon; Tue'.
    isUnclear ||=
      clause.find(({ kind }) => /^(?:days|slots|unknown)$/.test(kind))?.kind === 'unknown'
    for (const group of groupsOf(clause, { text, unrecognized, isUnclear }))
      applyGroup(group, taken, { text, unrecognized, whole })
  }
  // 'Yes' alone does not say when.
  if (taken.size === 0 && unrecognized.length === 0) unrecognized.push({ text, why: 'unknown' })
  const byDay = week.flatMap((day): [Day, string][] => {
    const slots = joinSlots(taken.get(day) ?? [])
    return slots === '' ? [] : [[day, slots]]
  })
  const distinct = new Map(unrecognized.map((each) => [each.text, each]))
  return { byDay: new Map(byDay), unrecognized: [...distinct.values()] }
}

/**
 * Returns the slots by day of a cell below a title that names several days ('Mo-Fr Morning', 'Weekends'), where a mark
 * stands for the title and times are times of its days, or below one that names only a time ('Mornings'), which is that
 * of the days in the cell.
 */
export function slotsOfDays(cell: string, words: Words, title: string): SlotsByDay {
  const times = timesOf(title)
  if (times !== undefined) return slotsByDay(cell, words, joinSlots(times))
  // As it was read when the column was proposed: meanings of cells do not apply to a title.
  const { byDay } = slotsByDay(title, noWords)
  const found = [...byDay].map(([day, slot]) => ({ day, ...slotsOfDay(cell, words, slot, day) }))
  return {
    byDay: new Map(
      found.flatMap(({ day, slots }) => (slots === '' ? [] : [[day, slots] as const])),
    ),
    unrecognized: found[0]?.unrecognized ?? [],
  }
}

/** 'Sat yes, Sun PM': the time behind the comma is not that of a day with a mark of its own. */
function endsMarkedDay(tokens: readonly Token[], at: number): boolean {
  const [day, mark, comma] = [at - 2, at - 1, at].map((each) => tokens[each]?.kind)
  if (comma !== 'comma' || mark !== 'mark' || day !== 'days') return false
  const rest = tokens.slice(at + 1)
  const end = rest.findIndex(({ kind }) => kind === 'comma' || kind === 'end')
  const next = end < 0 ? rest : rest.slice(0, end)
  return next[0]?.kind === 'days' && next.some(({ kind }) => kind === 'slots')
}

/** Splits at semicolons, line ends and behind days with a mark, with ranges of days made into days. */
function clausesOf(tokens: readonly Token[]): Token[][] {
  const clauses: Token[][] = [[]]
  for (const [at, token] of tokens.entries()) {
    const clause = clauses.at(-1) ?? []
    if (token.kind === 'end' || endsMarkedDay(tokens, at)) {
      clauses.push([])
      continue
    }
    if ((token.kind === 'fill' && token.from === undefined) || token.kind === 'mark') continue
    const [from, range] = clause.slice(-2)
    if (token.kind === 'days' && range?.kind === 'range' && from?.kind === 'days') {
      const ends = [...(from.ends ?? from.days), ...token.days]
      // 'Mon-Wed-Fri' is a list.
      const days = from.ends ? ends : daysBetween(from.days, token.days)
      clause.splice(-2, 2, { kind: 'days', days, ends })
      continue
    }
    if (token.kind === 'slots' && range?.kind === 'range' && from?.kind === 'slots') {
      const ends = [from.slots.at(-1), token.slots[0]].map((slot = '') => partsOfDay.indexOf(slot))
      const [first = -1, last = -1] = ends
      // 'morning to evening' is the afternoon, too.
      if (first >= 0) from.slots.push(...partsOfDay.slice(first + 1, Math.max(last, 0)))
    }
    clause.push(token)
  }
  return clauses.map((clause) =>
    clause.filter(({ kind }, at) => kind !== 'fill' || isOpenRange(clause, at)),
  )
}

const partsOfDay = ['Morning', 'Afternoon', 'Evening', 'Night']

/** Days and times that belong together. */
interface Group {
  isException: boolean
  days: Day[]
  slots: string[]
  /** A word beside the days, or before them, was not understood, so that it is not known whether they are meant. */
  isUnclear: boolean
}

function groupsOf(
  clause: readonly Token[],
  {
    text,
    unrecognized,
    isUnclear,
  }: { text: string; unrecognized: UnrecognizedText[]; isUnclear: boolean },
): Group[] {
  const groups: Group[] = []
  let group: Group = { isException: false, days: [], slots: [], isUnclear }
  let isTimeFirst = false
  const begin = (isException: boolean) => {
    if (group.days.length > 0 || group.slots.length > 0) groups.push(group)
    group = { isException, days: [], slots: [], isUnclear: group.isUnclear }
    isTimeFirst = false
  }
  for (const [at, token] of clause.entries()) {
    const next = clause[at + 1]?.kind
    if (joinsTimeAndDays(clause, at)) {
      unrecognized.push({ text, why: 'unknown' })
      return []
    }
    const isBehind = next === undefined || next === 'comma'
    if (token.kind === 'exception' && (isBehind || token.isBehind)) {
      // After the days: 'Monday: no, Tuesday: yes'.
      group.isException = true
      begin(false)
    } else if (token.kind === 'unknown') {
      unrecognized.push({ text: token.text, why: 'unknown' })
      group.isUnclear = true
    } else if (isOpenRange(clause, at) || isLoneLetter(clause, at)) {
      unrecognized.push({ text, why: 'unknown' })
      group.isUnclear = true
    } else if (token.kind === 'exception') begin(true)
    else if (token.kind === 'comma' && group.isException && group.days.length > 0) {
      if (!excludesNext(clause, at, groups)) begin(false)
    } else if (token.kind === 'days') {
      if (group.slots.length > 0 && !isTimeFirst) begin(false)
      group.days.push(...token.days)
    } else if (token.kind === 'slots') {
      if (group.days.length > 0 && (isTimeFirst || isTimeOfNextDays(clause, at))) begin(false)
      if (group.days.length === 0) isTimeFirst = true
      group.slots.push(...token.slots)
    }
  }
  begin(false)
  return joinTimes(groups)
}

/** 'Evenings and weekends', 'Saturday and evenings': whether the time is that of the days is not known. */
function joinsTimeAndDays(clause: readonly Token[], at: number): boolean {
  const token = clause[at]
  if (token?.kind !== 'join' || token.isSlash) return false
  const [before, after] = [clause[at - 1]?.kind, clause[at + 1]?.kind]
  if (before === 'days') return after === 'slots'
  const isFirst = clause.slice(0, at).every(({ kind }) => kind === 'slots' || kind === 'join')
  return isFirst && before === 'slots' && after === 'days'
}

/** 'until Monday', 'until Mon, Tue', 'from Monday', 'Mon from', 'Mon until evening': a range without a beginning or an end. */
function isOpenRange(clause: readonly Token[], at: number): boolean {
  const token = clause[at]
  const [before, next] = [clause[at - 1], clause[at + 1]]
  if (token?.kind === 'fill') {
    const isOf = before?.kind === 'slots' && /^d(?:u|el)$/.test(token.from ?? '')
    // 'Sat from' beside 'Sat to'
    if (next === undefined) return before?.kind === 'days'
    return next.kind === 'days' && next.ends === undefined && !isOf
  }
  const word = token?.kind === 'range' ? foldWord(token.word ?? '') : ''
  const isBehind = before?.kind === 'days'
  // 'lunes a la tarde' is not a range.
  if (word === '' || isFill.has(word) || (isBehind && /^(?:al?|au|à)$/.test(word))) return false
  return isBehind !== (next?.kind === 'days')
}

/** 'Mon o, Tue x': a letter that joins nothing is a mark. */
function isLoneLetter(clause: readonly Token[], at: number): boolean {
  const token = clause[at]
  const next = clause[at + 1]?.kind
  return (
    token?.kind === 'join' && token.word?.length === 1 && (next === undefined || next === 'comma')
  )
}

/** 'Daily except Monday, Wednesday': the next day is excluded, too. */
function excludesNext(clause: readonly Token[], at: number, before: readonly Group[]): boolean {
  const [next, behind] = clause.slice(at + 1)
  if (next?.kind !== 'days' || behind?.kind === 'slots') return false
  const listed = before.flatMap(({ days }) => days)
  return listed.length === 0 || next.days.every((day) => listed.includes(day))
}

/** 'Weekdays mornings and all day Saturday': the second time belongs to the days after it, which have no other. */
function isTimeOfNextDays(clause: readonly Token[], at: number): boolean {
  const kinds = [at - 1, at + 1, at + 2].map((each) => clause[each]?.kind)
  return kinds[0] === 'join' && kinds[1] === 'days' && kinds[2] !== 'slots'
}

/** Gives times that stand alone after an exception to the days before it: 'Daily except Sunday, mornings'. */
function joinTimes(groups: readonly Group[]): Group[] {
  const joined: Group[] = []
  for (const group of groups) {
    const before = joined.find(({ isException, slots }) => !isException && slots.length === 0)
    if (!group.isException && group.days.length === 0 && before) before.slots.push(...group.slots)
    else joined.push(group)
  }
  return joined
}

function applyGroup(
  { isException, days, slots, isUnclear }: Group,
  taken: Map<Day, string[]>,
  { text, unrecognized, whole }: { text: string; unrecognized: UnrecognizedText[]; whole: string },
): void {
  if (!isException) {
    if (days.length === 0) unrecognized.push({ text, why: 'unknown' })
    if (isUnclear) return
    const wanted = slots.length === 0 ? [whole] : slots
    for (const day of days) {
      const more = wanted.flatMap((each) => each.split('; '))
      taken.set(day, [...(taken.get(day) ?? []), ...more])
    }
    return
  }
  const concerned = days.length === 0 ? [...taken.keys()] : days
  const left = slots.flatMap((each) => each.split('; '))
  const isClear =
    concerned.some((day) => taken.has(day)) &&
    left.every((slot) => concerned.some((day) => taken.get(day)?.includes(slot)))
  if (!isClear && !(left.length === 0 && taken.size > 0))
    unrecognized.push({ text, why: 'exception' })
  for (const day of concerned) {
    if (left.length === 0) taken.delete(day)
    else
      taken.set(
        day,
        (taken.get(day) ?? []).filter((slot) => !left.includes(slot)),
      )
  }
}
