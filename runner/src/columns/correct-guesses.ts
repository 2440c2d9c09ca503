import type { Certainty, ColumnUse } from '@dashboard/contract/columns'
import { days } from '@dashboard/contract/days'
import { headerKey } from '@dashboard/contract/sheet-columns'
import { countDigits, isFlag, mostly } from './cell-kinds.ts'
import {
  familyNameLength,
  foldWord,
  isOfAnother,
  isOfEmergency,
  isShortDay,
} from './column-words.ts'
import { partsOf, timesOf } from './day-cells.ts'
import { noWords } from './day-tokens.ts'
import { dayUses, type Guess, guessByTitle, noGuess } from './guess-use.ts'

/** Returns the cells of a column that are not blank. */
type CellsOf = (position: number) => string[]

/** Corrects what each column seems to be for by what the others are for. */
export function correctGuesses(
  guesses: Guess[],
  titles: readonly string[],
  cellsOf: CellsOf,
): void {
  guessLetterDays(guesses, titles)
  dropStrayDays(guesses, titles, cellsOf)
  splitNames(guesses, cellsOf)
  guessEmergencyPhone(guesses, titles, cellsOf)
  chooseMostCertain(guesses, titles, cellsOf)
  guessPlaces(guesses, cellsOf)
}

/** Titles of the days from Monday on by their letters; those after `/` are others for the same day. */
const letterWeeks = [
  'm t/tu w t/th/r f s/sa s/su',
  'l m m/x j v s d',
  's t q q s s d',
  '月 火 水 木 金 土 日',
].map((week) => week.split(' ').map((letters) => letters.split('/')))

/** Recognizes at least five columns of days side by side: 'M T W Th F', 'S M T W T F S', 'L M X J V'. */
function guessLetterDays(guesses: Guess[], titles: readonly string[]): void {
  const words = titles.map(foldWord)
  for (const week of letterWeeks) {
    for (const start of words.keys()) {
      const end = week.findIndex((letters, day) => !letters.includes(words[start + day] ?? ''))
      const count = end < 0 ? week.length : end
      if (count < 5) continue
      const isSundayFirst = count < 7 && week[6]?.includes(words[start - 1] ?? '')
      const positions = [...Array(count).keys()].map((day) => [start + day, day])
      for (const [position = 0, day = 0] of isSundayFirst
        ? [...positions, [start - 1, 6]]
        : positions)
        guesses[position] = { use: days[day] ?? 'Leave out', slot: null, certainty: 'title' }
      return
    }
  }
}

/**
 * Leaves columns out that only a short word of another language makes a day ('Sex', 'Mar'), unless the sheet has other
 * days or the cells name time slots.
 */
