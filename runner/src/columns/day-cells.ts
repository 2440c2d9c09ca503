import type { MatchedWord } from '@dashboard/contract/columns'
import { days as week } from '@dashboard/contract/days'
import { isErrorCell } from '../spreadsheets/error-cells.ts'
import {
  type Day,
  dayOfWord,
  daysOfWord,
  foldWord,
  isAlways,
  isDate,
  isException,
  isExceptionBehind,
  isExcluded,
  isFill,
  isJoin,
  isRange,
  isShortDay,
  leavesOpen,
  readCircles,
  readFlagWord,
  saysNo,
  slotOfWord,
  wholeDay,
} from './column-words.ts'

/** Meanings of a sheet's words: those that an administrator has set come before those of our lists. */
export interface Words {
  flag(text: string): 'yes' | 'no' | undefined
  day(text: string): Day | undefined
  /** Slots separated by `;`; empty for a word that names none. */
  slot(text: string): string | undefined
}

export function readWords(chosen: readonly MatchedWord[]): Words {
  const said = new Map(
    chosen.map(({ kind, word, meaning }) => [`${kind} ${wordKey(word)}`, meaning]),
  )
  const find = (kind: MatchedWord['kind'], text: string) => said.get(`${kind} ${wordKey(text)}`)
  return {
    flag: (text) => (find('flag', text) as 'yes' | 'no' | undefined) ?? readFlagWord(text),
    day: (text) => (find('day', text) as Day | undefined) ?? dayOfWord.get(wordKey(text)),
    slot: (text) => find('slot', text) ?? slotOfWord.get(wordKey(text)),
  }
}

/** Returns what a word is found by. 'AM?' is not sure, and so another word than 'AM'. */
export function wordKey(word: string): string {
  const key = foldWord(word)
  if (key === '') return word.trim()
  return word.trim().endsWith('?') ? `${key}?` : key
}

export const noWords = readWords([])

/** A cell that is longer is no list of days or times. */
const maxListLength = 500

/** Text of a cell that makes no time slot, or is stored as the name of an unknown one. */
export interface UnrecognizedText {
  text: string
  why:
    | 'date'
    /** Says when somebody cannot serve. */
    | 'exception'
    /** Leaves open when. */
    | 'open'
    | 'error'
    | 'unknown'
}

/** Returns the parts of a cell with several values, however they are separated. */
export function partsOf(cell: string): string[] {
  return cell
    .split(/[;,|\n]/)
    .flatMap((part) =>
      isDate(part) || saysNo(part) || isAlways.has(foldWord(part))
        ? part
        : part.split(/\/| & | and | y | e | et | und | и | i /u),
    )
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/**
 * Returns the slots that a cell of one day names, separated by `;`, and what of it names none. A mark (`x`, `yes`)
 * stands for `slot`, or for the whole day. A word that is in no list stays unchanged, and the import warns about it.
 */
export function slotsOfDay(
  cell: string,
  words: Words,
  slot: string | null,
): { slots: string; odd: UnrecognizedText[] } {
  if (isErrorCell(cell)) return { slots: '', odd: [{ text: cell.trim(), why: 'error' }] }
  const odd: UnrecognizedText[] = []
  const saidFlags = new Set<'yes' | 'no'>()
  const slots = partsOf(cell).flatMap((part) => {
    // What the sheet's other columns mean by a mark is not what it means below a title with a slot of its own.
    const isMark = slot !== null && noWords.flag(part) === 'yes'
    const known = isMark ? undefined : words.slot(part)
    if (known !== undefined) return known
    if (isAlways.has(foldWord(part))) return wholeDay
    if (isDate(part)) {
      odd.push({ text: part, why: 'date' })
      return []
    }
    const flag = words.flag(part)
    if (flag !== undefined || saysNo(part)) {
      saidFlags.add(flag ?? 'no')
      return []
    }
    const isOpen = leavesOpen(part)
    if (!isOpen && !isExcluded(part)) return timesOf(part, words) ?? timesLeft(part, words) ?? part
    odd.push({ text: part, why: isOpen ? 'open' : 'exception' })
    return []
  })
  // A mark beside times says nothing more: 'Yes, mornings'.
  const isAll = saidFlags.has('yes') && slots.length === 0 && odd.length === 0
  if (isAll && saidFlags.has('no')) return { slots: '', odd: [{ text: cell.trim(), why: 'open' }] }
  return { slots: isAll ? (slot ?? wholeDay) : joinSlots(slots), odd }
}

/** Returns the times of a text that names nothing else: 'evenings only', 'Yes (AM)'. */
export function timesOf(text: string, words = noWords): string[] | undefined {
  if (text.length > maxListLength) return undefined
  // A mark beside times says nothing more: 'x (tarde)'.
  const slot = (part: string) => (noWords.flag(part) === 'yes' ? undefined : words.slot(part))
  const tokens = readTokens(plainMarks(text), { ...words, slot })
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

/** Returns the times of a text that takes some away, and means nothing else: 'All day except mornings'. */
function timesLeft(text: string, words: Words): string | undefined {
  const isShort = text.length <= maxListLength
  const tokens = isShort ? readTokens(plainMarks(text), words) : []
  if (!tokens.some(({ kind }) => kind === 'exception')) return undefined
  const { byDay, odd } = slotsByDay(`Monday ${text}`, words)
  return byDay.size === 1 && odd.length === 0 ? byDay.get('Monday') : undefined
}

/** Writes the wide letters, digits and marks of East Asian keyboards as the usual ones. */
function plainMarks(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\uFF01-\uFF5E]/g, (wide) => wide.normalize('NFKC'))
    .replace(/[~\u301C]/g, '-')
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
  const names = slots
    .flatMap((each) => each.split(';'))
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return [...new Set(names)].join('; ')
}

