import { useSyncExternalStore } from 'react'
import { createListeners } from '../../format/listeners.ts'
import { ifStorable } from '../../session/browser-storage.ts'

/**
 * Reports that need not be offered as ready any more in this browser: they were downloaded, or the offer was dismissed.
 * Only the newest are kept, since reports are offered for a day.
 */
const storageKey = 'reports_put_away'
const keptIds = 1_000

const { subscribe, notify } = createListeners()
/** What is known where the browser stores nothing. */
let putAway = ''

function readPutAway(): string {
  return ifStorable(() => localStorage.getItem(storageKey)) ?? putAway
}

export function putReportsAway(ids: readonly string[]): void {
  putAway = [...new Set([...ids, ...readPutAway().split(' ')])].slice(0, keptIds).join(' ')
  ifStorable(() => localStorage.setItem(storageKey, putAway))
  notify()
}

/** Returns the ids of the reports that were put away. */
export function useReportsPutAway(): ReadonlySet<string> {
  return new Set(useSyncExternalStore(subscribe, readPutAway).split(' '))
}
