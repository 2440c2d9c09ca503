import type { ImportTotals } from '@dashboard/contract/automation'
import { countOf, formatCount } from '@dashboard/contract/counts'
import type { ImportReject } from '@dashboard/contract/import-rejects'
import {
  type ChangeKind,
  type ColumnLoss,
  type ImportChange,
  type ImportDetail,
  type ImportGuard,
  type ImportKind,
  type ImportListEntry,
  type ImportOutdated,
  otherIds,
  removesTooMany,
} from '@dashboard/contract/imports'
import { listNames } from '@dashboard/contract/name-list'
import { formatDate } from '../../format/time.ts'
import type { State } from '../../ui/state-badge.tsx'

/** The texts about reviews and imports (docs/imports.md#screens). */

const titles: Record<ImportKind, string> = {
  review: 'Review of changes',
  import: 'Import',
  restore: 'Return to an earlier import',
}

export function isUndo({ undoneImportId }: Pick<ImportListEntry, 'undoneImportId'>): boolean {
  return undoneImportId !== null
}

export function importTitle(entry: Pick<ImportListEntry, 'kind' | 'undoneImportId'>): string {
  return isUndo(entry) ? 'Undo of an import' : titles[entry.kind]
}

/** Returns color and word of its state; lists cannot tell whether it is outdated. */
export function importState(
  entry: Pick<ImportListEntry, 'status' | 'totals' | 'undoneImportId'>,
  isOutdated?: boolean,
): { state: State; word: string } {
  const { status, totals } = entry
  if (status === 'queued') return { state: 'waiting', word: 'Waiting' }
  if (status === 'running') {
    return { state: 'running', word: totals === null ? 'Working out the changes' : 'Importing' }
  }
  if (status === 'completed') {
    return { state: 'success', word: isUndo(entry) ? 'Undone' : 'Imported' }
  }
  if (status === 'failed') return { state: 'failed', word: 'Failed' }
  if (status === 'cancelled') return { state: 'neutral', word: 'Cancelled' }
  if (status === 'notRun') return { state: 'neutral', word: 'Did not run' }
  if (isOutdated) return { state: 'neutral', word: 'Outdated' }
  if (status === 'stopped') return { state: 'waiting', word: 'Stopped: too much would be lost' }
  const [ready, not] = isUndo(entry)
    ? ['Ready to undo', 'Not undone']
    : ['Ready to import', 'Not imported']
  return { state: 'neutral', word: isOutdated === false ? ready : not }
}

/** Whether its job ended without a plan. */
export function hasNoPlan({ status }: Pick<ImportListEntry, 'status'>): boolean {
  return status === 'failed' || status === 'cancelled' || status === 'notRun'
}

/** Whether its job is queued or running. */
export function isUnderWay({ status }: Pick<ImportListEntry, 'status'>): boolean {
  return status === 'queued' || status === 'running'
}

/** Whether it changes anything that the dashboard shows. */
export function hasChanges(totals: ImportTotals): boolean {
  const { rows, unchanged, skipped, ...changes } = totals
  return Object.values(changes).some((count) => count > 0)
}

/** Whether an import changed nothing, as is usual for a scheduled sync. */
export function isWithoutChanges({ kind, status, totals }: ImportListEntry): boolean {
  return kind === 'import' && status === 'completed' && totals !== null && !hasChanges(totals)
}

/** Returns the entries in their order, in groups: consecutive ones that changed nothing form one group. */
export function groupWithoutChanges(entries: readonly ImportListEntry[]): ImportListEntry[][] {
  const groups: ImportListEntry[][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last?.every(isWithoutChanges) && isWithoutChanges(entry)) last.push(entry)
    else groups.push([entry])
  }
  return groups
}

/** Returns '12 new, 3 would move, 5 would change, 2 would leave, 8 rows skipped, 380 as they were'; done, '3 moved'. */
export function totalsText(totals: ImportTotals, isDone: boolean): string {
  const { skipped, unchanged } = totals
  const parts: [number, string][] = [
    ...changeKinds.map((kind): [number, string] => [totals[kind], changeVerb(kind, isDone)]),
    [skipped, skipped === 1 ? 'row skipped' : 'rows skipped'],
    [unchanged, 'as they were'],
  ]
  const named = parts.filter(([count]) => count > 0)
  if (named.length === 0) return 'No volunteers'
  return named.map(([count, what]) => `${formatCount(count)} ${what}`).join(', ')
}

export const changeKinds: readonly ChangeKind[] = ['new', 'moved', 'changed', 'left']

const verbs: Record<ChangeKind, string> = {
  new: 'new',
  moved: 'would move',
  changed: 'would change',
  left: 'would leave',
}

/** Returns 'would leave' before an import, 'left' after it. */
export function changeVerb(kind: ChangeKind, isDone: boolean): string {
  return isDone ? kind : verbs[kind]
}

