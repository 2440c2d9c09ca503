import type { MatchedWord } from '@dashboard/contract/columns'
import { days as week } from '@dashboard/contract/days'
import { foldWord } from '@dashboard/contract/fold-text'
import {
  beginsWithYes,
  type Day,
  dayOfWord,
  daysOfWord,
  isAlways,
  isDate,
  isException,
  isExceptionBehind,
  isFill,
  isFrom,
  isJoin,
  isRange,
  isShortDay,
  readCircles,
  readFlagWord,
  saysNo,
  slotOfWord,
  wholeDay,
} from './column-words.ts'

/**
 * Meanings of a sheet's words: those that an administrator has set take precedence over our lists. A word with a blank
 * meaning is not understood: somebody was asked about it and has left it open.
 */
export interface Words {
  flag(text: string): 'yes' | 'no' | '' | undefined
  day(text: string): Day | undefined
  /** Slots separated by `;`. */
  slot(text: string): string | undefined
}

/**
 * Stands for every date in a column of yes and no. It may be the day on which somebody was trained, will be, or was
 * last trained: whether that means yes is asked once.
 */
export const anyDate = 'a date'

export function readWords(chosen: readonly MatchedWord[]): Words {
  // A word that was kept as its own meaning is read like any other, in its own spelling.
  const meant = chosen.filter(({ word, meaning }) => meaning.toLowerCase() !== word.toLowerCase())
  const said = new Map(
    meant.map(({ kind, word, meaning }) => [`${kind} ${wordKey(word)}`, meaning]),
  )
  const find = (kind: MatchedWord['kind'], text: string) => said.get(`${kind} ${wordKey(text)}`)
  const findFlag = (text: string) => find('flag', text) as 'yes' | 'no' | '' | undefined
  return {
    flag: (text) =>
      findFlag(text) ?? readFlagWord(text) ?? (isDate(text) ? findFlag(anyDate) : undefined),
    day: (text) => (find('day', text) as Day | undefined) ?? dayOfWord.get(wordKey(text)),
    slot: (text) => find('slot', text) ?? slotOfWord.get(wordKey(text)),
  }
}

/**
 * Returns the key of a word. 'AM?' is not certain, and so a different word from 'AM'; so are 'AM ✗' and 'AM -'. The
 * signs between numbers count, too: '9-11' is not the date '9/11'.
 */
export function wordKey(word: string): string {
  const key = foldWord(word)
  const written = word.trim().toLowerCase()
  return key === '' || tellingSigns.test(written) ? written : key
}

const tellingSigns = /\?$|[\p{So}\p{Sm}]|^\p{Pd}|\p{Pd}$|\d\s*[^\s\p{L}\p{N}]\s*\d/u

export const noWords = readWords([])

/** Returns whether a cell of yes and no says yes or no, also 'Yes (2022)'; `undefined` where it is not understood. */
export function readFlagCell(text: string, words: Words): 'yes' | 'no' | undefined {
  const said = words.flag(text) ?? (beginsWithYes(text) ? 'yes' : undefined)
  return said === '' ? undefined : said
}

export type Token =
  /** `ends` of a range, as they were written. */
  | { kind: 'days'; days: readonly Day[]; text?: string; ends?: readonly Day[] }
  | { kind: 'slots'; slots: string[] }
  | { kind: 'unknown'; text: string }
  /**
   * `saysNo` of a word that says no by itself, so that it can also follow a day: 'Monday: no'. `isBehind` of one that
   * always does: '일요일 제외'.
   */
  | { kind: 'exception'; saysNo: boolean; isBehind?: boolean }
  /** Says no to the day before it: 'Mon ✓ Tue ✗', 'Tue -'. */
  | { kind: 'no' }
  /** `isSlash` in 'Mon/AM', where it may also join a day and its time; `word` where it is one. */
  | { kind: 'join'; isSlash: boolean; word?: string }
  /** `word` where it is one: 'until', not a dash. */
  | { kind: 'range'; word?: string }
  /** `from` of a word that begins a range, where one follows: 'from Monday'. */
  | { kind: 'fill'; from?: string }
  | { kind: 'comma' | 'end' | 'mark' }

