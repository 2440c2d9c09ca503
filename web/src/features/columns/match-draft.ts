import {
  type ColumnMatch,
  type ColumnUse,
  columnUses,
  duplicateUses,
  mayRepeat,
  missingUses,
  type NameOrder,
  type SheetHead,
} from '@dashboard/contract/columns'
import { countOf, formatCount } from '@dashboard/contract/counts'
import { days } from '@dashboard/contract/days'
import { listTitles } from '@dashboard/contract/name-list'
import { flagColumns, headerKey, sheetColumns } from '@dashboard/contract/sheet-columns'

/** The options for the use of a column, in the order of our sheet. */
export const useOptions = columnUses.map((use) => ({ value: use, label: labelOfUse(use) }))

export function labelOfUse(use: ColumnUse): string {
  if (use === 'Full Name') return 'Whole name'
  if (use === 'Days') return 'Days in one list'
  if (use === 'Other Phone') return "Phone, where 'Mobile Phone' is blank"
  return use
}

export const nameOrders: readonly { value: NameOrder; label: string }[] = [
  { value: 'last-word', label: 'Ann Mary Lee: the last word is the last name' },
  { value: 'first-word', label: 'Ann Lee Gomez: the first word is the first name' },
  { value: 'comma', label: 'Lee, Ann Mary: the last name stands before the comma' },
  { value: 'family-first', label: 'Lee Ann Mary: the first word is the last name' },
]

/** Changes the use of the column at a position; when only one column may have that use, the other column loses it. */
export function withUse(match: ColumnMatch, position: number, use: ColumnUse): ColumnMatch {
  const columns = match.columns.map((column, at) => {
    if (at === position) return { ...column, use, slot: isDay(use) ? column.slot : null }
    const isTaken = column.use === use && !mayRepeat(use)
    return isTaken ? { ...column, use: 'Leave out' as const } : column
  })
  return { ...match, columns }
}

function isDay(use: ColumnUse): boolean {
  return days.some((day) => day === use)
}

export function withMeaning(match: ColumnMatch, position: number, meaning: string): ColumnMatch {
  const words = match.words.map((word, at) => (at === position ? { ...word, meaning } : word))
  return { ...match, words }
}

/** Returns why a match cannot be used yet; `undefined` when it can. */
export function matchProblem(match: ColumnMatch): string | undefined {
  const missing = missingUses(match)
  if (missing.length > 0) return `Say which columns hold ${listTitles(missing)}.`
  const doubled = duplicateUses(match)
  return doubled.length > 0 ? `Two columns are matched with ${listTitles(doubled)}.` : undefined
}

/** Returns how many columns are read, for the line above the table. */
export function countRead({ columns }: ColumnMatch): string {
  const read = columns.filter(({ use }) => use !== 'Leave out').length
  const leftOut = columns.length - read
  if (leftOut === 0) return 'All columns are read.'
  return `Of ${countOf(columns.length, 'column')} ${formatCount(read)} ${read === 1 ? 'is' : 'are'} read and ${formatCount(leftOut)} left out.`
}

/**
 * Returns the name of a column: its title, with its letter in the spreadsheet program where the title is blank or
 * stands twice.
 */
export function columnName({ columns }: Pick<ColumnMatch, 'columns'>, position: number): string {
  const title = columns[position]?.title ?? ''
  if (title === '') return `Column ${columnLetter(position)}`
  const isDouble = columns.some(
    (other, at) => at !== position && headerKey(other.title) === headerKey(title),
  )
  return isDouble ? `${title} · column ${columnLetter(position)}` : title
}

function columnLetter(position: number): string {
  const last = String.fromCharCode(65 + (position % 26))
  return position < 26 ? last : columnLetter(Math.floor(position / 26) - 1) + last
}

