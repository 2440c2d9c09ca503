import {
  type Certainty,
  type ColumnMatch,
  type ColumnUse,
  type MatchedColumn,
  type MatchedWord,
  maxSlotLength,
  type NameOrder,
} from '@dashboard/contract/columns'
import { days } from '@dashboard/contract/days'
import { flagColumns, headerKey } from '@dashboard/contract/sheet-columns'
import { hasKnownTime } from '@dashboard/contract/time-slots'
import { isErrorCell } from '../spreadsheets/error-cells.ts'
import { matchHeader } from '../spreadsheets/sheet-columns.ts'
import {
  familyNameLength,
  foldWord,
  isDate,
  isExcluded,
  isOfAnother,
  isOfAnotherNumber,
  isOfEmergency,
  isShortDay,
  leavesOpen,
  putsFamilyFirst,
  readCircles,
  readFlagStart,
  readFlagWord,
  saysNo,
  saysNot,
  useOfTitle,
  wholeDay,
  withoutAnswers,
} from './column-words.ts'
import { partsOf, slotsByDay, slotsOfDay, timesOf } from './day-cells.ts'
import { noWords, type Words, wordKey } from './day-tokens.ts'

const flagUses: ReadonlySet<ColumnUse> = new Set(flagColumns.map(({ title }) => title))
const dayUses: ReadonlySet<ColumnUse> = new Set(days)
/** Words of our own format; a sheet that uses only these needs no questions. */
const ownFlags = /^(?:yes|y|true|1|x|checked|no|n|false|0)?$/i

interface Guess {
  use: ColumnUse
  slot: string | null
  certainty: Certainty
}

/**
 * Proposes a use for each column: by its title, then by its cells. `rows` are the sampled rows below the titles. A use
 * that two columns claim goes to the more certain one, then to the first. `wordRows` is how many rows have each word.
 */
export function proposeMatch(titles: readonly string[], rows: readonly string[][]) {
  const cellsOf = (position: number) =>
    rows.map((row) => row[position]?.trim() ?? '').filter((cell) => cell !== '')
  const guesses = titles.map((title, position) => guessUse(title, cellsOf(position)))
  guessLetterDays(guesses, titles)
  dropStrayDays(guesses, titles, cellsOf)
  splitNames(guesses, cellsOf)
  guessEmergencyPhone(guesses, titles, cellsOf)
  chooseMostCertain(guesses, titles, cellsOf)
  guessPlaces(
    guesses,
    titles.map((_, position) => cellsOf(position)),
  )
  const columns = guesses.map(
    ({ use, slot }, position): MatchedColumn => ({
      title: titles[position]?.trim() ?? '',
      use,
      slot,
    }),
  )
  const fullName = guesses.findIndex(({ use }) => use === 'Full Name')
  const words = findWords(columns, cellsOf)
  const match: ColumnMatch = {
    columns,
    nameOrder: guessNameOrder(titles[fullName] ?? '', fullName < 0 ? [] : cellsOf(fullName)),
    words: words.map(({ rows, ...word }) => word),
  }
  return {
    match,
    certainty: guesses.map(({ certainty }) => certainty),
    wordRows: words.map(({ rows }) => rows),
  }
}

/** Returns the row of titles: the one among the first twenty that names most columns, and at least two. */
export function findTitles(rows: readonly string[][]): number | undefined {
  let best: { row: number; known: number } | undefined
  for (const [row, cells] of rows.slice(0, 20).entries()) {
    const uses = cells.map((title) => guessByTitle(title)).filter((guess) => guess !== undefined)
    const known = new Set(uses.map(({ use, slot }) => `${use} ${slot ?? ''}`)).size
    if (known >= 2 && known > (best?.known ?? 0)) best = { row, known }
  }
  if (best !== undefined) return best.row
  const widest = rows
    .slice(0, 20)
    .findIndex((cells) => cells.filter((cell) => cell.trim() !== '').length >= 4)
  return widest < 0 ? undefined : widest
}