/** '9-12', '9:00 to 12:00', 'after 5 pm', 'ab 18 Uhr', '18h'; a number alone is not a time. */
const clock = String.raw`(?:[01]?\d|2[0-4])(?:[:.h][0-5]\d(?::\d{2})?)?(?: ?(?:[ap]\.?m\b\.?|[ap]\b|m\b|h\b|hrs?\b|uhr\b|ч(?!\p{L})|[시時点點]))?`
const noon =
  '(?:12 ?)?noon|midday|midnight|mittag|mediodía|mediodia|midi|meio-dia|mezzogiorno|południa|обеда'
const before =
  'after|before|from|until|till|by|since|starting|a partir de(?: las| la)?|desde(?: las| la)?|hasta(?: las| la)?|despues de(?: las| la)?|después de(?: las| la)?|antes de(?: las| la)?|depois das|a partir das|antes das|à partir de|après|avant|jusqu.à|dès|ab|nach|vor|bis|dopo le|prima delle|dalle|после|до|с|po|od|przed'
const timePattern = new RegExp(
  String.raw`(?:(?:[01]\d|2[0-4])[0-5]\d ?(?:-|–|—|to) ?(?:[01]\d|2[0-4])[0-5]\d|(?:${before}) (?:${noon})|(?:${before}) ${clock}(?!/\d)(?: ?(?:-|–|—|to|bis|until|till|a|à|às|до|do|hasta) ?(?:las )?${clock})?|(?:${noon}|${clock}) ?(?:-|–|—|to|bis|until|till|a|à|às|до|do) ?(?:${noon}|${clock})|(?:[01]?\d|2[0-4])(?:[:.h][0-5]\d(?::\d{2})?| ?(?:[ap]\.?m\b\.?|[ap]\b|uhr\b|h\b|ч(?!\p{L})|[시時点點]))(?: ?(?:[ap]\.?m\b\.?|uhr\b|hrs?\b))?(?:\+(?! ?[\p{L}\d]))?)(?!\p{L}|\d)`,
  'iuy',
)
const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*(?:-[\p{L}\p{M}\p{N}'’]+)*/uy
/**
 * 'MWF', 'TTh', 'TR', 'M/W/F', 'M, W, F', 'Mo Tu We', '月水金', '月・水': days by their letters. They are in the order of a
 * week, so 'FT' (full time) is not one of them; '月日' is a date.
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
/** 'Mo 5.10.' is a date rather than ten past five. */
const isDayOfMonth = /^\d{1,2}\.(?:0[1-9]|1[0-2])$/
/** '2h' may be two hours or two o'clock. */
const isLength = /^[1-5] ?h(?:rs?)?$/i
const isClock = /^\d{1,2}(?:[:.h]\d{2}(?::\d{2})?)?(?: ?\p{L}[\p{L}.]*)?$/u
const maxPhraseWords = 4
/** 'Mon=1', 'Mon 1, Tue 0': elsewhere the number counts something, as in '1 Saturday'. */
const oneAsYes = /[=:] ?1(?!\d)|(?<![\d:.])0(?![\d:.])/

export function readTokens(text: string, words: Words): Token[] {
  const tokens: Token[] = []
  const meaningOfMark = readCircles([...text])
  const isOneYes = oneAsYes.test(text)
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
      // 'après midi' is the afternoon, not a time after noon.
      const isNoTime = [isDayOfMonth, isLength].some((pattern) => pattern.test(time.trim()))
      const slots = words.slot(time) ?? (isNoTime ? '' : time.trim())
      if (slots === '') tokens.push({ kind: 'unknown', text: time.trim() })
      else tokens.push({ kind: 'slots', slots: slots.split('; ') })
      at += time.length
    } else if (word === undefined) {
      const mark = text.charAt(at)
      const before = tokens.at(-1)
      // 'Mon - no. Tue - yes.', but not 'excl. Tue'.
      if (mark === '.' && before?.kind === 'exception' && before.saysNo)
        tokens.push({ kind: 'end' })
      else tokens.push(...tokensOfMark(mark, meaningOfMark(mark)))
      at += 1
    } else if (word === '1' && !isOneYes) {
      tokens.push({ kind: 'unknown', text })
      at += 1
    } else {
      at += takePhrase(text.slice(at), words, tokens)
    }
  }
  const certain = withoutPairs(withoutCounts(tokens))
  return withoutDeniedDays(withoutStrayDays(withoutWideTimes(certain)))
}