/** Returns the column of a sheet that a column of a match describes: by place, or by title in another order. */
export function sheetColumnOf(
  head: Pick<SheetHead, 'columns'>,
  { columns }: Pick<ColumnMatch, 'columns'>,
  position: number,
): SheetHead['columns'][number] | undefined {
  const key = headerKey(columns[position]?.title ?? '')
  const atPosition = head.columns[position]
  if (atPosition && headerKey(atPosition.title) === key) return atPosition
  return key === '' ? undefined : head.columns.find(({ title }) => headerKey(title) === key)
}

/**
 * Returns the questions of a sheet that a match leaves open: those about uses that no other column has. None where the
 * match's columns are not in the sheet's order.
 */
export function openQuestions(
  { columns, questions }: Pick<SheetHead, 'columns' | 'questions'>,
  match: Pick<ColumnMatch, 'columns'>,
): SheetHead['questions'] {
  const isInOrder = match.columns.every(
    ({ title }, position) => headerKey(title) === headerKey(columns[position]?.title ?? ''),
  )
  const isOpen = ({ use, positions }: SheetHead['questions'][number]) =>
    match.columns.every((column, position) => column.use !== use || positions.includes(position))
  return isInOrder ? questions.filter(isOpen) : []
}

/** Returns how often the sampled rows have a word of a match; `undefined` for a word that was not counted now. */
export function wordCountOf(
  head: Pick<SheetHead, 'proposal' | 'wordCounts'>,
  { words }: Pick<ColumnMatch, 'words'>,
  position: number,
): number | undefined {
  const wanted = words[position]
  const at = head.proposal?.words.findIndex(
    ({ kind, word }) => kind === wanted?.kind && word === wanted.word,
  )
  return at === undefined || at < 0 ? undefined : head.wordCounts[at]
}

/** Returns a sentence on what the sheet does not say about people; `undefined` if nothing is missing. */
export function missingSentence(
  match: Pick<ColumnMatch, 'columns' | 'availableByDays'>,
): string | undefined {
  const has = (use: ColumnUse) => match.columns.some((column) => column.use === use)
  const unsaid = flagColumns
    .filter(({ title }) => !has(title) && !(title === 'Available' && match.availableByDays))
    .flatMap((column) => column.says ?? [])
  if (unsaid.length === 0) return undefined
  const [last = '', ...others] = unsaid.toReversed()
  const list = others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`
  return `The sheet does not say who ${list}. Everybody will be entered as no.`
}

/** Whether a match reads days, so that people with a day can be chosen. */
export function readsDays({ columns }: Pick<ColumnMatch, 'columns'>): boolean {
  return columns.some(({ use }) => use === 'Days' || isDay(use))
}

const ownKeys = new Map(sheetColumns.map((column) => [headerKey(column), column]))

/**
 * Returns titles that our own sheet does not have and that are read as a column whose own title is missing: if the
 * sheet fits otherwise, they may have been renamed.
 */
export function foreignTitles({ columns }: Pick<ColumnMatch, 'columns'>): string[] {
  const own = new Set<ColumnUse | undefined>(
    columns.map(({ title }) => ownKeys.get(headerKey(title))),
  )
  const isThere = (use: ColumnUse) =>
    use === 'Days' ? days.some((day) => own.has(day)) : own.has(use)
  return columns
    .filter(
      ({ title, use }) => !ownKeys.has(headerKey(title)) && use !== 'Leave out' && !isThere(use),
    )
    .map(({ title }) => title)
}

/**
 * Returns a match that reads renamed columns as what they are, with their positions; a title that the sheet does not
 * have, or has twice, is skipped.
 */
export function withRenamed(
  match: ColumnMatch,
  renamed: readonly { column: string; title: string }[],
): { match: ColumnMatch; positions: number[] } {
  const positions: number[] = []
  let changed = match
  for (const { column, title } of renamed) {
    const use = columnUses.find((each) => each === column)
    const [position, ...others] = [...match.columns.keys()].filter(
      (at) => headerKey(match.columns[at]?.title ?? '') === headerKey(title),
    )
    if (use === undefined || position === undefined || others.length > 0) continue
    changed = withUse(changed, position, use)
    positions.push(position)
  }
  return { match: changed, positions }
}
