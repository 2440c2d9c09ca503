import type { AutomationStatus, ImportTotals, SyncEnd } from '@dashboard/contract/automation'
import { countOf, formatCount } from '@dashboard/contract/counts'
import type { State } from '../../ui/state-badge.tsx'
import { harmlessText } from '../jobs/job-words.ts'

/** The texts about the state of the data and the result of the last sync. */

interface Standing {
  isBusy: boolean
  /** Jobs and times have arrived, and the last attempt to read them succeeded. */
  isKnown: boolean
  /** The last attempt to read the jobs failed. */
  hasFailed: boolean
}

/** Returns the dot and its words; failures are shown by alerts. */
export function syncStanding({ isBusy, isKnown, hasFailed }: Standing): {
  state: State
  text: string
} {
  if (isBusy) return { state: 'running', text: 'Sync in progress...' }
  if (hasFailed) return { state: 'neutral', text: 'Not known right now' }
  return { state: isKnown ? 'success' : 'neutral', text: 'Ready to run' }
}

export function endText(end: SyncEnd): string {
  if (end.status === 'failed') return harmlessText(end) ?? 'Failed'
  if (end.type === 'export') {
    return end.exported === null
      ? 'Completed'
      : `${countOf(end.exported, 'volunteer')} copied into the spreadsheet`
  }
  return end.imported === null ? 'Completed' : importText(end.imported)
}

/** Returns '395 volunteers (3 new, 2 moved); 5 others left'. */
function importText({ new: added, moved, changed, left, unchanged }: ImportTotals): string {
  const volunteers = countOf(added + moved + changed + unchanged, 'volunteer')
  const parts = [
    [added, 'new'],
    [moved, 'moved'],
    [changed, 'changed'],
  ] as const
  const named = parts.filter(([count]) => count > 0)
  if (named.length === 0 && left === 0) return `${volunteers}, nothing changed`
  const among = named.map(([count, what]) => `${formatCount(count)} ${what}`).join(', ')
  return `${volunteers}${among && ` (${among})`}${left > 0 ? `; ${countOf(left, 'other')} left` : ''}`
}

/** Returns '8 rows skipped'; `undefined` when there are none. */
export function skippedText(end: Pick<SyncEnd, 'imported'>): string | undefined {
  const skipped = end.imported?.skipped ?? 0
  return skipped === 0 ? undefined : `${countOf(skipped, 'row')} skipped`
}

/** Returns '5 reports are now out of date'; `undefined` when none is. */
export function outdatedText(outdated: AutomationStatus['outdatedReports']): string | undefined {
  const count = outdated.circuits.length + outdated.congregations.length
  if (count === 0) return undefined
  return `${countOf(count, 'report')} ${count === 1 ? 'is' : 'are'} now out of date`
}