/**
 * Returns the slots by day of one cell that lists days, such as 'Mon AM, Wed; Sat 9:00-12:00', 'Weekdays after 5 pm' or
 * 'Daily except Sunday', and what of it was not understood. A time belongs to all days of the list before it, or, where
 * none is before it, after it; a day without a time means `whole`. Days that are only excluded ('Not Monday') name
 * none.
 */
export function slotsByDay(
  cell: string,
  words: Words,
  whole = wholeDay,
): { byDay: Map<Day, string>; odd: UnrecognizedText[] } {
  if (isErrorCell(cell)) {
    return { byDay: new Map(), odd: [{ text: cell.trim(), why: 'error' }] }
  }
  const text = withoutEmptyBoxes(plainMarks(cell))
  if (isAlways.has(foldWord(text))) {
    return { byDay: new Map(week.map((day) => [day, whole])), odd: [] }
  }
  // Not what it means in a column of yes and no, where 'weekends' may have been taken for no.
  if (text === '' || saysNo(text) || readFlagWord(text) === 'no') {
    return { byDay: new Map(), odd: [] }
  }
  if (text.length > maxListLength) {
    return { byDay: new Map(), odd: [{ text, why: 'unknown' }] }
  }
  const odd: UnrecognizedText[] = []
  const taken = new Map<Day, string[]>()
  for (const clause of clausesOf(readTokens(text, words))) {
    for (const group of groupsOf(clause, { text, odd }))
      applyGroup(group, taken, { text, odd, whole })
  }
  // 'Yes' alone does not say when.
  if (taken.size === 0 && odd.length === 0) odd.push({ text, why: 'unknown' })
  const byDay = week.flatMap((day): [Day, string][] => {
    const slots = joinSlots(taken.get(day) ?? [])
    return slots === '' ? [] : [[day, slots]]
  })
  return { byDay: new Map(byDay), odd }
}

/**
 * Returns the slots by day of a cell below a title that names several days ('Mo-Fr Morning', 'Weekends'), where a mark
 * stands for the title and times are times of its days, or below one that names only a time ('Mornings'), which is that
 * of the days in the cell.
 */
export function slotsOfDays(
  cell: string,
  words: Words,
  title: string,
): { byDay: Map<Day, string>; odd: UnrecognizedText[] } {
  const times = timesOf(title)
  if (times !== undefined) return slotsByDay(cell, words, joinSlots(times))
  // As it was read when the column was proposed: what cells say means nothing in a title.
  const { byDay } = slotsByDay(title, noWords)
  const found = [...byDay].map(([day, slot]) => ({ day, ...slotsOfDay(cell, words, slot) }))
  return {
    byDay: new Map(
      found.flatMap(({ day, slots }) => (slots === '' ? [] : [[day, slots] as const])),
    ),
    odd: found[0]?.odd ?? [],
  }
}

