import {
  type ColumnMatch,
  type ColumnUse,
  columnUses,
  doubledUses,
  missingUses,
  type NameOrder,
} from '@dashboard/contract/columns'
import { days } from '@dashboard/contract/days'
import { listTitles } from '@dashboard/contract/name-list'
import { headerKey, sheetColumns } from '@dashboard/contract/sheet-columns'

/** The options for the use of a column, in the order of our sheet. */
export const useOptions = columnUses.map((use) => ({ value: use, label: useLabel(use) }))

function useLabel(use: ColumnUse): string {
  if (use === 'Full Name') return 'Whole name'
  if (use === 'Days') return 'Days in one list'
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
    const isTaken = column.use === use && use !== 'Leave out' && !isDay(use) && use !== 'Days'
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
  const doubled = doubledUses(match)
  return doubled.length > 0 ? `Two columns are matched with ${listTitles(doubled)}.` : undefined
}

/** Returns how many columns are read, for the line above the table. */
export function countRead({ columns }: ColumnMatch): string {
  const read = columns.filter(({ use }) => use !== 'Leave out').length
  return `${read} of ${columns.length} columns are read, the others are left out.`
}

const ownKeys = new Map(sheetColumns.map((column) => [headerKey(column), column]))

/**
 * Returns titles that are none of our sheet's, and that are read as a column whose own title is missing: if the sheet
 * fits otherwise, they may have been renamed.
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