/** Makes clock times side by side unknown, which may be two times or the ends of one: '9:00 12:00'. */
function withoutPairs(tokens: readonly Token[]): Token[] {
  const clockOf = (token: Token | undefined) =>
    token?.kind === 'slots' ? token.slots.find((slot) => isClock.test(slot)) : undefined
  return tokens.map((token, at): Token => {
    const text = clockOf(token)
    const isBeside = [at - 1, at + 1].some((other) => clockOf(tokens[other]) !== undefined)
    return text !== undefined && isBeside ? { kind: 'unknown', text } : token
  })
}

/** Makes what may be a number of days unknown: '1-2 Saturdays', but not '9-12 Saturdays' or 'Mon 1-2'. */
function withoutCounts(tokens: readonly Token[]): Token[] {
  return tokens.map((token, at): Token => {
    const [before, next] = [tokens[at - 1], tokens[at + 1]]
    const text = token.kind === 'slots' ? token.slots.join('; ') : ''
    const isCount = /^[1-5] ?(?:[-–—]|\p{L}+) ?[1-5]$/u.test(text)
    const areDays = next?.kind === 'days' && /\p{L}{5}s$/u.test(next.text ?? '')
    return isCount && areDays && before?.kind !== 'days' ? { kind: 'unknown', text } : token
  })
}

/** Drops a whole day beside a time, which is more exact: 'anytime after 12'. */
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
 * Leaves out each day with a no after it: 'Mon x, Tue -', 'Monday: no; Tuesday: AM'. A no after several days applies to
 * all of them: 'Mon-Wed: no'.
 */
function withoutDeniedDays(tokens: readonly Token[]): Token[] {
  const left: Token[] = []
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1]?.kind
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
    else if (isNo && token.kind !== 'range')
      left.push({ kind: 'exception', saysNo: true, isBehind: left[day]?.kind === 'slots' })
    else left.push(token)
  }
  return left
}

/** Makes short words for days unknown where they occur in a sentence of another language: 'I do mornings'. */
function withoutStrayDays(tokens: readonly Token[]): Token[] {
  const isShort = (token: Token) => token.kind === 'days' && isShortDay(token.text ?? '')
  const areAllShort = tokens.every((token) => token.kind !== 'days' || isShort(token))
  // After a whole word it is a different word: 'lunedì di mattina', 'poniedziałek do piątek'.
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
  // 'Saturday?' is not certain.
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
  const [part = first] = first.split('-')
  tokens.push(tokenOf(part, words) ?? { kind: 'unknown', text: part })
  return part.length
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

/** In a list of days they may be days rather than true, false or ja. */
const letterOfDay = /^[tfj]$/i

function tokenOf(phrase: string, words: Words): Token | undefined {
  const folded = foldWord(phrase)
  const day = words.day(phrase)
  if (day !== undefined) return { kind: 'days', days: [day], text: phrase }
  const set = daysOfWord.get(folded)
  if (set !== undefined) return { kind: 'days', days: set, text: phrase }
  // A capital letter does not count: 'I do mornings'.
  if (isJoin.has(folded) && !/^\p{Lu}$/u.test(phrase))
    return { kind: 'join', isSlash: false, word: phrase }
  const slots = words.slot(phrase)
  // A phrase that was left open may have parts with a meaning: 'except mornings'.
  if (slots) return { kind: 'slots', slots: slots.split('; ') }
  if (isException.has(folded)) {
    const isBehind = isExceptionBehind.has(folded)
    return { kind: 'exception', saysNo: saysNo(phrase), isBehind }
  }
  if (saysNo(phrase) || (readFlagWord(phrase) === 'no' && !letterOfDay.test(phrase)))
    return { kind: 'no' }
  if (isRange.has(folded)) return { kind: 'range', word: phrase }
  if (letterOfDay.test(phrase)) return undefined
  if (isFrom.has(folded)) return { kind: 'fill', from: folded }
  if (readFlagWord(phrase) === 'yes' || isAlways.has(folded)) return { kind: 'mark' }
  return isFill.has(folded) ? { kind: 'fill' } : undefined
}

export function daysBetween(first: readonly Day[], last: readonly Day[]): Day[] {
  const from = week.indexOf(first.at(-1) as Day)
  const to = week.indexOf(last[0] as Day)
  const count = ((to - from + 7) % 7) + 1
  const between = Array.from({ length: count }, (_, index) => week[(from + index) % 7] as Day)
  return [...first.slice(0, -1), ...between, ...last.slice(1)]
}
