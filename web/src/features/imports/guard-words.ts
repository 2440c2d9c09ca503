import { countOf, formatCount } from '@dashboard/contract/counts'
import { asksForRemovals, type ColumnLoss, type ImportGuard } from '@dashboard/contract/imports'
import { lossText } from './import-words.ts'

/** The texts on the card of a stopped import; in a separate file, so that other imports' pages do not load them. */

/** Returns what would be lost, as a heading: '210 of 400 volunteers would be removed, 50 values erased'. */
export function guardTitle(guard: ImportGuard): string {
  const { removals, volunteers, erasures } = guard
  const removed = `${formatCount(removals)} of ${formatCount(volunteers)} volunteers would be removed`
  const losses = [
    { values: guard.columns.length > 0 ? erasures : 0, verb: 'erased' },
    { values: guard.replacements, verb: 'replaced' },
  ].filter(({ values }) => values > 0)
  const listed = losses.map(({ values, verb }) => `${countOf(values, 'value')} ${verb}`)
  if (losses.length === 0) return removed
  if (asksForRemovals(guard)) return `${removed}, and ${listed.join(', ')}`
  return losses.map(({ values, verb }) => `${countOf(values, 'value')} would be ${verb}`).join(', ')
}

/** Returns the reasons for asking an administrator. */
export function guardText(guard: ImportGuard): string {
  if (!asksForRemovals(guard) && guard.columns.length === 0) {
    return 'This sheet has other values for most volunteers. Check that it is the right one, or let an administrator confirm it.'
  }
  if (!asksForRemovals(guard)) {
    const columns =
      guard.columns.length === 1 ? 'A column' : countOf(guard.columns.length, 'column')
    return `${columns} would lose most of what volunteers have there, often because a title in the sheet was changed. Put the sheet right, or let an administrator confirm it.`
  }
  if (guard.isTotalExceeded) {
    return 'So many are not removed before an administrator has confirmed it. A list that was exported here need not be the whole sheet.'
  }
  const places = `${countOf(guard.congregations.length, 'congregation')} would lose`
  return `${places} so many of their volunteers that an administrator has to confirm it first.`
}

/** Returns whether the sheet lacks a column or has it without values, in words. */
export function columnText({ isMissing }: Pick<ColumnLoss, 'isMissing'>): string {
  return isMissing ? 'is not in the sheet' : 'is blank in most rows, or not understood'
}

/** Returns 'Remove 210 volunteers and import', 'Erase 50 values and import'. */
export function confirmText(guard: ImportGuard, isUndo = false): string {
  return `${lossText(guard)} and ${isUndo ? 'undo the import' : 'import'}`
}

/** Returns what importing nevertheless means, as the beginning of a sentence. */
export function consequenceText(guard: ImportGuard): string {
  if (asksForRemovals(guard)) return 'They and everything that belongs to them are removed'
  return guard.columns.length > 0
    ? 'Volunteers have nothing in these columns then'
    : 'Volunteers have the values of this sheet then'
}