type Token =
  /** `ends` of a range, as they were written. */
  | { kind: 'days'; days: readonly Day[]; text?: string; ends?: readonly Day[] }
  | { kind: 'slots'; slots: string[] }
  | { kind: 'unknown'; text: string }
  /**
   * `saysNo` of a word that says no by itself, so that it can also follow a day: 'Monday: no'. `isBehind` of one that
   * always does: '일요일 제외'.
   */
  | { kind: 'exception'; saysNo: boolean; isBehind?: boolean }
  /** Says that the day before it is none: 'Mon ✓ Tue ✗', 'Tue -'. */
  | { kind: 'no' }
  /** `isSlash` in 'Mon/AM', where it may also join a day and its time. */
  | { kind: 'join'; isSlash: boolean }
  | { kind: 'range' | 'comma' | 'end' | 'fill' | 'mark' }

/** '9-12', '9:00 to 12:00', 'after 5 pm', 'ab 18 Uhr', '18h'; a number alone is no time. */
const clock = String.raw`\d{1,2}(?:[:.h]\d{2}(?::\d{2})?)?(?: ?(?:[ap]\.?m\b\.?|[ap]\b|m\b|h\b|hrs?\b|uhr\b|ч(?!\p{L})|[시時点點]))?`
const noon =
  'noon|midday|midnight|mittag|mediodía|mediodia|midi|meio-dia|mezzogiorno|południa|обеда'
const before =
  'after|before|from|until|till|by|since|starting|a partir de(?: las| la)?|desde(?: las| la)?|hasta(?: las| la)?|despues de(?: las| la)?|después de(?: las| la)?|antes de(?: las| la)?|depois das|a partir das|antes das|à partir de|après|avant|dès|ab|nach|vor|bis|dopo le|prima delle|dalle|после|до|с|po|od|przed'