const usesWithoutFlags: ReadonlySet<ColumnUse> = new Set([
  'Full Name',
  'Mobile Phone',
  'Email Address',
])
const unknown: Guess = { use: 'Leave out', slot: null, certainty: 'none' }

function guessUse(title: string, cells: readonly string[]): Guess {
  const byTitle = guessByTitle(title)
  // 'Disponible' may say when somebody is available, and not whether.
  const isList = byTitle?.use === 'Available' && headerKey(title) !== headerKey('Available')
  if (isList && mostly(cells, namesDays)) return guessDays(title)
  if (byTitle?.use === 'Days' && byTitle.slot === null && mostly(cells, isFlag)) {
    return { use: 'Available', slot: null, certainty: 'likely' }
  }
  const guess =
    byTitle ??
    (isOfAnother(title) ? undefined : (guessByPart(title, cells) ?? guessByCells(title, cells)))
  // 'ID' or 'No.' above 1, 2, 3 counts the rows: who has which number changes with the next sheet.
  if (guess?.use === 'Locust ID' && headerKey(title) !== headerKey('Locust ID') && counts(cells)) {
    return { ...unknown }
  }
  // 'WhatsApp' or 'Volunteer?' may ask whether.
  if (guess !== undefined && usesWithoutFlags.has(guess.use) && mostly(cells, isFlag)) {
    return { ...unknown }
  }
  // 'anonymous' in each row of a survey.
  const isNoAddress = guess?.use === 'Email Address' && !cells.some((cell) => cell.includes('@'))
  if (isNoAddress && cells.length > 0) return { ...unknown }
  const saysWhen = guess !== undefined && (guess.use === 'Days' || dayUses.has(guess.use))
  const isDenied = saysWhen || (guess?.use === 'Trained' && guess.certainty === 'likely')
  return guess === undefined || (isDenied && saysNot(title)) ? { ...unknown } : guess
}

function guessByTitle(title: string): Guess | undefined {
  const own = matchHeader([title]).positions.keys().next().value
  if (own !== undefined) return { use: own, slot: null, certainty: 'title' }
  const folded = foldWord(title)
  if (folded === '') return undefined
  const use = useOfTitle.get(folded) ?? useOfTitle.get(withoutAnswers(folded))
  if (use !== undefined) return { use, slot: null, certainty: 'title' }
  return guessDay(title)
}

/** What a form's grid of choices asks about: 'When can you serve? [Monday]'. */
const choicePattern = /\[([^[\]]{2,30})\]\s*$/

/** Returns the use for a list of days, all at the time that the title names: 'Which days? [Mornings]'. */
function guessDays(title: string): Guess {
  const times = timesOf(choicePattern.exec(title)?.[1] ?? title)
  return { use: 'Days', slot: times?.join('; ') ?? null, certainty: 'likely' }
}

/** Recognizes a day, with the slot that its marks stand for: 'Mon', 'Lunes', 'Mon AM', 'Sábado mañana'. */
function guessDay(title: string): Guess | undefined {
  const inBrackets = choicePattern.exec(title)?.[1]
  if (inBrackets !== undefined) return guessDay(inBrackets)
  const whole = noWords.day(title)
  if (whole !== undefined) return { use: whole, slot: null, certainty: 'title' }
  const plain = title.replace(/\?\s*$/, '').trim()
  const several = plain.length <= maxSlotLength ? slotsByDay(plain, noWords) : undefined
  if (several && several.byDay.size > 1 && several.odd.length === 0) {
    return { use: 'Days', slot: plain, certainty: 'title' }
  }
  const [word = '', ...rest] = plain.split(/[\s:.()/_-]+/u)
  const text = rest.join(' ').trim()
  const day = rest.length === 0 ? undefined : noWords.day(word)
  const isTime = text.length <= maxSlotLength && hasKnownTime(text)
  const slot = noWords.slot(text) ?? (isTime ? text : undefined)
  if (day !== undefined && slot !== undefined) return { use: day, slot, certainty: 'title' }
  // 'Available Mondays', 'Availability >> Monday >> Morning'.
  const only = several?.odd.length === 0 ? [...several.byDay][0] : undefined
  if (only === undefined) return undefined
  const [use, times] = only
  return { use, slot: times === wholeDay ? null : times, certainty: 'title' }
}

