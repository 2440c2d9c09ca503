import { type ColumnUse, mayRepeat } from '@dashboard/contract/columns'
import { days } from '@dashboard/contract/days'
import { foldWord } from '@dashboard/contract/fold-text'
import { headerKey } from '@dashboard/contract/sheet-columns'
import { areFromTo, countDigits, isFlag, mostly } from './cell-kinds.ts'
import { familyNameLength, isShortDay } from './column-words.ts'
import { partsOf, timesOf } from './day-cells.ts'
import { noWords } from './day-tokens.ts'
import { askAbout, dayUses, type Guess, isDay, noGuess } from './guess-use.ts'
import { emergencyUses } from './title-words.ts'

/** Returns the cells of a column that are not blank. */
type CellsOf = (position: number) => string[]

/** Corrects the guessed use of each column by the uses of the others. */
export function correctGuesses(
  guesses: Guess[],
  titles: readonly string[],
  cellsOf: CellsOf,
): void {
  guessLetterDays(guesses, titles)
  guessEnds(guesses, titles, cellsOf)
  dropStrayDays(guesses, titles, cellsOf)
  splitNames(guesses, cellsOf)
  assignContacts(guesses, titles, cellsOf)
  chooseMostCertain(guesses, titles, cellsOf)
}

/** Titles of the days from Monday on by their letters; those after `/` are alternatives for the same day. */
const letterWeeks = [
  'm t/tu w t/th/r f s/sa s/su',
  'l m m/x j v s d',
  's t q q s s d',
  't2 t3 t4 t5 t6 t7 cn',
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

/** Treats untitled times to the right of those of a day as their ends: the day was merged over start and end. */
function guessEnds(guesses: Guess[], titles: readonly string[], cellsOf: CellsOf): void {
  for (const [position, { use, slot }] of guesses.entries()) {
    const end = position + 1
    if (isDay(use) && slot === null && areFromTo(titles[end], cellsOf(position), cellsOf(end)))
      guesses[end] = { use, slot, certainty: 'likely' }
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
    partsOf(cell).some((part) => noWords.slot(part) !== undefined || timesOf(part) !== undefined)
  // 'Sa' beside 'So': days that follow one another.
  const isInWeek = (position: number, { use }: Guess) =>
    [-1, 1].some((step) => {
      const next = days[((days as readonly string[]).indexOf(use) + step + 7) % 7]
      return guesses[position + step]?.use === next
    })
  for (const [position, guess] of ofDays) {
    if (isInWeek(position, guess)) continue
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

/** Returns whether a text looks like the whole name of a person: 'Sam Lead', 'Lead, Sam', '김민준'. */
function isWholeName(text: string): boolean {
  const words = text.split(/,? /, 6)
  const isCapital = (word: string) => /^[\p{Lu}\p{Lo}][^\d@]*$/u.test(word)
  if (words.length < 2) return familyNameLength(text) !== undefined
  return [words[0], words.at(-1)].every((word = '') => isCapital(word)) && !/\d/.test(text)
}

/**
 * Gives a telephone or an address to the person before it: in 'Emergency contact, Phone' it is that contact's, and in
 * 'Captain, Phone, Volunteer' not the volunteer's, so that it is asked about. A contact with a number in its own cell
 * needs no other, and our own titles are always the volunteer's.
 */
function assignContacts(guesses: Guess[], titles: readonly string[], cellsOf: CellsOf): void {
  const has = (wanted: ColumnUse) => guesses.some(({ use }) => use === wanted)
  const isName = ({ use }: Guess) => nameUses.has(use)
  const areOthers = guesses.map(
    ({ use }, position) => use === 'Leave out' && mostly(cellsOf(position), isWholeName),
  )
  // The only names without a known title are likely to be the volunteers'.
  const mayBeOthers = guesses.some(isName) || areOthers.filter(Boolean).length > 1
  const first = [...guesses]
  for (const [position, { use }] of first.entries()) {
    const ofEmergency = emergencyUses[use]
    const isOurs = headerKey(titles[position] ?? '') === headerKey(use)
    if (isOurs || ofEmergency === undefined || !contactUses.has(use)) continue
    const before = first.slice(0, position)
    // What is between a name and its telephone: its address, and how they are related.
    const beside = before.findLastIndex(
      ({ use: between }) =>
        !contactUses.has(between) && between !== 'Emergency Contact Relationship',
    )
    const isBare = !mostly(cellsOf(beside), (cell) => countDigits(cell) >= 7)
    const isOfOther = before.some(isName)
      ? areOthers[beside]
      : areOthers.slice(0, position).some(Boolean)
    if (guesses[beside]?.use === 'Emergency Contact Name' && isBare && !has(ofEmergency))
      guesses[position] = { use: ofEmergency, slot: null, certainty: 'likely' }
    else if (isOfOther && mayBeOthers) guesses[position] = askAbout(use)
  }
}

const contactUses: ReadonlySet<ColumnUse> = new Set(['Mobile Phone', 'Email Address'])
const nameUses: ReadonlySet<ColumnUse> = new Set(['Full Name', 'First Name', 'Last Name'])

/**
 * Chooses one column for each use except days: one that is filled; of these the one with our title, else the mobile
 * telephone. Among equals none is proposed, and somebody has to choose.
 */
function chooseMostCertain(guesses: Guess[], titles: readonly string[], cellsOf: CellsOf): void {
  const doubtOf = (position: number) => {
    const { use } = guesses[position] ?? noGuess
    const title = titles[position] ?? ''
    const doubts = [
      cellsOf(position).length === 0,
      headerKey(title) !== headerKey(use),
      use === 'Mobile Phone' && !isMobile(title),
    ]
    return doubts.reduce((sum, isDoubt) => 2 * sum + Number(isDoubt), 0)
  }
  const claims = Map.groupBy(guesses.keys(), (position) => guesses[position]?.use ?? 'Leave out')
  for (const [use, positions] of claims) {
    if (mayRepeat(use) || positions.length < 2) continue
    const least = Math.min(...positions.map(doubtOf))
    const best = positions.filter((position) => doubtOf(position) === least)
    for (const position of positions) {
      if (!best.includes(position)) guesses[position] = { ...noGuess }
      else if (best.length > 1) guesses[position] = askAbout(use)
    }
  }
}

const mobileWords =
  /mobil|movil|celul|cell|handy|portable|whatsapp|komork|telemovel|моб|сотов|휴대|핸드폰|手机|手機|携帯|di đong/u

function isMobile(title: string): boolean {
  // 'Phone (C)' beside 'Phone (H)'.
  return mobileWords.test(foldWord(title)) || / [cm]$/.test(foldWord(title))
}