/** Returns what a list of changes shows at first: those that the guard has stopped the import for, else all. */
export function firstKind(
  entry: Pick<ImportDetail, 'status' | 'guard' | 'totals'>,
): ChangeKind | 'all' {
  const { status, guard, totals } = entry
  if (status !== 'stopped' || guard === null) return 'all'
  const kind = removesTooMany(guard) ? 'left' : 'changed'
  return totals !== null && totals[kind] > 0 ? kind : 'all'
}

/** Returns what the button says that imports what was reviewed. */
export function applyLabel(entry: Pick<ImportDetail, 'guard' | 'undoneImportId'>): string {
  if (isUndo(entry)) return 'Undo the import'
  return entry.guard?.replacesSampleData ? 'Replace the sample data' : 'Import these changes'
}

/** Returns '12 volunteers are added, 3 moved and 2 removed.' */
export function applyText({ new: added, moved, changed, left }: ImportTotals): string {
  const parts: [number, string][] = [
    [added, 'added'],
    [moved, 'moved'],
    [changed, 'changed'],
    [left, 'removed'],
  ]
  const [first, ...others] = parts.filter(([count]) => count > 0)
  if (!first) return 'Circuits and congregations change, but no volunteer does.'
  const [count, verb] = first
  const words = [
    `${countOf(count, 'volunteer')} ${count === 1 ? 'is' : 'are'} ${verb}`,
    ...others.map(([number, what]) => `${formatCount(number)} ${what}`),
  ]
  return `${listNames(words, Infinity)}.`
}

/** Returns what has changed since the plan was made, each in a sentence; the first is the heading. */
export function outdatedTexts(outdated: ImportOutdated): string[] {
  const { isSheetChanged, volunteers, names, isOtherwiseChanged } = outdated
  const more = volunteers - names.length
  const listed = [...names, ...(more > 0 ? [`${formatCount(more)} more`] : [])]
  const people = listNames(listed, Infinity)
  const has = volunteers === 1 ? 'has' : 'have'
  return [
    isSheetChanged && 'The spreadsheet has changed since.',
    volunteers > 0 && `${countOf(volunteers, 'volunteer')} ${has} changed since: ${people}.`,
    isOtherwiseChanged &&
      'Circuits or congregations have changed since, or the rows to go back to are no longer kept.',
  ].filter((text) => text !== false)
}

/** Returns 'Remove 210 volunteers and erase 50 values'. */
export function lossText(guard: ImportGuard): string {
  const parts = [
    ...(guard.columns.length > 0 ? [`erase ${countOf(guard.erasures, 'value')}`] : []),
    ...(guard.replacements > 0 ? [`replace ${countOf(guard.replacements, 'value')}`] : []),
  ]
  const isOfValues = !removesTooMany(guard) && parts.length > 0
  const all = isOfValues ? parts : [`Remove ${countOf(guard.removals, 'volunteer')}`, ...parts]
  const text = all.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

export function circuitText(circuit: string): string {
  return circuit === '' ? 'No circuit' : circuit
}

export function congregationText(congregation: string): string {
  return congregation === '' ? 'No congregation' : congregation
}

/** Returns why a match is doubtful; a doubtful match is never made. */
export function doubtText({ kind }: Pick<ImportChange, 'kind'>): string {
  const other = kind === 'left' ? 'who is new elsewhere' : 'who leaves elsewhere'
  return `May be the same person as one ${other}. They count as two.`
}

/** Returns 'Skipped since Nov 3, 2026'; `undefined` for a row that was not skipped before this sheet. */
export function skippedSinceText(
  { firstSeenAt }: Pick<ImportReject, 'firstSeenAt'>,
  readAt: string,
): string | undefined {
  return firstSeenAt < readAt ? `Skipped since ${formatDate(firstSeenAt)}` : undefined
}

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
  if (removesTooMany(guard)) return `${removed}, and ${listed.join(', ')}`
  return losses.map(({ values, verb }) => `${countOf(values, 'value')} would be ${verb}`).join(', ')
}

export function guardText(guard: ImportGuard): string {
  if (!removesTooMany(guard) && guard.columns.length === 0) {
    return 'This sheet has other values for most volunteers. Check that it is the right one. If it is, an administrator can confirm it.'
  }
  if (!removesTooMany(guard)) {
    const columns =
      guard.columns.length === 1 ? 'A column' : countOf(guard.columns.length, 'column')
    return `${columns} would lose most of what volunteers have there, often because a title in the sheet was changed. Correct the sheet. If it is right as it is, an administrator can confirm it.`
  }
  if (guard.isTotalExceeded) {
    const ids = guard.hasOtherIds ? `${otherIds} ` : ''
    return `${ids}An administrator has to confirm that so many are removed. A list exported here may be only part of the sheet.`
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
  if (removesTooMany(guard)) return 'They and everything that belongs to them are removed'
  return guard.columns.length > 0
    ? 'Volunteers lose what they have in these columns'
    : 'Volunteers get the values of this sheet'
}