/** Recognizes parts of longer titles, such as 'Cell phone (preferred)' or 'Your e-mail address', if the cells agree. */
function guessByPart(title: string, cells: readonly string[]): Guess | undefined {
  const text = ` ${foldWord(title)} `
  const says = (...parts: string[]) => parts.some((part) => text.includes(part))
  const likely = (use: ColumnUse): Guess => ({ use, slot: null, certainty: 'likely' })
  if (isOfEmergency(title)) {
    if (mostly(cells, isEmail)) return likely('Emergency Contact Email')
    if (mostly(cells, isPhone)) return likely('Emergency Contact Phone')
    return likely('Emergency Contact Name')
  }
  const isOfPlace = says('circuit', 'congreg', ' cong ', ' hall ')
  if (!isOfPlace && says('mail', 'correo', 'почт') && mostly(cells, isEmail))
    return likely('Email Address')
  if (
    !isOfPlace &&
    says('phone', 'cell', 'mobil', 'telef', 'handy', 'телефон', 'movil', 'celular') &&
    mostly(cells, isPhone)
  ) {
    return likely('Mobile Phone')
  }
  if (says(' first name', 'given name', 'vorname', 'prenom')) return likely('First Name')
  if (says(' last name', 'surname', 'family name', 'apellido', 'nachname', 'фамили'))
    return likely('Last Name')
  if (
    says(
      'full name',
      'your name',
      'nombre y',
      'nombre complet',
      'tu nombre',
      'su nombre',
      'ihr name',
      'votre nom',
      'ваше имя',
    )
  )
    return likely('Full Name')
  // 'Congregation phone' is neither.
  if (isOfPlace && mostly(cells, (cell) => isEmail(cell) || isPhone(cell))) return { ...unknown }
  if (says('circuit', 'район')) return likely('Circuit')
  if (says('congreg', 'versammlung', 'собрани')) return likely('Congregation')
  if (says(' zip ', 'postal', 'postleit', 'индекс')) return likely('Zip Code')
  if (says('train', 'schulung', 'entrena', 'capacit') && mostly(cells, isFlag))
    return likely('Trained')
  if (says('availab', 'disponib') && mostly(cells, namesDays)) return guessDays(title)
  return undefined
}

function guessByCells(title: string, cells: readonly string[]): Guess | undefined {
  if (cells.length < 2) return undefined
  const likely = (use: ColumnUse): Guess => ({ use, slot: null, certainty: 'likely' })
  if (mostly(cells, isEmail)) return likely('Email Address')
  if (mostly(cells, namesDays)) return guessDays(title)
  if (
    !isOfAnotherNumber(title) &&
    mostly(cells, (cell) => isPhone(cell) && digitsOf(cell) >= 9 && !isDecimal.test(cell))
  )
    return likely('Mobile Phone')
  return undefined
}

function mostly(cells: readonly string[], holds: (cell: string) => boolean): boolean {
  return cells.filter(holds).length > cells.length * 0.6
}

/** Whether the cell has text, an `@`, text, a dot and text, without blanks; a pattern for that takes cubic time. */
function isEmail(cell: string): boolean {
  const sign = cell.indexOf('@', 1)
  return sign > 0 && cell.lastIndexOf('.', cell.length - 2) > sign + 1 && !/\s/.test(cell)
}

