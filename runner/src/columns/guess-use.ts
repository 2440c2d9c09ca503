import { type Certainty, type ColumnUse, maxSlotLength } from '@dashboard/contract/columns'
import { days } from '@dashboard/contract/days'
import { headerKey } from '@dashboard/contract/sheet-columns'
import { hasKnownTime } from '@dashboard/contract/time-slots'
import { matchHeader } from '../spreadsheets/sheet-columns.ts'
import {
  countDigits,
  countsUp,
  isDecimal,
  isEmail,
  isFlag,
  isPhone,
  mostly,
  namesDays,
} from './cell-kinds.ts'
import {
  foldWord,
  isOfAnother,
  isOfAnotherNumber,
  isOfEmergency,
  saysNot,
  useOfTitle,
  wholeDay,
  withoutAnswers,
} from './column-words.ts'
import { slotsByDay, timesOf } from './day-cells.ts'
import { noWords } from './day-tokens.ts'

export const dayUses: ReadonlySet<ColumnUse> = new Set(days)

export interface Guess {
  use: ColumnUse
  slot: string | null
  certainty: Certainty
}

const usesWithoutFlags: ReadonlySet<ColumnUse> = new Set([
  'Full Name',
  'Mobile Phone',
  'Email Address',
])
export const noGuess: Guess = { use: 'Leave out', slot: null, certainty: 'none' }
const likely = (use: ColumnUse): Guess => ({ use, slot: null, certainty: 'likely' })

export function guessUse(title: string, cells: readonly string[]): Guess {
  const byTitle = guessByTitle(title)
  // 'Disponible' may say when somebody is available, and not whether.
  const isList = byTitle?.use === 'Available' && headerKey(title) !== headerKey('Available')
  if (isList && mostly(cells, namesDays)) return guessDays(title)
  if (byTitle?.use === 'Days' && byTitle.slot === null && mostly(cells, isFlag)) {
    return likely('Available')
  }
  const guess =
    byTitle ??
    (isOfAnother(title) ? undefined : (guessByPart(title, cells) ?? guessByCells(title, cells)))
  // 'ID' or 'No.' above 1, 2, 3 counts the rows: who has which number changes with the next sheet.
  if (
    guess?.use === 'Locust ID' &&
    headerKey(title) !== headerKey('Locust ID') &&
    countsUp(cells)
  ) {
    return { ...noGuess }
  }
  // 'WhatsApp' or 'Volunteer?' may ask whether.
  if (guess !== undefined && usesWithoutFlags.has(guess.use) && mostly(cells, isFlag)) {
    return { ...noGuess }
  }
  // 'anonymous' in each row of a survey.
  const isNoAddress = guess?.use === 'Email Address' && !cells.some((cell) => cell.includes('@'))
  if (isNoAddress && cells.length > 0) return { ...noGuess }
  const saysWhen = guess !== undefined && (guess.use === 'Days' || dayUses.has(guess.use))
  const isDenied = saysWhen || (guess?.use === 'Trained' && guess.certainty === 'likely')
  return guess === undefined || (isDenied && saysNot(title)) ? { ...noGuess } : guess
}

export function guessByTitle(title: string): Guess | undefined {
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
  if (several && several.byDay.size > 1 && several.unrecognized.length === 0) {
    return { use: 'Days', slot: plain, certainty: 'title' }
  }
  const [word = '', ...rest] = plain.split(/[\s:.()/_-]+/u)
  const text = rest.join(' ').trim()
  const day = rest.length === 0 ? undefined : noWords.day(word)
  const isTime = text.length <= maxSlotLength && hasKnownTime(text)
  const slot = noWords.slot(text) ?? (isTime ? text : undefined)
  if (day !== undefined && slot !== undefined) return { use: day, slot, certainty: 'title' }
  // 'Available Mondays', 'Availability >> Monday >> Morning'.
  const only = several?.unrecognized.length === 0 ? [...several.byDay][0] : undefined
  if (only === undefined) return undefined
  const [use, times] = only
  return { use, slot: times === wholeDay ? null : times, certainty: 'title' }
}

/** Recognizes parts of longer titles, such as 'Cell phone (preferred)' or 'Your e-mail address', if the cells agree. */
function guessByPart(title: string, cells: readonly string[]): Guess | undefined {
  const text = ` ${foldWord(title)} `
  const says = (...parts: string[]) => parts.some((part) => text.includes(part))
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
  if (isOfPlace && mostly(cells, (cell) => isEmail(cell) || isPhone(cell))) return { ...noGuess }
  // 'район', folded.
  if (says('circuit', 'раион')) return likely('Circuit')
  if (says('congreg', 'versammlung', 'собрани')) return likely('Congregation')
  if (says(' zip ', 'postal', 'postleit', 'индекс')) return likely('Zip Code')
  if (says('train', 'schulung', 'entrena', 'capacit') && mostly(cells, isFlag))
    return likely('Trained')
  if (says('availab', 'disponib') && mostly(cells, namesDays)) return guessDays(title)
  return undefined
}

function guessByCells(title: string, cells: readonly string[]): Guess | undefined {
  if (cells.length < 2) return undefined
  if (mostly(cells, isEmail)) return likely('Email Address')
  if (mostly(cells, namesDays)) return guessDays(title)
  if (
    !isOfAnotherNumber(title) &&
    mostly(cells, (cell) => isPhone(cell) && countDigits(cell) >= 9 && !isDecimal.test(cell))
  )
    return likely('Mobile Phone')
  return undefined
}