function dropStrayDays(guesses: Guess[], titles: readonly string[], cellsOf: CellsOf): void {
  const ofDays = [...guesses.entries()].filter(([, { use }]) => dayUses.has(use))
  for (const [position, { use, slot }] of guesses.entries()) {
    // 'M/F', 'M/W' and 'Sex (M/F)' may also be a person's sex.
    const isSex = use === 'Days' && slot !== null && /\b[a-z] [a-z]$/.test(foldWord(slot))
    const saysWhen = (cell: string) => isFlag(cell) || timesOf(cell) !== undefined
    if (isSex && !mostly(cellsOf(position), saysWhen))
      Object.assign(guesses[position] ?? {}, noGuess)
  }
  if (new Set(ofDays.map(([, { use }]) => use)).size > 2) return
  const namesSlots = (cell: string) =>
    partsOf(cell).some((part) => noWords.slot(part) !== undefined)
  for (const [position, guess] of ofDays) {
    const [word = ''] = titles[position]?.split(/[\s:.(/_-]+/u) ?? []
    if (isShortDay(word) && !mostly(cellsOf(position), namesSlots)) Object.assign(guess, noGuess)
  }
}

/** Treats 'Name' or 'Nombre' without a last name beside it as the whole name if most of its cells have two words. */
function splitNames(guesses: Guess[], cellsOf: CellsOf): void {
  const has = (use: ColumnUse) => guesses.some((guess) => guess.use === use)
  const twoWords = (cell: string) =>
    /\S[\s,]+\S/u.test(cell) || (cell.length > 2 && familyNameLength(cell) !== undefined)
  for (const [position, guess] of guesses.entries()) {
    const isHalf =
      guess.use === 'First Name'
        ? !has('Last Name')
        : guess.use === 'Last Name' && !has('First Name')
    if (isHalf && mostly(cellsOf(position), twoWords)) guess.use = 'Full Name'
  }
  const isBlank = (guess: Guess) => cellsOf(guesses.indexOf(guess)).length === 0
  const wholes = guesses.filter(({ use }) => use === 'Full Name')
  const whole = wholes.find((guess) => !isBlank(guess)) ?? wholes[0]
  if (!whole) return
  // Programs for surveys add columns of their own, which nobody fills.
  for (const guess of isBlank(whole) ? [] : guesses)
    if (/^(?:First|Last) Name$/.test(guess.use) && isBlank(guess)) Object.assign(guess, noGuess)
  // If both halves have columns, the whole name is not needed; 'Name' beside 'Nachname' or 'Prénom' is the other half.
  if (has('First Name') && has('Last Name')) Object.assign(whole, noGuess)
  else if (has('First Name')) whole.use = 'Last Name'
  else if (has('Last Name')) whole.use = 'First Name'
}

/**
 * Treats a telephone right behind the name of an emergency contact as that contact's: 'Emergency contact, Phone'. A
 * name with a number in its own cell needs no other, and our own title is always the volunteer's.
 */
function guessEmergencyPhone(guesses: Guess[], titles: readonly string[], cellsOf: CellsOf): void {
  const name = guesses.findIndex(({ use }) => use === 'Emergency Contact Name')
  const isKnown = guesses.some(({ use }) => use === 'Emergency Contact Phone')
  if (name < 0 || isKnown || mostly(cellsOf(name), (cell) => countDigits(cell) >= 7)) return
  const behind = guesses[name + 1]?.use === 'Emergency Contact Relationship' ? name + 2 : name + 1
  const guess = guesses[behind]
  const isOwn = headerKey(titles[behind] ?? '') === headerKey('Mobile Phone')
  if (guess?.use === 'Mobile Phone' && !isOwn)
    Object.assign(guess, { use: 'Emergency Contact Phone', certainty: 'likely' })
}

/**
 * Chooses one column for each use except days: the one with our title, else the most certain, else the first, but none
 * that is blank where another is filled. Of several telephones the mobile one is chosen.
 */
function chooseMostCertain(guesses: Guess[], titles: readonly string[], cellsOf: CellsOf): void {
  const order: Certainty[] = ['title', 'likely', 'none']
  const doubtOf = (position: number) => {
    const { use, certainty } = guesses[position] ?? noGuess
    const title = titles[position] ?? ''
    const cells = cellsOf(position)
    const isBlank = cells.length === 0
    const isLandline = use === 'Mobile Phone' && !isMobile(title)
    const doubt =
      order.indexOf(certainty) +
      Number(isLandline) * 10 +
      Number(isBehindAnother(titles, position)) * 50
    return (headerKey(title) === headerKey(use) ? -1 : doubt) + Number(isBlank) * 100
  }
  const byUse = new Map<ColumnUse, number>()
  for (const [position, guess] of guesses.entries()) {
    if (guess.use === 'Leave out' || dayUses.has(guess.use) || guess.slot !== null) continue
    const other = byUse.get(guess.use)
    if (other === undefined) byUse.set(guess.use, position)
    else if (doubtOf(position) < doubtOf(other)) {
      Object.assign(guesses[other] ?? {}, noGuess)
      byUse.set(guess.use, position)
    } else Object.assign(guess, noGuess)
  }
}

/** Whether a title that occurs twice follows the column of somebody else: the first of 'Spouse, Cell, Name, Cell'. */
function isBehindAnother(titles: readonly string[], position: number): boolean {
  const key = foldWord(titles[position] ?? '')
  const isOther = (title: string) => isOfAnother(title) || isOfEmergency(title)
  const person = titles
    .slice(0, position)
    .findLast((title) => isOther(title) || nameUses.has(guessByTitle(title)?.use ?? 'Leave out'))
  return (
    person !== undefined &&
    isOther(person) &&
    titles.some((title, other) => other !== position && foldWord(title) === key)
  )
}

const nameUses: ReadonlySet<ColumnUse> = new Set(['Full Name', 'First Name', 'Last Name'])

const mobileWords =
  /mobil|movil|celul|cell|handy|portable|whatsapp|komork|telemovel|моб|сотов|휴대|핸드폰|手机|手機|携帯/u

function isMobile(title: string): boolean {
  // 'Phone (C)' beside 'Phone (H)'.
  return mobileWords.test(foldWord(title)) || / [cm]$/.test(foldWord(title))
}

/** Treats a column of names such as 'NY-12', few of them for many rows, as the circuit if no title names it. */
function guessPlaces(guesses: Guess[], cellsOf: CellsOf): void {
  if (guesses.some(({ use }) => use === 'Circuit')) return
  const isPlace = (cell: string) => /^\p{L}{1,4}[- ]?\d{1,3}(?:[- ]?\p{L})?$/u.test(cell)
  const guess = guesses.find(
    ({ use }, position) => use === 'Leave out' && mostly(cellsOf(position), isPlace),
  )
  if (guess) Object.assign(guess, { use: 'Circuit', certainty: 'likely' })
}