const digitsOf = (cell: string) => cell.replace(/\D/g, '').length
const isPhone = (cell: string) =>
  /^[+(\d][\d\s().+/-]*(?:(?:x|ext)\.?\s*\d+)?$/i.test(cell) &&
  digitsOf(cell) >= 7 &&
  digitsOf(cell) <= 15
/** '192.168.100.12', '40.7127753' */
const isDecimal = /^\d{1,3}(?:\.\d{1,3}){3}$|^\d+\.\d{5,}$/
const isFlag = (cell: string) => readFlagWord(cell) !== undefined

/** Whether each of the cells is the number after that of the cell before it. */
function counts(cells: readonly string[]): boolean {
  return cells.every((cell, at) => at === 0 || Number(cell) === Number(cells[at - 1]) + 1)
}

function namesDays(cell: string): boolean {
  return partsOf(cell).some((part) => {
    const [word = ''] = part.split(/[\s:.(-]+/u)
    return noWords.day(part) !== undefined || noWords.day(word) !== undefined
  })
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
function dropStrayDays(
  guesses: Guess[],
  titles: readonly string[],
  cellsOf: (position: number) => string[],
): void {
  const ofDays = [...guesses.entries()].filter(([, { use }]) => dayUses.has(use))
  for (const [position, { use, slot }] of guesses.entries()) {
    // 'M/F', 'M/W' and 'Sex (M/F)' may also be a person's sex.
    const isSex = use === 'Days' && slot !== null && /\b[a-z] [a-z]$/.test(foldWord(slot))
    const saysWhen = (cell: string) => isFlag(cell) || timesOf(cell) !== undefined
    if (isSex && !mostly(cellsOf(position), saysWhen))
      Object.assign(guesses[position] ?? {}, unknown)
  }
  if (new Set(ofDays.map(([, { use }]) => use)).size > 2) return
  const namesSlots = (cell: string) =>
    partsOf(cell).some((part) => noWords.slot(part) !== undefined)
  for (const [position, guess] of ofDays) {
    const [word = ''] = titles[position]?.split(/[\s:.(/_-]+/u) ?? []
    if (isShortDay(word) && !mostly(cellsOf(position), namesSlots)) Object.assign(guess, unknown)
  }
}

/** Treats 'Name' or 'Nombre' without a last name beside it as the whole name if most of its cells have two words. */
function splitNames(guesses: Guess[], cellsOf: (position: number) => string[]): void {
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
    if (/^(?:First|Last) Name$/.test(guess.use) && isBlank(guess)) Object.assign(guess, unknown)
  // If both halves have columns, the whole name is not needed; 'Name' beside 'Nachname' or 'Prénom' is the other half.
  if (has('First Name') && has('Last Name')) Object.assign(whole, unknown)
  else if (has('First Name')) whole.use = 'Last Name'
  else if (has('Last Name')) whole.use = 'First Name'
}

/**
 * Treats a telephone right behind the name of an emergency contact as that contact's: 'Emergency contact, Phone'. A
 * name with a number in its own cell needs no other, and our own title is always the volunteer's.
 */
function guessEmergencyPhone(
  guesses: Guess[],
  titles: readonly string[],
  cellsOf: (position: number) => string[],
): void {
  const name = guesses.findIndex(({ use }) => use === 'Emergency Contact Name')
  const isKnown = guesses.some(({ use }) => use === 'Emergency Contact Phone')
  if (name < 0 || isKnown || mostly(cellsOf(name), (cell) => digitsOf(cell) >= 7)) return
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
function chooseMostCertain(
  guesses: Guess[],
  titles: readonly string[],
  cellsOf: (position: number) => string[],
): void {
  const order: Certainty[] = ['title', 'likely', 'none']
  const doubtOf = (position: number) => {
    const { use, certainty } = guesses[position] ?? unknown
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
      Object.assign(guesses[other] ?? {}, unknown)
      byUse.set(guess.use, position)
    } else Object.assign(guess, unknown)
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
function guessPlaces(guesses: Guess[], cells: readonly string[][]): void {
  if (guesses.some(({ use }) => use === 'Circuit')) return
  const position = guesses.findIndex(
    ({ use }, index) =>
      use === 'Leave out' &&
      mostly(cells[index] ?? [], (cell) => /^\p{L}{1,4}[- ]?\d{1,3}(?:[- ]?\p{L})?$/u.test(cell)),
  )
  const guess = guesses[position]
  if (guess) Object.assign(guess, { use: 'Circuit', certainty: 'likely' })
}

/** 'Иванов Иван Иванович', '홍 길동', 'DUPONT Jean'. */
const familyFirst =
  /^(?:\p{Lu}{2,} \p{Lu}\p{Ll}+|\S+ \S+ \S+(?:ич|вна|чна)|[\p{Script=Han}\p{Script=Hangul}]+ [\p{Script=Han}\p{Script=Hangul}]+)$/u

function guessNameOrder(title: string, cells: readonly string[]): NameOrder {
  if (mostly(cells, (cell) => cell.includes(','))) return 'comma'
  const isFamilyFirst = putsFamilyFirst(title) || mostly(cells, (cell) => familyFirst.test(cell))
  return isFamilyFirst ? 'family-first' : 'last-word'
}

interface FoundWord extends MatchedWord {
  rows: number
}

/**
 * Returns words of the sheet that our own format does not have, with their probable meanings and the number of rows
 * that have them; at most a few hundred.
 */
function findWords(
  columns: readonly MatchedColumn[],
  cellsOf: (position: number) => string[],
): FoundWord[] {
  const found = new Map<string, FoundWord>()
  const add = (kind: MatchedWord['kind'], word: string, meaning: string) => {
    const key = `${kind} ${wordKey(word)}`
    const known = found.get(key)
    if (known) known.rows += 1
    else if (word.length <= 200 && found.size < 200)
      found.set(key, { kind, word, meaning, rows: 1 })
  }
  const meaningOfMark = readCircles(
    columns.flatMap(({ use }, position) =>
      flagUses.has(use) || dayUses.has(use) ? cellsOf(position) : [],
    ),
  )
  for (const [position, { use, slot }] of columns.entries()) {
    const all = cellsOf(position)
    const isAsked = flagUses.has(use) || dayUses.has(use)
    for (const cell of isAsked ? all : []) {
      const meaning = meaningOfMark(cell)
      if (meaning !== undefined) add('flag', cell, meaning)
    }
    const cells = all.filter((cell) => meaningOfMark(cell) === undefined)
    if (flagUses.has(use)) {
      for (const cell of cells)
        if (!ownFlags.test(cell) && !isErrorCell(cell)) add('flag', cell, meaningOfFlag(cell, use))
    }
    if (use === 'Days' && (slot === null || timesOf(slot) !== undefined))
      for (const cell of cells) {
        for (const { word, day } of dayWordsOf(cell, noWords)) add('day', word, day)
        for (const { text, why } of slotsByDay(cell, noWords).odd)
          if (why === 'unknown') add('slot', text, '')
      }
    if (!dayUses.has(use) || slot !== null) continue
    for (const part of cells.filter((cell) => !isErrorCell(cell)).flatMap(partsOf)) {
      const known = noWords.slot(part)
      if (known !== undefined && known.toLowerCase() !== part.toLowerCase())
        add('slot', part, known)
      else if (
        known === undefined &&
        (isDate(part) || leavesOpen(part) || (isExcluded(part) && !saysNo(part)))
      )
        add('slot', part, '')
      else if (known === undefined && !hasKnownTime(part) && !saysNo(part)) {
        const isOwnDay = noWords.day(part) === use
        if (noWords.flag(part) !== 'no' && !isOwnDay)
          add('slot', part, slotsOfDay(part, noWords, null).slots)
      }
    }
  }
  return [...found.values()]
}

/** Reads 'Yes (2022)' and 'done 5/1' as yes, and a date as the day on which somebody was trained or introduced. */
function meaningOfFlag(cell: string, use: ColumnUse): 'yes' | 'no' {
  const whole = noWords.flag(cell)
  if (whole !== undefined) return whole
  const began = readFlagStart(cell)
  if (began !== undefined) return began
  const isDay = isDate(cell) || /\b(?:19|20)\d{2}$/.test(cell)
  return isDay && !saysNot(cell) && (use === 'Trained' || use === 'Orientation') ? 'yes' : 'no'
}

function dayWordsOf(cell: string, words: Words) {
  return partsOf(cell).flatMap((part) => {
    const [word = ''] = part.split(/[\s:.(-]+/u)
    const day = words.day(word)
    return day === undefined || foldWord(word) === day.toLowerCase() ? [] : { word, day }
  })
}
