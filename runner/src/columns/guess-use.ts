import { type Certainty, type ColumnUse, maxSlotLength } from '@dashboard/contract/columns'
import { days } from '@dashboard/contract/days'
import { spaceWords } from '@dashboard/contract/fold-text'
import { headerKey } from '@dashboard/contract/sheet-columns'
import { matchHeader } from '../spreadsheets/sheet-columns.ts'
import {
  countDigits,
  countsUp,
  isEmail,
  isFlag,
  isPhone,
  looksLikePhones,
  mostly,
  namesDays,
} from './cell-kinds.ts'
import { type Day, wholeDay } from './column-words.ts'
import { isTime, slotsByDay, timesOf } from './day-cells.ts'
import { noWords } from './day-tokens.ts'
import { asksWhen, findUse } from './title-words.ts'

export const dayUses: ReadonlySet<ColumnUse> = new Set(days)

export function isDay(use: ColumnUse): use is Day {
  return dayUses.has(use)
}

export interface Guess {
  use: ColumnUse
  slot: string | null
  certainty: Certainty
  /** What a column that is left out could be for: somebody has to choose that. */
  couldBe?: ColumnUse
}

export const noGuess: Guess = { use: 'Leave out', slot: null, certainty: 'none' }

/** Leaves a column out, because its cells alone, or its title and that of another, do not show whether it has a use. */
export function askAbout(couldBe: ColumnUse): Guess {
  return { ...noGuess, couldBe }
}

/** Guesses what a column is for by its title, where its cells agree with that. */
export function guessUse(title: string, cells: readonly string[]): Guess {
  const guess = guessByTitle(title) ?? guessList(title, cells)
  if (guess === undefined) return guessByCells(cells)
  const isOurs = headerKey(title) === headerKey(guess.use)
  // 'Disponible' may say when somebody is available, rather than whether.
  if (guess.use === 'Available' && !isOurs && mostly(cells, namesDays)) {
    return { use: 'Days', slot: null, certainty: 'likely' }
  }
  // 'Days (Mon, Tue, Wed)' says which days a list may have.
  if (guess.use === 'Days' && guess.slot !== null && mostly(cells, namesDays)) {
    const times = timesOf(guess.slot)?.join('; ') ?? firstTimes(guess.slot)
    return { ...guess, slot: times === wholeDay ? null : times }
  }
  if (guess.use === 'Days' && guess.slot === null && mostly(cells, isFlag)) {
    return { use: 'Available', slot: null, certainty: 'likely' }
  }
  if (guess.use === 'Emergency Contact Name' && !isOurs) {
    if (mostly(cells, isEmail)) return { ...guess, use: 'Emergency Contact Email' }
    if (mostly(cells, isPhone)) return { ...guess, use: 'Emergency Contact Phone' }
  }
  return cells.length === 0 || agrees(guess, cells, isOurs) ? guess : { ...noGuess }
}

/** Returns the times of the first of several days: 'Morning' of 'Mo-Fr Morning'. */
function firstTimes(days: string): string {
  const [times = wholeDay] = slotsByDay(days, noWords).byDay.values()
  return times
}

/** Returns whether cells may be what their title says. */
function agrees({ use, slot }: Guess, cells: readonly string[], isOurs: boolean): boolean {
  // 'ID' or 'No.' above 1, 2, 3 counts the rows: in the next sheet, people have other numbers.
  if (use === 'Locust ID') return isOurs || !countsUp(cells)
  // 'Volunteer?' may be a question; below 'WhatsApp' or 'Cell' there may be answers or groups, too.
  if (use === 'Full Name') return !mostly(cells, isFlag)
  if (use === 'Mobile Phone') return looksLikePhones(cells)
  // 'anonymous' in each row of a survey.
  if (use === 'Email Address') return cells.some((cell) => cell.includes('@'))
  // 'When' may be above the dates of shifts.
  const isDated =
    use === 'Days' && slot === null && mostly(cells, (cell) => /\b20\d\d\b/.test(cell))
  return !isDated
}

export function guessByTitle(title: string): Guess | undefined {
  const own = matchHeader([title]).positions.keys().next().value
  if (own !== undefined) return { use: own, slot: null, certainty: 'title' }
  const use = findUse(title)
  if (use !== undefined) return { use, slot: null, certainty: 'title' }
  return guessDay(title) ?? guessDay(spaceWords(title))
}

/** A form's grid of choices: 'When can you serve? [Monday]'. */
const choicePattern = /^(.*)\[([^[\]]{2,30})\]\s*$/s

/** Recognizes lists of days below a question for them, or below a time: 'Which days can you serve? [Mornings]'. */
function guessList(title: string, cells: readonly string[]): Guess | undefined {
  if (title === '' || !mostly(cells, namesDays)) return undefined
  const [, question = '', choice = title] = choicePattern.exec(title) ?? []
  const times = timesOf(choice)
  // 'Day' alone may be that of one shift, beside its date.
  const isAsked =
    times === undefined ? /\S\s+\S/.test(title) && asksWhen(title) : asksWhen(question)
  if (!isAsked) return undefined
  return { use: 'Days', slot: times?.join('; ') ?? null, certainty: 'likely' }
}

/** Recognizes a day, with the slot that its marks stand for: 'Mon', 'Lunes', 'Mon AM', 'Sábado mañana'. */
function guessDay(title: string): Guess | undefined {
  const [, question = '', choice] = choicePattern.exec(title) ?? []
  if (choice !== undefined) return asksWhen(question) ? guessDay(choice) : undefined
  const whole = noWords.day(title)
  if (whole !== undefined) return { use: whole, slot: null, certainty: 'title' }
  const plain = title.replace(/\?\s*$/, '').trim()
  const several = plain.length <= maxSlotLength ? slotsByDay(plain, noWords) : undefined
  if (several && several.byDay.size > 1 && several.unrecognized.length === 0) {
    return { use: 'Days', slot: plain, certainty: 'title' }
  }
  // 'Available Mondays', 'Availability >> Monday >> Morning', 'Tue 5:30PM-7:00PM'.
  const only = several?.unrecognized.length === 0 ? [...several.byDay][0] : undefined
  if (only !== undefined) {
    const [use, times] = only
    return { use, slot: times === wholeDay ? null : times, certainty: 'title' }
  }
  // 'Mon early morning', but not 'Mon 10/5', which is one day of one year.
  const [, word = '', text = ''] = /^([^\s:.()/_-]+)[\s:.()/_-]+(.+?)\)?$/su.exec(plain) ?? []
  const day = noWords.day(word)
  const isSlot = day !== undefined && text.length <= maxSlotLength && isTime(text)
  return isSlot ? { use: day, slot: text, certainty: 'title' } : undefined
}

/** Finds what a column could be for if its title does not say so; this is never enough to propose it. */
function guessByCells(cells: readonly string[]): Guess {
  if (mostly(cells, isEmail)) return askAbout('Email Address')
  if (mostly(cells, (cell) => isPhone(cell) && countDigits(cell) >= 9))
    return askAbout('Mobile Phone')
  return { ...noGuess }
}