const timePattern = new RegExp(
  String.raw`(?:[0-2]\d[0-5]\d ?(?:-|–|—|to) ?[0-2]\d[0-5]\d|(?:${before}) (?:${noon})|(?:${before}) ${clock}(?!/\d)(?: ?(?:-|–|—|to|bis|until|till|a|à|до|do|hasta) ?(?:las )?${clock})?|(?:${clock}|${noon}) ?(?:-|–|—|to|bis|until|till|a|à|до|do) ?(?:${clock}|${noon})|\d{1,2}(?:[:.h]\d{2}(?::\d{2})?| ?(?:[ap]\.?m\b\.?|[ap]\b|uhr\b|h\b|ч(?!\p{L})|[시時点點]))(?: ?(?:[ap]\.?m\b\.?|uhr\b|hrs?\b))?(?:\+(?! ?[\p{L}\d]))?)(?!\p{L}|\d)`,
  'iuy',
)
const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*(?:-[\p{L}\p{M}\p{N}'’]+)*/uy
/**
 * 'MWF', 'TTh', 'TR', 'M/W/F', 'M, W, F', 'Mo Tu We', '月水金', '月・水': days by their letters. They are in the order of a
 * week, so that 'FT' (full time) is none; '月日' is a date.
 */
const lettersPattern =
  /(?!月日)(?:(?:Mo?|Tu|Th|T|We?|R|Fr?|Sa|Su|[月火水木金土日])(?:[/,&・、] ?| )?){2,7}(?<![ ,/&・、])(?![\p{L}\p{N}])/uy
/** 'M-Th', 'M thru F', '月-金'. */
const letterRangePattern =
  /(M|Tu|Th|T|W|F|Sa|[月火水木金土])(?: ?[-\u2010-\u2015] ?| (?:to|thru|through) )(Tu|Th|T|W|F|Sa|Su|[火水木金土日])(?![\p{L}\p{N}])/uy
const letterDays: Readonly<Record<string, Day>> = {
  M: 'Monday',
  Mo: 'Monday',
  T: 'Tuesday',
  Tu: 'Tuesday',
  W: 'Wednesday',
  We: 'Wednesday',
  Th: 'Thursday',
  R: 'Thursday',
  F: 'Friday',
  Fr: 'Friday',
  Sa: 'Saturday',
  Su: 'Sunday',
  月: 'Monday',
  火: 'Tuesday',
  水: 'Wednesday',
  木: 'Thursday',
  金: 'Friday',
  土: 'Saturday',
  日: 'Sunday',
}
const maxPhraseWords = 4

function readTokens(text: string, words: Words): Token[] {
  const tokens: Token[] = []
  const meaningOfMark = readCircles([...text])
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
  while (at < text.length) {
    const range = take(letterRangePattern)
    if (range !== undefined) {
      const ends = daysOfLetters(range)
      const days = daysBetween(ends.slice(0, 1), ends.slice(1))
      tokens.push({ kind: 'days', days, ends })
      at += range.length
      continue
    }
    const letters = takeLetters(take(lettersPattern))
    const time = letters === undefined ? take(timePattern) : undefined
    const word = time === undefined && letters === undefined ? take(wordPattern) : undefined
    if (letters !== undefined) {
      tokens.push({ kind: 'days', days: daysOfLetters(letters) })
      at += letters.length
    } else if (time !== undefined) {
      // 'après midi' is the afternoon, and no time after noon.
      tokens.push({ kind: 'slots', slots: slotsOf(words.slot(time) ?? time.trim()) })
      at += time.length
    } else if (word === undefined) {
      const mark = text.charAt(at)
      const before = tokens.at(-1)
      // 'Mon - no. Tue - yes.', but not 'excl. Tue'.
      if (mark === '.' && before?.kind === 'exception' && before.saysNo)
        tokens.push({ kind: 'end' })
      else tokens.push(...tokensOfMark(mark, meaningOfMark(mark)))
      at += 1
    } else {
      at += takePhrase(text.slice(at), words, tokens)
    }
  }
  return withoutDeniedDays(withoutStrayDays(withoutWideTimes(tokens)))
}

/** Leaves out a whole day beside a time, which says when exactly: 'anytime after 12'. */
function withoutWideTimes(tokens: readonly Token[]): Token[] {
  const said = tokens.filter(({ kind }) => kind !== 'mark' && kind !== 'fill')
  const isWide = (token: Token | undefined) =>
    token?.kind === 'slots' && token.slots.join('; ') === wholeDay
  const isTime = (token: Token | undefined) => token?.kind === 'slots' && !isWide(token)
  return tokens.filter((token) => {
    const at = said.indexOf(token)
    return !isWide(token) || !(isTime(said[at - 1]) || isTime(said[at + 1]))
  })
}

/**
 * Leaves out each day with a no after it: 'Mon x, Tue -', 'Monday: no; Tuesday: AM'. A no after several days is that of
 * all: 'Mon-Wed: no'.
 */
function withoutDeniedDays(tokens: readonly Token[]): Token[] {
  const left: Token[] = []
  for (const [at, token] of tokens.entries()) {
    const next = tokens.slice(at + 1).find(({ kind }) => kind !== 'mark')?.kind
    const isLast = next === undefined || next === 'comma' || next === 'end'
    const day = left.findLastIndex(({ kind }) => kind !== 'mark' && kind !== 'range')
    const isNo =
      token.kind === 'no' ||
      (isLast && (token.kind === 'range' || (token.kind === 'exception' && token.saysNo)))
    const [other, between] = [left[day - 2], left[day - 1]]
    const areSeveral =
      between?.kind === 'days' ||
      (other?.kind === 'days' && /^(?:join|range|comma)$/.test(between?.kind ?? ''))
    if (isNo && left[day]?.kind === 'days' && areSeveral)
      left.push({ kind: 'exception', saysNo: true }, { kind: 'comma' })
    else if (isNo && left[day]?.kind === 'days') left.splice(day)
    else if (isNo && token.kind !== 'range') left.push({ kind: 'exception', saysNo: true })
    else left.push(token)
  }
  return left
}

/** Makes short words for days unknown where they occur in a sentence of another language: 'I do mornings'. */
function withoutStrayDays(tokens: readonly Token[]): Token[] {
  const isShort = (token: Token) => token.kind === 'days' && isShortDay(token.text ?? '')
  const areAllShort = tokens.every((token) => token.kind !== 'days' || isShort(token))
  // Behind a whole word it is another word: 'lunedì di mattina', 'poniedziałek do piątek'.
  const plain = tokens.map((token, at): Token => {
    if (token.kind !== 'days' || areAllShort || tokens[at - 1]?.kind !== 'days') return token
    if (isRange.has(token.text ?? '')) return { kind: 'range' }
    return isFill.has(token.text ?? '') ? { kind: 'fill' } : token
  })
  const short = plain.filter(isShort).length
  const isList = plain.every(({ kind }) => kind !== 'fill' && kind !== 'unknown')
  if (short === 0 || isList || (short > 1 && areAllShort)) return plain
  return plain.map((token) =>
    token.kind === 'days' && isShort(token) ? { kind: 'unknown', text: token.text ?? '' } : token,
  )
}

function daysOfLetters(letters: string): Day[] {
  return (letters.match(/Mo|M|Tu|Th|T|We|W|R|Fr|F|Sa|Su|[月火水木金土日]/g) ?? []).flatMap(
    (letter) => letterDays[letter] ?? [],
  )
}

/** Returns letters of days that are in the order of a week, which Sunday may begin. */
function takeLetters(letters: string | undefined): string | undefined {
  const places = daysOfLetters(letters ?? '').map((day) => week.indexOf(day))
  const [first, ...others] = places
  const inOrder = first === week.length - 1 ? others : places
  return inOrder.every((position, index) => position > (inOrder[index - 1] ?? -1))
    ? letters
    : undefined
}

/** Returns the token of a mark, if it means anything. */
function tokensOfMark(mark: string, circled: 'yes' | 'no' | undefined): Token[] {
  // 'Saturday?' is not sure.
  if (mark === '?') return [{ kind: 'unknown', text: '?' }]
  if (mark === ';' || mark === '\n' || mark === '|') return [{ kind: 'end' }]
  if (mark === ',') return [{ kind: 'comma' }]
  if (mark === '/' || mark === '&' || mark === '+') return [{ kind: 'join', isSlash: mark === '/' }]
  if (/[-\u2010-\u2015]/.test(mark)) return [{ kind: 'range' }]
  const flag = circled ?? (mark === ' ' ? undefined : readFlagWord(mark))
  return flag === undefined ? [] : [{ kind: flag === 'no' ? 'no' : 'mark' }]
}

/** Adds the token of the longest phrase that has a meaning, and returns how many characters it takes. */
function takePhrase(text: string, words: Words, tokens: Token[]): number {
  const ends: number[] = []
  const pattern = new RegExp(wordPattern)
  let end = 0
  while (ends.length < maxPhraseWords) {
    pattern.lastIndex = end
    const next = pattern.exec(text)
    if (next === null) break
    end += next[0].length
    ends.push(end)
    if (text.charAt(end) !== ' ') break
    end += 1
  }
  for (const length of ends.toReversed()) {
    const token = tokenOf(text.slice(0, length), words)
    if (token === undefined) continue
    tokens.push(token)
    return length
  }
  const first = text.slice(0, ends[0])
  const start = knownStart(first, words)
  if (start !== undefined) {
    tokens.push(start.token)
    return start.length
  }
  const hyphen = first.indexOf('-')
  if (hyphen < 0) {
    tokens.push({ kind: 'unknown', text: first })
    return first.length
  }
  tokens.push(
    tokenOf(first.slice(0, hyphen), words) ?? { kind: 'unknown', text: first.slice(0, hyphen) },
  )
  return hyphen
}

/**
 * Beginnings of words that are written without blanks, or with endings after them: '周一至周五', '월요일부터', and
 * 'Freitagabend'.
 */
const joinedStart =
  /^(?:[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]{1,8}|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)(?=\p{L}))/iu

/** Returns the longest known beginning of such a word. */
function knownStart(word: string, words: Words): { token: Token; length: number } | undefined {
  const joined = joinedStart.exec(word)?.[0] ?? ''
  for (let length = joined.length; length > 0; length -= 1) {
    const token = tokenOf(joined.slice(0, length), words)
    if (token !== undefined) return { token, length }
  }
  return undefined
}

function tokenOf(phrase: string, words: Words): Token | undefined {
  const folded = foldWord(phrase)
  const day = words.day(phrase)
  if (day !== undefined) return { kind: 'days', days: [day], text: phrase }
  const set = daysOfWord.get(folded)
  if (set !== undefined) return { kind: 'days', days: set }
  // A capital letter does not count: 'I do mornings'.
  if (isJoin.has(folded) && !/^\p{Lu}$/u.test(phrase)) return { kind: 'join', isSlash: false }
  const slots = words.slot(phrase)
  if (slots !== undefined) return { kind: 'slots', slots: slotsOf(slots) }
  if (isException.has(folded)) {
    const isBehind = isExceptionBehind.has(folded)
    return { kind: 'exception', saysNo: saysNo(phrase), isBehind }
  }
  if (saysNo(phrase) || readFlagWord(phrase) === 'no') return { kind: 'no' }
  if (isRange.has(folded)) return { kind: 'range' }
  return isFill.has(folded) || readFlagWord(phrase) === 'yes' ? { kind: 'fill' } : undefined
}

function slotsOf(meaning: string): string[] {
  return meaning === '' ? [] : meaning.split('; ')
}

/** Splits at semicolons and line ends, with ranges of days made into days. */
function clausesOf(tokens: readonly Token[]): Token[][] {
  const clauses: Token[][] = [[]]
  for (const token of tokens) {
    const clause = clauses.at(-1) ?? []
    if (token.kind === 'end') {
      clauses.push([])
      continue
    }
    if (token.kind === 'fill' || token.kind === 'mark') continue
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
  return clauses
}

const partsOfDay = ['Morning', 'Afternoon', 'Evening', 'Night']

function daysBetween(first: readonly Day[], last: readonly Day[]): Day[] {
  const from = week.indexOf(first.at(-1) as Day)
  const to = week.indexOf(last[0] as Day)
  const count = ((to - from + 7) % 7) + 1
  const between = Array.from({ length: count }, (_, index) => week[(from + index) % 7] as Day)
  return [...first.slice(0, -1), ...between, ...last.slice(1)]
}

/** Days and times that belong together. */
interface Group {
  isException: boolean
  days: Day[]
  slots: string[]
  /** A word beside the days was not understood, so that they are not known to be free all day. */
  isUnclear: boolean
}

function groupsOf(
  clause: readonly Token[],
  { text, odd }: { text: string; odd: UnrecognizedText[] },
): Group[] {
  const groups: Group[] = []
  let group: Group = { isException: false, days: [], slots: [], isUnclear: false }
  let isTimeFirst = false
  const begin = (isException: boolean) => {
    if (group.days.length > 0 || group.slots.length > 0) groups.push(group)
    group = { isException, days: [], slots: [], isUnclear: false }
    isTimeFirst = false
  }
  for (const [at, token] of clause.entries()) {
    const next = clause[at + 1]?.kind
    if (joinsTimeAndDays(clause, at)) {
      odd.push({ text, why: 'unknown' })
      return []
    }
    const isBehind = next === undefined || next === 'comma'
    if (token.kind === 'exception' && (isBehind || token.isBehind)) {
      // Behind the days: 'Monday: no, Tuesday: yes'.
      group.isException = true
      begin(false)
    } else if (token.kind === 'unknown') {
      odd.push({ text: token.text, why: 'unknown' })
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

/** 'Daily except Monday, Wednesday': the next day is excluded, too. */
function excludesNext(clause: readonly Token[], at: number, before: readonly Group[]): boolean {
  const [next, behind] = clause.slice(at + 1)
  if (next?.kind !== 'days' || behind?.kind === 'slots') return false
  const listed = before.flatMap(({ days }) => days)
  return listed.length === 0 || next.days.every((day) => listed.includes(day))
}

/** 'Weekdays mornings and all day Saturday': the second time is that of the days after it, which have no other. */
function isTimeOfNextDays(clause: readonly Token[], at: number): boolean {
  const kinds = [at - 1, at + 1, at + 2].map((each) => clause[each]?.kind)
  return kinds[0] === 'join' && kinds[1] === 'days' && kinds[2] !== 'slots'
}

/** Gives times that are alone after an exception to the days before it: 'Daily except Sunday, mornings'. */
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
  { text, odd, whole }: { text: string; odd: UnrecognizedText[]; whole: string },
): void {
  if (!isException) {
    if (days.length === 0) odd.push({ text, why: 'unknown' })
    if (slots.length === 0 && isUnclear) return
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
  if (!isClear && !(left.length === 0 && taken.size > 0)) odd.push({ text, why: 'exception' })
  for (const day of concerned) {
    if (left.length === 0) taken.delete(day)
    else
      taken.set(
        day,
        (taken.get(day) ?? []).filter((slot) => !left.includes(slot)),
      )
  }
}
