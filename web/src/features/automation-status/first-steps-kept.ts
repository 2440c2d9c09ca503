import type { AutomationStatus } from '@dashboard/contract/automation'

const storageKey = 'first_steps'

/** `open` once an administrator has seen the installation empty, `away` once the administrator has closed the card. */
type Kept = 'open' | 'away'

export function keepFirstSteps(state: Kept): void {
  localStorage.setItem(storageKey, state)
}

/**
 * Whether the first steps are shown: from an administrator's first visit to an empty installation until the card is
 * closed. Without an answer of the server, only the stored state counts.
 */
export function areStepsOffered(status: Pick<AutomationStatus, 'lastImport'> | undefined): boolean {
  const kept = localStorage.getItem(storageKey)
  return kept === 'open' || (kept === null && status?.lastImport === null)
}
