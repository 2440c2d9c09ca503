import type { AutomationStatus } from '@dashboard/contract/automation'

const storageKey = 'first_steps'

/** `open` once an administrator has seen the installation empty, `away` once the administrator has closed the card. */
type StoredState = 'open' | 'away'

export function saveFirstSteps(state: StoredState): void {
  localStorage.setItem(storageKey, state)
}

/**
 * Whether the first steps are shown: from an administrator's first visit to an empty installation until the card is
 * closed. Without an answer of the server, only the stored state counts.
 */
export function areStepsOffered(status: Pick<AutomationStatus, 'lastImport'> | undefined): boolean {
  const stored = localStorage.getItem(storageKey)
  return stored === 'open' || (stored === null && status?.lastImport === null)
}
